import type { Call } from '../api/call.ts';
import { presentBare, presentItem, presentList } from '../api/present.ts';
import { reply } from '../api/reply.ts';
import { publishSchema } from '../api/resource.ts';
import { type Route, route } from '../api/route.ts';
import { canEditPost } from '../content/capabilities.ts';
import { everything } from '../content/sight.ts';
import { s } from '../schema/schema.ts';
import type { Post } from '../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { contextArgument } from './content-list-arguments.ts';
import { factsOf, postById } from './content-permits.ts';
import { revisionType } from './revision-make.ts';
import { revisionResource } from './revision-resource.ts';

interface Named {
  readonly parent?: number;
  readonly id?: number;
}

const most = 1_000_000;

/** The revisions of a kind of content: for those who may edit what they are revisions of, and under no other parent. */
export function revisionRoutes(kind: ContentKind): Route[] {
  const resource = revisionResource(kind);
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const collection = `${kind.path}/{parent:int}/revisions` as '/{parent:int}/revisions';
  const item = `${kind.path}/{parent:int}/revisions/{id:int}` as '/{parent:int}/revisions/{id:int}';
  const schema = () => publishSchema(resource);
  return [
    route({
      method: 'GET',
      path: collection,
      summary: `List the revisions of a ${one}.`,
      args: { context: contextArgument },
      permit: (input, call) => mayRead(kind, input, call),
      handle: async (input, call) => {
        const revisions = await call.store.posts.find(
          { types: [revisionType], sight: everything, parentIds: [input.parent] },
          { by: 'date', direction: 'desc' },
          { limit: most, offset: 0 },
        );
        return reply(await presentList(resource, revisions, call, input.context));
      },
      schema,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a revision of a ${one}.`,
      args: { context: contextArgument },
      permit: (input, call) => mayRead(kind, input, call),
      handle: async (input, call) =>
        reply(await presentItem(resource, await revisionOf(input, call), call, input.context)),
      schema,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Remove a revision of a ${one} for good.`,
      args: { force: s.boolean({ default: false, description: 'Must be true: revisions have no trash.' }) },
      permit: async (input, call) => {
        await mayRead(kind, input, call);
        await revisionOf(input, call);
      },
      handle: async (input, call) => {
        const revision = await revisionOf(input, call);
        if (!input.force) throw contentErrors.rest_trash_not_supported();
        const [previous] = await presentBare(resource, [revision], call, 'view');
        await call.store.posts.remove(revision.id);
        return reply({ deleted: true, previous });
      },
    }),
  ];
}

async function mayRead(kind: ContentKind, { parent: id }: Named, call: Call): Promise<void> {
  const parent = id === undefined ? null : await postById(id, call);
  if (!parent || parent.type !== kind.type.name) throw contentErrors.rest_post_invalid_parent();
  if (!canEditPost(call.caller, kind.type, await factsOf(parent, call))) throw contentErrors.rest_cannot_read();
}

async function revisionOf({ parent, id }: Named, call: Call): Promise<Post> {
  const revision = id === undefined ? null : await postById(id, call);
  if (revision?.type !== revisionType || revision.parentId !== parent) throw contentErrors.rest_post_invalid_id();
  return revision;
}
