import { type RoleTable, rolesFrom, standardRoles } from '../content/roles.ts';
import { decodePhp } from '../storage/php-serialized.ts';
import type { Store } from '../storage/store.ts';

/** The roles of the site as stored now. */
export type RoleSource = (store: Store) => Promise<RoleTable>;

/** Reads the site's own roles out of their option (`wp_user_roles` under the usual prefix), decoding it only when it changed. */
export function createRoleSource(optionName: string): RoleSource {
  let known: { readonly text: string; readonly table: RoleTable } | null = null;
  return async (store) => {
    const text = await store.options.get(optionName);
    if (text === null) return standardRoles;
    if (known?.text !== text) {
      const decoded = decodePhp(text);
      known = { text, table: decoded.ok ? rolesFrom(decoded.value) : standardRoles };
    }
    return known.table;
  };
}
