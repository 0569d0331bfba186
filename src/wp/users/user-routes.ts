import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { type Context, contextArgument } from '../../api/resource/context.ts';
import type { Embedder } from '../../api/resource/links.ts';
import { cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply, pageOfOffset, rowsBefore } from '../../api/resource/list-page.ts';
import { presentBare, presentEmbedded, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, created, type Route, route, writing } from '../../api/routing/route.ts';
import { createAccount, setRoles, updateAccount } from '../../auth/accounts.ts';
import { noteEmail } from '../../auth/oidc.ts';
import { isLongEnough, leastPasswordCharacters } from '../../auth/passwords/password-hash.ts';
import type { UserHookDraft } from '../../background/hook-values.ts';
import { errors } from '../../lib/errors.ts';
import { Refusal, type Scalar, s } from '../../lib/schema/schema.ts';
import { roleNames } from '../../rules/capabilities.ts';
import type { MetaChange } from '../../rules/fields/field-storage.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { User } from '../../storage/rows.ts';
import type { Beyond, Store } from '../../storage/store.ts';
import { readableSlug } from '../../text/slug.ts';
import type { CoreContext } from '../context/core-context.ts';
import { storedUser } from '../context/stored-items.ts';
import { visibleUsers } from '../context/visible-users.ts';
import { acfArguments, acfMember, joinSent } from '../fields/acf-member.ts';
import { planMeta } from '../fields/plan-fields.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { applicationPasswordRoutes } from './application-password-routes.ts';
import { userErrors } from './user-errors.ts';
import { permitUserList, type UserListInput, userFilter, userListArguments, userOrder } from './user-list.ts';
import { knownUser, type UserPermissions, userPermissions } from './user-permissions.ts';
import { passwordFault, type UserDraft, type UserInput, type UserResource, userResource } from './user-resource.ts';
import { askBeforeUser, checkRoles, cleanChanges, recordUser, refuseStronger, removeUser } from './write-user.ts';

/** `/wp/v2/users` with `/wp/v2/users/me` for the caller, and the writes of `platen/v1` that ask for a good password. */
export function users(
  context: CoreContext,
  kinds: ContentKinds,
  listedTypes: CoreContext['types'],
): { readonly core: RouteModule; readonly own: RouteModule } {
  const resource = userResource(context);
  const handlers = userHandlers(resource, context, kinds);
  const permissions = userPermissions(context);
  return {
    core: {
      routes: [
        ...collectionRoutes(resource, handlers, permissions, { ...context, listedTypes }),
        ...itemRoutes(resource, handlers, permissions),
        ...ownRoutes(resource, handlers, permissions),
        ...(context.variant.later ? applicationPasswordRoutes(context, path, { sharedNames: true }) : []),
      ],
      embedders: { user: embedUsers(resource, context) },
    },
    own: { routes: chosenPasswordRoutes(resource, handlers, permissions) },
  };
}

type Handlers = ReturnType<typeof userHandlers>;

const path = '/wp/v2/users';

const removalArguments = {
  force: s.boolean({ description: 'Must be true: users have no trash.', default: false, pass: 2 }),
  reassign: s.scalar({
    description: 'Id of the user who gets what the removed one wrote.',
    required: true,
    documentedType: 'integer',
    check: (value: Scalar) =>
      isReassignee(value)
        ? null
        : new Refusal('reassign must be the id of a user.', 'rest_invalid_param', { status: 400 }),
  }),
};

function collectionRoutes(
  resource: UserResource,
  handlers: Handlers,
  permissions: UserPermissions,
  context: CoreContext & { readonly listedTypes: CoreContext['types'] },
): Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List users.',
      args: { ...userListArguments(context, context.listedTypes), ...handlers.formatArgument },
      batched: true,
      permit: (input, call) => permitUserList(input, call, context),
      handle: handlers.list,
      resource: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a user.',
      response: created,
      args: { ...resource.arguments.create, id: s.scalar({ unlisted: true }) },
      batched: true,
      permit: permissions.create,
      requiresLogin: true,
      handle: handlers.create,
    }),
  ];
}

