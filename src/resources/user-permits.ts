import type { Call } from '../api/call.ts';
import { canEditUser, canViewAnyUser } from '../content/capabilities.ts';
import type { User } from '../storage/rows.ts';
import type { CoreParts } from './parts.ts';
import { userErrors } from './user-errors.ts';
import { publicTypes } from './user-list.ts';

interface Item {
  readonly id?: number | undefined;
}

/** Who may do what with one user. Each refuses by throwing. */
export interface UserPermits {
  show(input: Item & { readonly context?: string | undefined }, call: Call): Promise<void>;
  create(input: object, call: Call): void;
  update(input: Item & { readonly roles?: readonly string[] | undefined }, call: Call): Promise<void>;
  remove(input: Item, call: Call): Promise<void>;
}

type Judge = (user: User, roles: readonly string[] | undefined, call: Call) => void;

const judgeRoles: Judge = (_user, roles, { caller }) => {
  if (roles !== undefined && !caller.can('promote_users')) throw userErrors.rest_cannot_edit_roles();
};
const judgeEditing: Judge = (user, _roles, { caller }) => {
  if (!canEditUser(caller, user.id)) throw userErrors.rest_cannot_edit();
};

export function userPermits(parts: CoreParts): UserPermits {
  const rolesFirst = parts.variant.people.judgedFirst === 'roles';
  const judges = rolesFirst ? [judgeRoles, judgeEditing] : [judgeEditing, judgeRoles];

  return {
    async show({ id, context }, call) {
      const user = await knownUser(id, call);
      if (canViewAnyUser(call.caller, user.id)) return;
      const isHidden = context === 'edit' || !(await isPublicUser(user.id, call, parts));
      if (isHidden) throw userErrors.rest_user_cannot_view();
    },
    create(_input, { caller }) {
      if (!caller.can('create_users')) throw userErrors.rest_cannot_create_user();
    },
    async update({ id, roles }, call) {
      const user = await knownUser(id, call);
      for (const judge of judges) judge(user, roles, call);
    },
    async remove({ id }, call) {
      await knownUser(id, call);
      if (!call.caller.can('delete_users')) throw userErrors.rest_user_cannot_delete();
    },
  };
}

/** The user of this id, looked up once per request; refused where there is none. */
export async function knownUser(id: number | undefined, call: Call): Promise<User> {
  const user = id ? await call.once(`user ${id}`, () => call.store.users.byId(id)) : null;
  if (!user) throw userErrors.rest_user_invalid_id();
  return user;
}

/** Whether the user has published something that the interface shows. */
async function isPublicUser(id: number, call: Call, parts: CoreParts): Promise<boolean> {
  const authors = await call.once(`author ${id}`, () =>
    call.store.posts.authorsWith(publicTypes(parts), ['publish'], [id]),
  );
  return authors.has(id);
}
