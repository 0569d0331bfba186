import { changeCapabilities } from '../../auth/accounts.ts';
import { reassignInvitations } from '../../auth/invitations.ts';
import {
  type Caller,
  callerOf,
  canGiveRole,
  capabilitiesAbove,
  grantedBy,
  heldCapabilities,
} from '../../rules/capabilities.ts';
import { type RoleGrants, withGrants } from '../../rules/content/content-model.ts';
import { isGranted, type RoleTable, rolesFrom, standardRoles } from '../../rules/roles.ts';
import { decodePhp, encodePhp, type PhpArray } from '../../storage/options/php-serialized.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { roleErrors } from './role-errors.ts';

/** What roles are changed with. */
export interface RoleWork {
  /** The option that stores them, `wp_user_roles` with the usual prefix. */
  readonly optionName: string;
  /** What declarations give to roles besides. */
  readonly grants: () => RoleGrants;
}

/** Who changes roles, and in which store. */
export interface RoleChange {
  readonly caller: Caller;
  readonly store: Store;
}

export interface NewRole {
  readonly slug: string;
  readonly name: string;
  readonly capabilities: readonly string[];
}

/** With these together somebody can put the roles and the people of a site right again. */
const needed = ['manage_options', 'edit_users', 'promote_users'] as const;

/** Legacy user levels belong to roles as they were made; nobody sees or changes them here. */
export const isLevel = (name: string): boolean => /^level_\d+$/.test(name);

export const addRole = (work: RoleWork, at: RoleChange, role: NewRole): Promise<void> =>
  changing(work, at, async ({ stored, table, store }) => {
    if (stored.has(role.slug)) throw roleErrors.platen_role_exists();
    // A role is stored with a user like a capability, so that its name must not be one.
    if (await isCapability(role.slug, table, store)) throw roleErrors.platen_role_name();
    refuseUnowned(role.capabilities, at.caller, table);
    const capabilities: PhpArray = new Map(role.capabilities.map((name) => [name, true]));
    stored.set(
      role.slug,
      new Map<string, string | PhpArray>([
        ['name', role.name],
        ['capabilities', capabilities],
      ]),
    );
  });

export interface RoleChanges {
  readonly name?: string | undefined;
  readonly capabilities?: readonly string[] | undefined;
}

/** Changes a role and returns what it allows more and less than before. */
export const changeRole = (
  work: RoleWork,
  at: RoleChange,
  slug: string,
  { name, capabilities }: RoleChanges,
): Promise<{ readonly added: readonly string[]; readonly removed: readonly string[] }> =>
  changing(work, at, async ({ stored, table }) => {
    const row = rowOf(stored, slug, at.caller, table);
    if (name !== undefined) row.set('name', name);
    if (capabilities === undefined) return { added: [], removed: [] };
    const before = capabilitiesOf(row);
    const given = new Set(work.grants().get(slug) ?? []);
    const wanted = new Set(capabilities.filter((one) => !isLevel(one) && (before.has(one) || !given.has(one))));
    const had = [...before.keys()].map(String).filter((one) => isGranted(before.get(one)) && !isLevel(one));
    const added = [...wanted].filter((one) => !had.includes(one));
    const removed = had.filter((one) => !wanted.has(one));
    refuseUnowned(added, at.caller, table);
    for (const one of removed) before.delete(one);
    for (const one of added) before.set(one, true);
    row.set('capabilities', before);
    return { added, removed };
  });

/** Removes a role; its users and open invitations get another one. Returns how many users had it. */
export const removeRole = (work: RoleWork, at: RoleChange, slug: string, reassign: string | null): Promise<number> =>
  changing(work, at, async ({ stored, table, store }) => {
    rowOf(stored, slug, at.caller, table);
    if ((await readOption(store, 'default_role')) === slug) throw roleErrors.platen_role_default();
    const holders = await usersWith(slug, store);
    if (holders.length > 0 && reassign === null) throw roleErrors.platen_role_in_use({ count: holders.length });
    if (reassign !== null && (reassign === slug || !canGiveRole(at.caller, reassign, table)))
      throw roleErrors.platen_role_reassign();
    stored.delete(slug);
    for (const id of holders) {
      await changeCapabilities(store, id, ({ [slug]: _gone, ...others }) => ({ ...others, [String(reassign)]: true }));
    }
    if (reassign !== null) await reassignInvitations(store, slug, reassign);
    return holders.length;
  });