function itemRoutes(resource: UserResource, handlers: Handlers, permissions: UserPermissions): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show a user.',
      args: { context: contextArgument, ...handlers.formatArgument },
      batched: true,
      permit: permissions.show,
      item: ({ id }, call) => storedUser(id, () => knownUser(id, call)),
      handle: handlers.show,
      resource: resource,
    }),
    route({
      method: writing,
      path: `${path}/{id:int}`,
      summary: 'Change a user.',
      args: resource.arguments.update,
      batched: true,
      permit: permissions.update,
      requiresLogin: true,
      item: ({ id }) => storedUser(id),
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Remove a user and give away what the user wrote.',
      args: removalArguments,
      batched: true,
      permit: permissions.remove,
      requiresLogin: true,
      item: ({ id }) => storedUser(id),
      handle: handlers.remove,
    }),
  ];
}

/**
 * The same writes for pages on which people choose passwords. Clients of `wp/v2` may send any password, as programs
 * that move accounts do.
 */
function chosenPasswordRoutes(resource: UserResource, handlers: Handlers, permissions: UserPermissions): Route[] {
  const chosen = (required: boolean) =>
    s.string({
      description: `Password of at least ${leastPasswordCharacters} characters; it is never shown.`,
      required,
      check: (password: string) =>
        passwordFault(password) ??
        (isLongEnough(password) ? null : `Choose a password of at least ${leastPasswordCharacters} characters.`),
    });
  return [
    route({
      method: 'POST',
      path: '/platen/v1/users',
      summary: 'Make a user whose password somebody has chosen.',
      response: created,
      args: { ...resource.arguments.create, password: chosen(true) },
      undoable: true,
      permit: permissions.create,
      handle: handlers.create,
      resource: resource,
    }),
    route({
      method: 'POST',
      path: '/platen/v1/users/{id:int}',
      summary: 'Change a user; a password must be one that somebody may choose.',
      args: { ...resource.arguments.update, password: chosen(false) },
      undoable: true,
      permit: permissions.update,
      item: ({ id }) => storedUser(id),
      handle: handlers.update,
      resource: resource,
    }),
  ];
}

const ownItem = (_input: object, { caller }: Call) => storedUser(caller.userId);

