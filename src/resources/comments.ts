import { type Embedder, publishSchema, writableArguments } from '../api/resource.ts';
import { type Route, route, writing } from '../api/route.ts';
import { s } from '../schema/schema.ts';
import { commentActs } from './comment-acts.ts';
import { commentEmbedders } from './comment-embeds.ts';
import { commentListArguments, passwordArgument } from './comment-list.ts';
import { type CommentParts, commentParts } from './comment-parts.ts';
import { commentPermits } from './comment-permits.ts';
import { type CommentResource, commentResource } from './comment-resource.ts';
import type { CoreParts } from './parts.ts';
import { contextArgument } from './user-list.ts';

/** `/wp/v2/comments`: what readers say, as visible as what they say it on. */
export function commentsResource(parts: CoreParts): {
  readonly routes: readonly Route[];
  readonly embedders: Readonly<Record<string, Embedder>>;
} {
  const shared = commentParts(parts);
  const resource = commentResource(shared);
  return { routes: commentRoutes(resource, shared), embedders: commentEmbedders(resource, shared) };
}

const path = '/wp/v2/comments';
/** Understood but not announced: what a client may send by mistake, and the password of a post. */
const unlisted = { id: s.any({ unlisted: true }), type: s.any({ unlisted: true }) };

function commentRoutes(resource: CommentResource, parts: CommentParts): Route[] {
  const permits = commentPermits(parts);
  const acts = commentActs(resource, parts);
  const schema = () => publishSchema(resource);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List comments.',
      args: commentListArguments,
      permit: permits.list,
      handle: acts.list,
      schema,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Write a comment.',
      args: {
        ...writableArguments(resource.fields, 'create'),
        ...unlisted,
        password: { ...passwordArgument, unlisted: true },
      },
      permit: permits.create,
      handle: acts.create,
    }),
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show a comment.',
      args: { context: contextArgument, password: passwordArgument },
      permit: permits.show,
      handle: acts.show,
      schema,
    }),
    route({
      method: writing,
      path: `${path}/{id:int}`,
      summary: 'Change a comment.',
      args: { ...writableArguments(resource.fields, 'update'), type: unlisted.type },
      permit: permits.update,
      handle: acts.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Put a comment into the trash, or remove it for good.',
      args: {
        force: s.boolean({ description: 'Remove it for good instead of trashing it.', default: false, pass: 2 }),
        password: passwordArgument,
      },
      permit: permits.remove,
      handle: acts.remove,
    }),
  ];
}
