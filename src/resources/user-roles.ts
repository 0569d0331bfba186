import type { RoleTable } from '../content/roles.ts';
import { userErrors } from './user-errors.ts';

/** Refuses roles that do not exist, and those by which the asker would give up the right to edit users. */
export function checkRoles(roles: readonly string[], table: RoleTable, { isSelf }: { isSelf: boolean }): void {
  for (const role of roles) {
    if (!table.has(role)) throw userErrors.rest_user_invalid_role({ role });
  }
  const keepsRights = roles.every((role) => table.get(role)?.capabilities['edit_users'] === true);
  if (isSelf && (roles.length === 0 || !keepsRights)) {
    throw userErrors.rest_user_invalid_role({ role: roles[0] ?? 'none' }, { status: 403 });
  }
}