/** The `me` routes; the id is the caller's and cannot be overridden. */
function ownRoutes(resource: UserResource, handlers: Handlers, permissions: UserPermissions): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/me`,
      summary: 'Show the user who asks.',
      args: { context: contextArgument, ...handlers.formatArgument },
      permit: anyone,
      item: ownItem,
      handle: (input, call) => {
        call.keepPrivate();
        if (call.caller.userId === 0) throw errors.rest_not_logged_in();
        return handlers.show({ ...input, id: call.caller.userId }, call);
      },
      resource: resource,
    }),
    route({
      method: writing,
      path: `${path}/me`,
      summary: 'Change the user who asks.',
      args: resource.arguments.update,
      permit: (input, call) => permissions.update({ ...input, id: call.caller.userId }, call),
      item: ownItem,
      handle: (input, call) => handlers.update({ ...input, id: call.caller.userId }, call),
    }),
    route({
      method: 'DELETE',
      path: `${path}/me`,
      summary: 'Remove the user who asks.',
      args: removalArguments,
      permit: (input, call) => permissions.remove({ ...input, id: call.caller.userId }, call),
      item: ownItem,
      handle: (input, call) => handlers.remove({ ...input, id: call.caller.userId }, call),
    }),
  ];
}

function embedUsers(resource: UserResource, context: CoreContext): Embedder {
  return async (ids, call) => {
    const [users, visibleIds] = await Promise.all([
      call.store.users.byIds(ids),
      visibleUsers(ids, call, context.types),
    ]);
    const known = new Set(users.map((user) => user.id));
    const visible = users.filter((user) => visibleIds.has(user.id));
    const items = await presentEmbedded(resource, visible, call);
    const shown = new Map(visible.map((user, i) => [user.id, items[i]]));
    return ids.map(
      (id) => shown.get(id) ?? (known.has(id) ? userErrors.rest_user_cannot_view() : userErrors.rest_user_invalid_id()),
    );
  };
}

type Item = { readonly id: number };

const collectionPath = '/wp/v2/users';

/** The handlers of the user routes; they run after validation and permission. */
export function userHandlers(resource: UserResource, context: CoreContext, kinds: ContentKinds) {
  const showEdited = async (id: number, call: Call, status = 200): Promise<Reply> => {
    call.forget();
    const item = await presentItem(resource, await knownUser(id, call), call, 'edit');
    return reply(
      item,
      status === 201 ? { status, headers: { Location: `${call.site.apiUrl}${collectionPath}/${id}` } } : {},
    );
  };
  const acf = acfMember(context, 'user', 'user');
  const metaPlan = (input: UserInput, ownerId: number, call: Call): Promise<readonly MetaChange[]> => {
    const of = { object: 'user', subtype: 'user', ownerId } as const;
    return planMeta(context, { of, ...joinSent(acf, input), required: ownerId === 0 ? 'all' : 'sent' }, call);
  };

  return {
    formatArgument: acfArguments(acf),
    async list(input: UserListInput, call: Call): Promise<Reply> {
      const filter = userFilter(input, call, context, await context.roles(call.store));
      const start = cursorStart(input, ['id']);
      if (start) {
        const find = (beyond: Beyond | null, limit: number) =>
          call.store.users.find({ ...filter, ...(beyond ? { beyond } : {}) }, userOrder(input), { limit, offset: 0 });
        return cursorReply(start, input, { resource, path: collectionPath, find, orderedBy: () => '' }, call);
      }
      const found = await findPage(
        { limit: input.per_page, offset: rowsBefore(input) },
        {
          find: (page) => call.store.users.find(filter, userOrder(input), page),
          count: () => call.store.users.count(filter),
        },
      );
      const slug = filter.slugs?.map(readableSlug);
      const at = { path: collectionPath, page: pageOfOffset(input), input: { ...input, ...(slug ? { slug } : {}) } };
      return listReply(resource, found, at, call);
    },

    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      return reply(await presentItem(resource, await knownUser(input.id, call), call, input.context));
    },

    async create(input: UserInput & { readonly id?: Scalar | undefined }, call: Call): Promise<Reply> {
      if (input.id !== undefined) throw userErrors.rest_user_exists();
      const table = await context.roles(call.store);
      if (input.roles) checkRoles(input.roles, table, { caller: call.caller, isSelf: false, before: [] });
      const roles = input.roles ?? [await readOption(call.store, 'default_role')];
      await refuseStronger({ user: null, roles, opens: true }, table, call);
      const draft = await checkedDraft(resource, input, null, { call, context });
      const changes = await metaPlan(input, 0, call);
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
      if (input.roles) {
        const stored = (await call.store.users.capabilities([user.id])).get(user.id) ?? {};
        const before = roleNames(stored, table);
        checkRoles(input.roles, table, { caller: call.caller, isSelf: user.id === call.caller.userId, before });
      }
      const opens = input.roles !== undefined || draft.password !== undefined || draft.email !== undefined;
      await refuseStronger({ user, roles: input.roles, opens }, table, call);
      const changes = await metaPlan(input, user.id, call);
      await updateAccount(call.store, user, draft, {
        // Checked again in the transaction against concurrent changes; the first check gives errors in the right order.
        check: (store) => checkUnique(user, draft, input, store),
        alongside: async (store) => {
          if (input.roles) await setRoles(store, user.id, input.roles, table);
          if (draft.email !== undefined && draft.email !== user.email)
            await noteEmail(store, user.id, draft.email, isVouched(user.id, call));
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

/** Whether somebody else answers for an address: people give themselves any. */
const isVouched = (userId: number, { caller }: Call): boolean =>
  userId !== caller.userId || (caller.ceiling?.account ?? caller).can('edit_users');

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
  await store.meta.apply('user', userId, changes);
}

/** The user who gets the posts; null for nobody, which must be requested explicitly. */
function reassigneeOf(reassign: Scalar): number | null {
  return reassign === false || reassign === 'false' ? null : Number(reassign);
}

/** Whether the value is a valid reassignee: a user id, or an explicit `false` for none. */
export function isReassignee(value: Scalar): boolean {
  return value === false || value === 'false' || /^\+?\d+$/.test(String(value).trim());
}
