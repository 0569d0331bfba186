import type { Call } from '../../api/call.ts';
import { contextArgument } from '../../api/resource/context.ts';
import type { Embedder } from '../../api/resource/link.ts';
import { presentEmbedded } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, created, type Route, route, writing } from '../../api/routing/route.ts';
import { errors } from '../../errors.ts';
import { type Scalar, s } from '../../schema/schema.ts';
import type { CoreContext } from '../context/core-context.ts';
import { storedUser } from '../context/stored-items.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { applicationPasswordRoutes } from './application-passwords/application-passwords.ts';
import { userErrors } from './user-errors.ts';
import { isReassignee, userHandlers } from './user-handlers.ts';
import { permitUserList, userListArguments } from './user-list.ts';
import { knownUser, type UserPermissions, userPermissions } from './user-permissions.ts';
import { type UserResource, userResource } from './user-resource.ts';
import { visibleUsers } from './user-visibility.ts';

/** `/wp/v2/users`, and `/wp/v2/users/me` for the caller. */
export function users(context: CoreContext, kinds: ContentKinds): RouteModule {
  const resource = userResource(context);
  const handlers = userHandlers(resource, context, kinds);
  const permissions = userPermissions(context);
  return {
    routes: [
      ...collectionRoutes(resource, handlers, permissions, context),
      ...itemRoutes(resource, handlers, permissions),
      ...ownRoutes(resource, handlers, permissions),
      ...(context.variant.extended ? applicationPasswordRoutes(context, path) : []),
    ],
    embedders: { user: embedUsers(resource, context) },
  };
}

type Handlers = ReturnType<typeof userHandlers>;

const path = '/wp/v2/users';

const removalArguments = {
  force: s.boolean({ description: 'Must be true: users have no trash.', default: false, pass: 2 }),
  reassign: s.scalar({
    description: 'Id of the user who gets what the removed one wrote.',
    required: true,
    announced: 'integer',
    check: (value: Scalar) => (isReassignee(value) ? null : 'reassign must be the id of a user.'),
  }),
};

function collectionRoutes(
  resource: UserResource,
  handlers: Handlers,
  permissions: UserPermissions,
  context: CoreContext,
): Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List users.',
      args: userListArguments(context.variant),
      permit: (input, call) => permitUserList(input, call, context),
      handle: handlers.list,
      shows: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a user.',
      answers: created,
      args: { ...resource.arguments.create, id: s.scalar({ unlisted: true }) },
      undoable: true,
      permit: permissions.create,
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
      args: { context: contextArgument },
      permit: permissions.show,
      item: ({ id }, call) => storedUser(id, () => knownUser(id, call)),
      handle: handlers.show,
      shows: resource,
    }),
    route({
      method: writing,
      path: `${path}/{id:int}`,
      summary: 'Change a user.',
      args: resource.arguments.update,
      undoable: true,
      permit: permissions.update,
      item: ({ id }) => storedUser(id),
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Remove a user and give away what the user wrote.',
      args: removalArguments,
      undoable: true,
      permit: permissions.remove,
      item: ({ id }) => storedUser(id),
      handle: handlers.remove,
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
      args: { context: contextArgument },
      permit: anyone,
      item: ownItem,
      handle: (input, call) => {
        call.keepPrivate();
        if (call.caller.userId === 0) throw errors.rest_not_logged_in();
        return handlers.show({ ...input, id: call.caller.userId }, call);
      },
      shows: resource,
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
    const [users, visibleIds] = await Promise.all([call.store.users.byIds(ids), visibleUsers(ids, call, context)]);
    const known = new Set(users.map((user) => user.id));
    const visible = users.filter((user) => visibleIds.has(user.id));
    const items = await presentEmbedded(resource, visible, call);
    const shown = new Map(visible.map((user, i) => [user.id, items[i]]));
    return ids.map(
      (id) => shown.get(id) ?? (known.has(id) ? userErrors.rest_user_cannot_view() : userErrors.rest_user_invalid_id()),
    );
  };
}
