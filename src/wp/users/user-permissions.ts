import type { Call } from '../../api/call.ts';
import { callerOf, canEditUser, canViewAccount, canViewAnyUser, capabilitiesAbove } from '../../rules/capabilities.ts';
import type { User } from '../../storage/rows.ts';
import type { CoreContext } from '../context/core-context.ts';
import { publicTypes, visibleUsers } from '../context/visible-users.ts';
import { userErrors } from './user-errors.ts';

interface Item {
  readonly id?: number | undefined;
}

/** The permission checks of users. Each refuses by throwing. */
export interface UserPermissions {
  show(input: Item & { readonly context?: string | undefined }, call: Call): Promise<void>;
  create(input: object, call: Call): void;
  update(input: Item & { readonly roles?: readonly string[] | undefined }, call: Call): Promise<void>;
  remove(input: Item, call: Call): Promise<void>;
}

type Check = (user: User, roles: readonly string[] | undefined, call: Call) => void;

const checkRoleChange: Check = (_user, roles, { caller }) => {
  if (roles !== undefined && !caller.can('promote_users')) throw userErrors.rest_cannot_edit_roles();
};
const checkEditing: Check = (user, _roles, { caller }) => {
  if (!canEditUser(caller, user.id)) throw userErrors.rest_cannot_edit();
};

export function userPermissions(context: CoreContext): UserPermissions {
  const rolesFirst = context.variant.people.judgedFirst === 'roles';
  const checks = rolesFirst ? [checkRoleChange, checkEditing] : [checkEditing, checkRoleChange];

  return {
    async show({ id, context: shown }, call) {
      const user = await knownUser(id, call);
      const isSeen = shown === 'edit' ? canViewAccount : canViewAnyUser;
      if (isSeen(call.caller, user.id)) return;
      const find = () => visibleUsers([user.id], call, context.types);
      if (shown === 'edit') throw userErrors[call.variant.people.hiddenUser]();
      if (!(await call.once(`visible ${user.id}`, find)).has(user.id)) throw userErrors.rest_user_cannot_view();
    },
    create(_input, { caller }) {
      if (!caller.can('create_users')) throw userErrors.rest_cannot_create_user();
    },
    async update({ id, roles }, call) {
      const user = await knownUser(id, call);
      for (const check of checks) check(user, roles, call);
      if (await isAboveCaller(user.id, call, context)) throw userErrors.rest_cannot_edit();
    },
    async remove({ id }, call) {
      const user = await knownUser(id, call);
      if (!call.caller.can('delete_users') || (await isAboveCaller(user.id, call, context)))
        throw userErrors.rest_user_cannot_delete();
    },
  };
}

/**
 * Whether a user may do what the caller may not: somebody who edits users must not become an administrator by the password
 * of one.
 */
export async function isAboveCaller(
  userId: number,
  { caller, store }: Pick<Call, 'caller' | 'store'>,
  { roles }: Pick<CoreContext, 'roles'>,
): Promise<boolean> {
  if (userId === caller.userId) return false;
  const table = await roles(store);
  const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
  // What a limited credential may do to accounts is checked where they are written.
  return (
    capabilitiesAbove(caller.ceiling?.account ?? caller, callerOf(userId, stored, table).capabilities, table).length > 0
  );
}

/** The user with this id, loaded once per request; refused if there is none. */
export async function knownUser(id: number | undefined, call: Call): Promise<User> {
  const user = id ? await call.once(`user ${id}`, () => call.store.users.byId(id)) : null;
  if (!user) throw userErrors.rest_user_invalid_id();
  return user;
}

/** Lets the call remember users that it has read, and which of them the caller may see, found at once. */
export function rememberUsers(users: readonly User[], call: Call, context: CoreContext): void {
  const ids = users.map(({ id }) => id);
  const seen = call.once(`visible among ${ids.join()}`, () => visibleUsers(ids, call, context.types));
  for (const user of users) {
    call.once(`user ${user.id}`, () => user);
    call.once(`visible ${user.id}`, () => seen);
  }
}

/** The names of the types whose published rows make their author public, whatever else the caller may read. */
export const publicTypeNames = ({ types }: CoreContext): string[] => publicTypes(types).map((type) => type.name);
