import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply, pageOfOffset } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import { createAccount, setRoles, updateAccount } from '../../auth/accounts.ts';
import type { UserHookDraft } from '../../hooks/hook-drafts.ts';
import type { MetaChange } from '../../rules/meta-registry.ts';
import type { Scalar } from '../../schema/schema.ts';
import type { User } from '../../storage/rows.ts';
import type { Beyond, Store } from '../../storage/store.ts';
import { readableSlug } from '../../text/slugs/slug.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { removeUser } from './operations/remove-user.ts';
import { askBeforeUser, recordUser } from './operations/user-hooks.ts';
import { cleanChanges } from './user-changes.ts';
import { userErrors } from './user-errors.ts';
import { type UserListInput, userFilter, userOrder } from './user-list.ts';
import { knownUser } from './user-permissions.ts';
import type { UserDraft, UserInput, UserResource } from './user-resource.ts';
import { checkRoles } from './user-roles.ts';

type Item = { readonly id: number };

const path = '/wp/v2/users';
const newcomersRole = 'default_role';

/** The handlers of the user routes; they run after validation and permission. */
export function userHandlers(resource: UserResource, context: CoreContext, kinds: ContentKinds) {
  const showEdited = async (id: number, call: Call, status = 200): Promise<Reply> => {
    call.forget();
    const item = await presentItem(resource, await knownUser(id, call), call, 'edit');
    return reply(item, status === 201 ? { status, headers: { Location: `${call.site.apiUrl}${path}/${id}` } } : {});
  };
  const metaPlan = (input: UserInput, ownerId: number, call: Call): readonly MetaChange[] =>
    context.meta.plan({ object: 'user', subtype: 'user', ownerId }, input.meta, call.caller);

  return {
    async list(input: UserListInput, call: Call): Promise<Reply> {
      const filter = userFilter(input, call, context, await context.roles(call.store));
      const start = cursorStart(input, ['id']);
      if (start) {
        const find = (beyond: Beyond | null, limit: number) =>
          call.store.users.find({ ...filter, ...(beyond ? { beyond } : {}) }, userOrder(input), { limit, offset: 0 });
        return cursorReply(start, input, { resource, path, find, orderedBy: () => '' }, call);
      }
      const offset = input.offset ?? (input.page - 1) * input.per_page;
      const found = await findPage(
        { limit: input.per_page, offset },
        {
          find: (page) => call.store.users.find(filter, userOrder(input), page),
          count: () => call.store.users.count(filter),
        },
      );
      const slug = filter.slugs?.map(readableSlug);
      const at = { path, page: pageOfOffset(input), input: { ...input, ...(slug ? { slug } : {}) } };
      return listReply(resource, found, at, call);
    },

    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      return reply(await presentItem(resource, await knownUser(input.id, call), call, input.context));
    },

    async create(input: UserInput & { readonly id?: Scalar | undefined }, call: Call): Promise<Reply> {
      if (input.id !== undefined) throw userErrors.rest_user_exists();
      const table = await context.roles(call.store);
      if (input.roles) checkRoles(input.roles, table, { isSelf: false });
      const roles = input.roles ?? [(await call.store.options.get(newcomersRole)) ?? 'subscriber'];
      const draft = await checkedDraft(resource, input, null, { call, context });
      const changes = metaPlan(input, 0, call);
      const account = {
        ...draft,
        login: input.username ?? '',
        email: draft.email ?? '',
        password: draft.password ?? '',
        roles,
        nowMs: call.now,
      };
      const id = await createAccount(call.store, account, async (store, made) => {
        await writeMeta(store, made, changes);
        await record('create', made, { store, changed: { roles } }, call);
      });
      call.hooks?.wake();
      return showEdited(id, call, 201);
    },

    async update(input: UserInput & Item, call: Call): Promise<Reply> {
      const user = await knownUser(input.id, call);
      const draft = await checkedDraft(resource, input, user, { call, context });
      await checkUnique(user, draft, input, call.store);
      const table = await context.roles(call.store);
      if (input.roles) checkRoles(input.roles, table, { isSelf: user.id === call.caller.userId });
      const changes = metaPlan(input, user.id, call);
      await updateAccount(call.store, user, draft, {
        // Checked again in the transaction against concurrent changes; the first check gives errors in the right order.
        check: (store) => checkUnique(user, draft, input, store),
        alongside: async (store) => {
          if (input.roles) await setRoles(store, user.id, input.roles, table);
          await writeMeta(store, user.id, changes);
          await record('update', user.id, { store, changed: changedBy(input) }, call);
        },
      });
      call.hooks?.wake();
      return showEdited(user.id, call);
    },

    async remove(input: Item & { readonly force: boolean; readonly reassign: Scalar }, call: Call): Promise<Reply> {
      const user = await knownUser(input.id, call);
      if (!input.force) throw userErrors.rest_trash_not_supported();
      const reassigneeId = reassigneeOf(input.reassign);
      if (reassigneeId !== null && (reassigneeId === user.id || !(await call.store.users.byId(reassigneeId)))) {
        throw userErrors.rest_user_invalid_reassign();
      }
      const [previous] = await presentBare(resource, [user], call, 'edit');
      await removeUser(user.id, reassigneeId, call, kinds);
      return reply({ deleted: true, previous });
    },
  };
}

async function checkedDraft(
  resource: UserResource,
  input: UserInput,
  user: User | null,
  { call, context }: { readonly call: Call; readonly context: CoreContext },
): Promise<UserDraft> {
  const sent = await resource.draft(input, call);
  const clean = (changes: UserHookDraft) => cleanChanges(changes, context);
  const { hooks, caller } = call;
  const draft = await askBeforeUser(user ? 'update' : 'create', user, sent, { hooks, caller, clean });
  if ((draft.slug ?? '').length > 50) throw userErrors.user_nicename_too_long();
  if ((draft.url ?? '').length > 100) throw userErrors.user_url_too_long();
  return draft;
}

async function checkUnique(user: User, draft: UserDraft, input: UserInput, store: Store): Promise<void> {
  const holder = draft.email === undefined ? null : await store.users.byEmail(draft.email);
  if (holder && holder.id !== user.id) throw userErrors.rest_user_invalid_email();
  if (input.username && input.username !== user.login) throw userErrors.rest_user_invalid_argument();
  if (draft.slug && (await store.users.slugTaken(draft.slug, user.id))) throw userErrors.rest_user_invalid_slug();
}

async function record(
  action: 'create' | 'update',
  id: number,
  { store, changed }: { readonly store: Store; readonly changed: Readonly<Record<string, unknown>> },
  call: Call,
): Promise<void> {
  if (call.hooks) await recordUser(action, await store.users.byId(id), { ...call, store }, changed);
}

/** The names of what was sent, and the roles themselves; no other value. */
function changedBy(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.keys(input).filter((name) => input[name] !== undefined && name !== 'id' && name !== 'context');
  return { fields, ...(input['roles'] === undefined ? {} : { roles: input['roles'] }) };
}

async function writeMeta(store: Store, userId: number, changes: readonly MetaChange[]): Promise<void> {
  for (const { key, values } of changes) await store.meta.set('user', userId, key, values);
}

/** The user who gets the posts; null for nobody, which must be requested explicitly. */
function reassigneeOf(reassign: Scalar): number | null {
  return reassign === false || reassign === 'false' ? null : Number(reassign);
}

/** Whether the value is a valid reassignee: a user id, or an explicit `false` for none. */
export function isReassignee(value: Scalar): boolean {
  return value === false || value === 'false' || /^\+?\d+$/.test(String(value).trim());
}