interface Opened {
  readonly stored: PhpArray;
  readonly table: RoleTable;
  readonly store: Store;
}

/** Reads the stored roles, lets them be changed and writes them, so that nobody is locked out. */
function changing<T>(
  { optionName, grants }: RoleWork,
  { caller, store }: RoleChange,
  change: (opened: Opened) => Promise<T>,
): Promise<T> {
  return store.transaction(async (inner) => {
    await inner.lock('roles');
    const stored = storedRoles(await inner.options.get(optionName));
    const result = await change({ stored, table: withGrants(rolesFrom(stored), grants()), store: inner });
    await refuseLockOut(caller, withGrants(rolesFrom(stored), grants()), inner);
    await inner.options.set(optionName, encodePhp(stored));
    return result;
  });
}

/** The roles as they are stored, with whatever else another program wrote beside them. */
function storedRoles(text: string | null): PhpArray {
  const decoded = text === null ? null : decodePhp(text);
  if (decoded?.ok && decoded.value instanceof Map && decoded.value.size > 0) return decoded.value;
  return new Map(
    [...standardRoles].map(([slug, { label, capabilities }]) => [
      slug,
      new Map<string, string | PhpArray>([
        ['name', label],
        ['capabilities', new Map(Object.entries(capabilities))],
      ]),
    ]),
  );
}

function rowOf(stored: PhpArray, slug: string, caller: Caller, table: RoleTable): PhpArray {
  const row = stored.get(slug);
  const role = table.get(slug);
  if (!(row instanceof Map) || !role) throw roleErrors.platen_role_not_found();
  if (capabilitiesAbove(caller, grantedBy(role), table).length > 0) throw roleErrors.platen_role_above();
  return row;
}

function capabilitiesOf(row: PhpArray): PhpArray {
  const capabilities = row.get('capabilities');
  return capabilities instanceof Map ? capabilities : new Map();
}

/** Nobody gives what they do not have. */
function refuseUnowned(added: readonly string[], caller: Caller, table: RoleTable): void {
  const unowned = added.filter((name) => !caller.can(name) || table.has(name));
  if (unowned.length > 0) throw roleErrors.platen_role_capability({ names: unowned.slice(0, 10).join(', ') });
}

const verbs =
  /^(?:edit|delete|publish|read|manage|create|list|promote|remove|install|update|activate|switch|upload|moderate|unfiltered|import|export|level)(?:_|$)/;

async function isCapability(slug: string, table: RoleTable, store: Store): Promise<boolean> {
  if (verbs.test(slug) || [...table.values()].some(({ capabilities }) => Object.hasOwn(capabilities, slug)))
    return true;
  return (await store.users.holders()).some(({ capabilities }) => Object.hasOwn(capabilities, slug));
}

/** Refuses what would leave nobody, or not the caller, who could undo it. */
async function refuseLockOut(caller: Caller, table: RoleTable, store: Store): Promise<void> {
  const rules = (stored: Readonly<Record<string, boolean>>): boolean => {
    const held = heldCapabilities(stored, table);
    return needed.every((name) => held.get(name) === true);
  };
  const holders = await store.users.holders();
  if (!holders.some(({ capabilities }) => rules(capabilities))) throw roleErrors.platen_role_lock_out();
  if (caller.userId === 0) return;
  const own = (await store.users.capabilities([caller.userId])).get(caller.userId) ?? {};
  const after = callerOf(caller.userId, own, table);
  if (!needed.every((name) => !caller.can(name) || after.can(name))) throw roleErrors.platen_role_lock_out();
}

const batch = 500;

async function usersWith(role: string, store: Store): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ; offset += batch) {
    const page = await store.users.find({ roles: [role] }, { by: 'id', direction: 'asc' }, { limit: batch, offset });
    ids.push(...page.map(({ id }) => id));
    if (page.length < batch) return ids;
  }
}
