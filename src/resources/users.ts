import { presentEmbedded } from '../api/present.ts';
import { type Embedder, publishSchema, writableArguments } from '../api/resource.ts';
import { anyone, type Route, route, writing } from '../api/route.ts';
import { canViewAnyUser } from '../content/capabilities.ts';
import { errors } from '../errors.ts';
import { s } from '../schema/schema.ts';
import type { CoreParts } from './parts.ts';
import { isHeir, userActs } from './user-acts.ts';
import { userErrors } from './user-errors.ts';
import { contextArgument, permitUserList, publicTypes, userListArguments } from './user-list.ts';
import { userPermits } from './user-permits.ts';
import { type UserResource, userResource } from './user-resource.ts';

/** `/wp/v2/users`, and `/wp/v2/users/me` for the one who asks. */
export function usersResource(parts: CoreParts): {
  readonly routes: readonly Route[];
  readonly embedders: Readonly<Record<string, Embedder>>;
} {
  const resource = userResource(parts);
  return {
    routes: [...collectionRoutes(resource, parts), ...itemRoutes(resource, parts), ...ownRoutes(resource, parts)],
    embedders: { user: embedUsers(resource, parts) },
  };
}

const path = '/wp/v2/users';

const removalArguments = {
  force: s.boolean({ description: 'Must be true: users have no trash.', default: false, pass: 2 }),
  reassign: s.integer({
    description: 'Id of the user who gets what the removed one wrote.',
    required: true,
    loose: true,
    check: (value: unknown) => (isHeir(value) ? null : 'reassign must be the id of a user.'),
  }),
};

function collectionRoutes(resource: UserResource, parts: CoreParts): Route[] {
  const permits = userPermits(parts);
  const acts = userActs(resource, parts);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List users.',
      args: userListArguments(parts.variant),
      permit: (input, call) => permitUserList(input, call, parts),
      handle: acts.list,
      schema: () => publishSchema(resource),
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a user.',
      args: { ...writableArguments(resource.fields, 'create'), id: s.any({ unlisted: true }) },
      permit: permits.create,
      handle: acts.create,
    }),
  ];
}

function itemRoutes(resource: UserResource, parts: CoreParts): Route[] {
  const permits = userPermits(parts);
  const acts = userActs(resource, parts);
  return [
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show a user.',
      args: { context: contextArgument },
      permit: permits.show,
      handle: acts.show,
      schema: () => publishSchema(resource),
    }),
    route({
      method: writing,
      path: `${path}/{id:int}`,
      summary: 'Change a user.',
      args: writableArguments(resource.fields, 'update'),
      permit: permits.update,
      handle: acts.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Remove a user and give away what the user wrote.',
      args: removalArguments,
      permit: permits.remove,
      handle: acts.remove,
    }),
  ];
}

/** The same for whoever asks; the id is the caller's and nothing sent can replace it. */
function ownRoutes(resource: UserResource, parts: CoreParts): Route[] {
  const permits = userPermits(parts);
  const acts = userActs(resource, parts);
  return [
    route({
      method: 'GET',
      path: `${path}/me`,
      summary: 'Show the user who asks.',
      args: { context: contextArgument },
      permit: anyone,
      handle: (input, call) => {
        call.keepPrivate();
        if (call.caller.userId === 0) throw errors.rest_not_logged_in();
        return acts.show({ ...input, id: call.caller.userId }, call);
      },
      schema: () => publishSchema(resource),
    }),
    route({
      method: writing,
      path: `${path}/me`,
      summary: 'Change the user who asks.',
      args: writableArguments(resource.fields, 'update'),
      permit: (input, call) => permits.update({ ...input, id: call.caller.userId }, call),
      handle: (input, call) => acts.update({ ...input, id: call.caller.userId }, call),
    }),
    route({
      method: 'DELETE',
      path: `${path}/me`,
      summary: 'Remove the user who asks.',
      args: removalArguments,
      permit: (input, call) => permits.remove({ ...input, id: call.caller.userId }, call),
      handle: (input, call) => acts.remove({ ...input, id: call.caller.userId }, call),
    }),
  ];
}

function embedUsers(resource: UserResource, parts: CoreParts): Embedder {
  return async (ids, call) => {
    const users = await call.store.users.byIds(ids);
    const hidden = users.filter((user) => !canViewAnyUser(call.caller, user.id)).map((user) => user.id);
    const authors =
      hidden.length > 0
        ? await call.store.posts.authorsWith(publicTypes(parts), ['publish'], hidden)
        : new Set<number>();
    const visible = users.filter((user) => !hidden.includes(user.id) || authors.has(user.id));
    const items = await presentEmbedded(resource, visible, call);
    const shown = new Map(visible.map((user, i) => [user.id, items[i]]));
    const known = new Set(users.map((user) => user.id));
    return ids.map(
      (id) => shown.get(id) ?? (known.has(id) ? userErrors.rest_user_cannot_view() : userErrors.rest_user_invalid_id()),
    );
  };
}
