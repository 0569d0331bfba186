import type { Call } from '../api/call.ts';
import { pagingReply } from '../api/paging.ts';
import { presentBare, presentItem, presentList } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Context } from '../api/resource.ts';
import { createAccount, setRoles, updateAccount } from '../auth/accounts.ts';
import type { MetaChange } from '../content/meta-registry.ts';
import { removeUser } from '../kinds/user-removal.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { CoreParts } from './parts.ts';
import { userErrors } from './user-errors.ts';
import { type UserListInput, userFilter, userListPlace, userOrder } from './user-list.ts';
import { knownUser } from './user-permits.ts';
import type { UserDraft, UserResource } from './user-resource.ts';
import { checkRoles } from './user-roles.ts';

type Input = Readonly<Record<string, unknown>>;
interface Item {
  readonly id: number;
}
interface Write extends Input {
  readonly username?: string;
  readonly roles?: readonly string[];
  readonly meta?: unknown;
}

const path = '/wp/v2/users';
const newcomersRole = 'default_role';

/** What the routes of users do once a request is understood and permitted. */
export function userActs(resource: UserResource, parts: CoreParts) {
  const showEdited = async (id: number, call: Call, status = 200): Promise<Reply> => {
    call.forget();
    const item = await presentItem(resource, await knownUser(id, call), call, 'edit');
    return reply(item, status === 201 ? { status, headers: { Location: `${call.site.apiUrl}${path}/${id}` } } : {});
  };
  const metaPlan = (input: Write, ownerId: number, call: Call): readonly MetaChange[] =>
    parts.meta.plan({ object: 'user', subtype: 'user', ownerId }, input.meta ?? null, call.caller);

  return {
    async list(input: UserListInput, call: Call): Promise<Reply> {
      const filter = userFilter(input, call, parts, await parts.roles(call.store));
      const { skip, page } = userListPlace(input);
      const users = await call.store.users.find(filter, userOrder(input), { limit: input.per_page, offset: skip });
      // A page that is not full is the last one, and says by itself how long the list is.
      const isLast = users.length < input.per_page && (users.length > 0 || skip === 0);
      const total = isLast ? skip + users.length : await call.store.users.count(filter);
      const items = await presentList(resource, users, call, input.context as Context);
      return reply(items, pagingReply({ total, perPage: input.per_page, page, path, input: { ...input } }, call));
    },

    async show(input: Item & { readonly context: string }, call: Call): Promise<Reply> {
      return reply(await presentItem(resource, await knownUser(input.id, call), call, input.context as Context));
    },

    async create(input: Write, call: Call): Promise<Reply> {
      if (input['id'] !== undefined) throw userErrors.rest_user_exists();
      const table = await parts.roles(call.store);
      if (input.roles) checkRoles(input.roles, table, { isSelf: false });
      const roles = input.roles ?? [(await call.store.options.get(newcomersRole)) ?? 'subscriber'];
      const draft = draftOf(resource, input, call);
      const changes = metaPlan(input, 0, call);
      const account = {
        ...draft,
        login: input.username ?? '',
        email: draft.email ?? '',
        password: draft.password ?? '',
        roles,
        nowMs: call.now,
      };
      const id = await createAccount(call.store, account, (store, made) => writeMeta(store, made, changes));
      return showEdited(id, call, 201);
    },

    async update(input: Write & Item, call: Call): Promise<Reply> {
      const user = await knownUser(input.id, call);
      const draft = draftOf(resource, input, call);
      await checkUnique(user, draft, input, call.store);
      const table = await parts.roles(call.store);
      if (input.roles) checkRoles(input.roles, table, { isSelf: user.id === call.caller.userId });
      const changes = metaPlan(input, user.id, call);
      await updateAccount(call.store, user, draft, {
        // Once more, for what others took meanwhile; the first time is for refusing in the right order.
        check: (store) => checkUnique(user, draft, input, store),
        alongside: async (store) => {
          if (input.roles) await setRoles(store, user.id, input.roles, table);
          await writeMeta(store, user.id, changes);
        },
      });
      return showEdited(user.id, call);
    },

    async remove(input: Item & { readonly force: boolean; readonly reassign: unknown }, call: Call): Promise<Reply> {
      const user = await knownUser(input.id, call);
      if (!input.force) throw userErrors.rest_trash_not_supported();
      const heirId = heirOf(input.reassign);
      if (heirId !== null && (heirId === user.id || !(await call.store.users.byId(heirId)))) {
        throw userErrors.rest_user_invalid_reassign();
      }
      const [previous] = await presentBare(resource, [user], call, 'edit');
      await removeUser(user.id, heirId, call, parts);
      return reply({ deleted: true, previous });
    },
  };
}

function draftOf(resource: UserResource, input: Input, call: Call): UserDraft {
  const draft: UserDraft = {};
  for (const [name, { write }] of Object.entries(resource.fields)) {
    const value = input[name];
    if (write && value !== undefined) void write(draft, value as never, call);
  }
  if ((draft.slug ?? '').length > 50) throw userErrors.user_nicename_too_long();
  if ((draft.url ?? '').length > 100) throw userErrors.user_url_too_long();
  return draft;
}

async function checkUnique(user: User, draft: UserDraft, input: Write, store: Store): Promise<void> {
  const holder = draft.email === undefined ? null : await store.users.byEmail(draft.email);
  if (holder && holder.id !== user.id) throw userErrors.rest_user_invalid_email();
  if (input.username && input.username !== user.login) throw userErrors.rest_user_invalid_argument();
  if (draft.slug && (await store.users.slugTaken(draft.slug, user.id))) throw userErrors.rest_user_invalid_slug();
}

async function writeMeta(store: Store, userId: number, changes: readonly MetaChange[]): Promise<void> {
  for (const { key, values } of changes) await store.meta.set('user', userId, key, values);
}

/** Whom the posts go to; null for nobody, which has to be said in so many words. */
function heirOf(reassign: unknown): number | null {
  return reassign === false || reassign === 'false' ? null : Number(reassign);
}

/** What may be sent as heir: a user's id, or the plain word that there is none. */
export function isHeir(value: unknown): boolean {
  return value === false || value === 'false' || /^\+?\d+$/.test(String(value).trim());
}
