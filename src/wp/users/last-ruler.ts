import { heldCapabilities } from '../../rules/capabilities.ts';
import type { RoleTable } from '../../rules/roles.ts';
import type { Store } from '../../storage/store.ts';

/** Whether these stored roles and capabilities rule the site. */
export const rulesSite = (stored: Readonly<Record<string, boolean>>, table: RoleTable): boolean =>
  heldCapabilities(stored, table).get('manage_options') === true;

/** Whether nobody else rules the site. It stays so only in a transaction that holds the lock `roles`. */
export async function isLastRuler(userId: number, store: Store, table: RoleTable): Promise<boolean> {
  const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
  if (!rulesSite(stored, table)) return false;
  const ruling = (await store.users.holders()).filter(({ capabilities }) => rulesSite(capabilities, table));
  return ruling.reduce((sum, { count }) => sum + count, 0) <= 1;
}
