import type { RoleTable } from '../../rules/roles.ts';
import { userErrors } from './user-errors.ts';

/** Refuses roles that do not exist, and roles with which callers would lose their own capability to edit users. */
export function checkRoles(roles: readonly string[], table: RoleTable, { isSelf }: { isSelf: boolean }): void {
  for (const role of roles) {
    if (!table.has(role)) throw userErrors.rest_user_invalid_role({ role });
  }
  const keepsRights = roles.every((role) => table.get(role)?.capabilities['edit_users'] === true);
  if (isSelf && (roles.length === 0 || !keepsRights)) {
    throw userErrors.rest_user_invalid_role({ role: roles[0] ?? 'none' }, { status: 403 });
  }
}
