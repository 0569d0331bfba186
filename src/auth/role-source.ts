import { type RoleGrants, withGrants } from '../rules/content/role-grants.ts';
import { type RoleTable, rolesFrom, standardRoles } from '../rules/roles.ts';
import { decodePhp } from '../storage/options/php-serialized.ts';
import type { Store } from '../storage/store.ts';

/** The roles of the site as currently stored. */
export type RoleSource = (store: Store) => Promise<RoleTable>;

/**
 * Reads the site's own roles from their option (`wp_user_roles` with the default prefix), decoding it only when it has
 * changed.
 *
 * @param grants what declarations give to roles besides
 */
export function createRoleSource(optionName: string, grants: RoleGrants = new Map()): RoleSource {
  const standard = withGrants(standardRoles, grants);
  let known: { readonly text: string; readonly table: RoleTable } | null = null;
  return async (store) => {
    const text = await store.options.get(optionName);
    if (text === null) return standard;
    if (known?.text !== text) {
      const decoded = decodePhp(text);
      known = { text, table: decoded.ok ? withGrants(rolesFrom(decoded.value), grants) : standard };
    }
    return known.table;
  };
}
