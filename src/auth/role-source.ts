import { type RoleTable, rolesFrom, standardRoles } from '../rules/roles.ts';
import { decodePhp } from '../storage/options/php-serialized.ts';
import type { Store } from '../storage/store.ts';

/** The roles of the site as currently stored. */
export type RoleSource = (store: Store) => Promise<RoleTable>;

/**
 * Reads the site's own roles from their option (`wp_user_roles` with the default prefix), decoding it only when it has
 * changed.
 */
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
