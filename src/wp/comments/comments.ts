import { contextArgument } from '../../api/resource/context.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import { s } from '../../schema/schema.ts';
import type { CoreContext } from '../context/core-context.ts';
import { storedComment } from '../context/stored-items.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { type CommentContext, commentContext } from './comment-context.ts';
import { commentEmbedders } from './comment-embeds.ts';
import { commentHandlers } from './comment-handlers.ts';
import { commentListArguments, passwordArgument } from './comment-list.ts';
import { commentPermissions, knownComment } from './comment-permissions.ts';
import { type CommentResource, commentResource } from './comment-resource.ts';

/** `/wp/v2/comments`: comments of readers, as visible as the posts they belong to. */
export function comments(core: CoreContext, kinds: ContentKinds): RouteModule {
  const context = commentContext(core, kinds);
  const resource = commentResource(context);
  return { routes: commentRoutes(resource, context), embedders: commentEmbedders(resource, context) };
}

const path = '/wp/v2/comments';
/** Accepted but not listed: arguments that a client may send by mistake. */
const unlisted = { id: s.scalar({ unlisted: true }), type: s.scalar({ unlisted: true }) };

function commentRoutes(resource: CommentResource, context: CommentContext): Route[] {
  const permissions = commentPermissions(context);
  const handlers = commentHandlers(resource, context);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List comments.',
      args: commentListArguments,
      permit: permissions.list,
      handle: handlers.list,
      shows: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Write a comment.',
      answers: created,
      args: {
        ...resource.arguments.create,
        ...unlisted,
        password: { ...passwordArgument, unlisted: true },
      },
      undoable: true,
      permit: permissions.create,
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show a comment.',
      args: { context: contextArgument, password: passwordArgument },
      permit: permissions.show,
      item: ({ id }, call) => storedComment(id, () => knownComment(id, call)),
      handle: handlers.show,
      shows: resource,
    }),
    route({
      method: writing,
      path: `${path}/{id:int}`,
      summary: 'Change a comment.',
      args: { ...resource.arguments.update, type: unlisted.type },
      undoable: true,
      permit: permissions.update,
      item: ({ id }) => storedComment(id),
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Put a comment into the trash, or remove it for good.',
      args: {
        force: s.boolean({ description: 'Remove it for good instead of trashing it.', default: false, pass: 2 }),
        password: passwordArgument,
      },
      undoable: true,
      permit: permissions.remove,
      item: ({ id }) => storedComment(id),
      handle: handlers.remove,
    }),
  ];
}
