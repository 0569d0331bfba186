import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { contextArgument } from '../../../api/resource/context.ts';
import { presentBare, presentItem, presentList } from '../../../api/resource/present.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { everything } from '../../../rules/visibility.ts';
import { s } from '../../../schema/schema.ts';
import type { Post } from '../../../storage/rows.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { factsOf, postById } from '../content-permissions.ts';
import type { ContentView } from '../content-view.ts';
import { revisionResource } from './revision-resource.ts';
import { revisionType } from './save-revision.ts';

interface Named {
  readonly parent?: number;
  readonly id?: number;
}

const most = 1_000_000;

/** The routes of revisions: only for callers who can edit the parent, and only below that parent. */
export function revisionRoutes(view: ContentView): Route[] {
  const { kind, path } = view;
  const resource = revisionResource(view);
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const collection = `${path}/{parent:int}/revisions` as const;
  const item = `${path}/{parent:int}/revisions/{id:int}` as const;
  return [
    route({
      method: 'GET',
      path: collection,
      summary: `List the revisions of a ${one}.`,
      args: { context: contextArgument },
      permit: (input, call) => mayRead(kind, input, call),
      handle: async (input, call) => {
        const revisions = await call.store.posts.find(
          { types: [revisionType], visibility: everything, parentIds: [input.parent] },
          { by: 'date', direction: 'desc' },
          { limit: most, offset: 0 },
        );
        return reply(await presentList(resource, revisions, call, input.context));
      },
      shows: resource,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a revision of a ${one}.`,
      args: { context: contextArgument },
      permit: (input, call) => mayRead(kind, input, call),
      handle: async (input, call) =>
        reply(await presentItem(resource, await revisionOf(input, call), call, input.context)),
      shows: resource,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Remove a revision of a ${one} for good.`,
      args: { force: s.boolean({ default: false, description: 'Must be true: revisions have no trash.' }) },
      undoable: true,
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

/** Revisions are for those who may edit what was revised; returns that row. */
export async function mayReadRevisions(kind: ContentKind, id: number | undefined, call: Call): Promise<Post> {
  const parent = id === undefined ? null : await postById(id, call);
  if (!parent || parent.type !== kind.type.name) throw contentErrors.rest_post_invalid_parent();
  if (!canEditPost(call.caller, kind.type, await factsOf(parent, call))) throw contentErrors.rest_cannot_read();
  return parent;
}

async function mayRead(kind: ContentKind, { parent }: Named, call: Call): Promise<void> {
  await mayReadRevisions(kind, parent, call);
}

async function revisionOf({ parent, id }: Named, call: Call): Promise<Post> {
  const revision = id === undefined ? null : await postById(id, call);
  if (revision?.type !== revisionType || revision.parentId !== parent) throw contentErrors.rest_post_invalid_id();
  return revision;
}
