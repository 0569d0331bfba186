import type { Call } from '../../../api/call.ts';
import { type Reply, reply } from '../../../api/reply.ts';
import { type Context, contextArgument } from '../../../api/resource/context.ts';
import { findPage, listReply } from '../../../api/resource/list-page.ts';
import { presentBare, presentItem, presentList } from '../../../api/resource/present.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { type InputOf, s } from '../../../lib/schema/schema.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { everything } from '../../../rules/visibility.ts';
import type { Post } from '../../../storage/rows.ts';
import type { PostExpression, PostFilter } from '../../../storage/store.ts';
import { plainText } from '../../../text/plain-text.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { ids, searchWords } from '../content-list-arguments.ts';
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
  const isPaged = view.variant.content.pagedRevisions;
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const collection = `${path}/{parent:int}/revisions` as const;
  const item = `${path}/{parent:int}/revisions/{id:int}` as const;
  return [
    route({
      method: 'GET',
      path: collection,
      summary: `List the revisions of a ${one}.`,
      args: { context: contextArgument, ...(isPaged ? listArguments : {}) },
      permit: (input, call) => mayRead(kind, input, call),
      handle: async (input, call) => {
        const of = { types: [revisionType], visibility: everything, parentIds: [input.parent] };
        if (isPaged) return listRevisions(resource, of, { path, input }, call);
        const page = { limit: most, offset: 0 };
        const revisions = await call.store.posts.find(of, { by: 'date', direction: 'desc' }, page);
        return reply(await presentList(resource, revisions, call, input.context));
      },
      resource: resource,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a revision of a ${one}.`,
      args: { context: contextArgument },
      permit: (input, call) => mayRead(kind, input, call),
      handle: async (input, call) =>
        reply(await presentItem(resource, await revisionOf(input, call), call, input.context)),
      resource: resource,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Remove a revision of a ${one} for good.`,
      args: { force: s.boolean({ default: false, description: 'Must be true: revisions have no trash.' }) },
      undoable: true,
      permit: async (input, call) => {
        // Where revisions have pages, nobody removes one.
        if (isPaged) throw contentErrors.rest_cannot_delete();
        await mayRead(kind, input, call);
        await revisionOf(input, call);
      },
      requiresLogin: true,
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

const orders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'] as const;

/** The arguments of a list of revisions that has pages; all are given where no size of a page was sent. */
const listArguments = {
  page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
  per_page: s.integer({ minimum: 1, maximum: 100, description: 'Revisions per page; all of them if left out.' }),
  search: s.string({ clean: plainText, description: 'Limit to revisions that contain these words.' }),
  exclude: ids('Exclude these ids.'),
  include: ids('Limit to these ids.'),
  offset: s.integer({ pass: 2, description: 'How many revisions to skip; replaces page.' }),
  order: s.string({ enum: ['asc', 'desc'], default: 'desc', pass: 2, description: 'Sort direction.' }),
  orderby: s.string({ enum: orders, default: 'date', pass: 2, description: 'Sort by this field.' }),
};

type ListInput = Partial<InputOf<typeof listArguments>> & { readonly context: Context; readonly parent: number };

async function listRevisions(
  resource: ReturnType<typeof revisionResource>,
  of: PostFilter,
  { path, input }: { readonly path: string; readonly input: ListInput },
  call: Call,
): Promise<Reply> {
  const { page = 1, per_page: size = most, offset, include = [], exclude = [], search, orderby = 'date' } = input;
  if (orderby === 'relevance' && !search) throw contentErrors.rest_no_search_term_defined();
  if (orderby === 'include' && include.length === 0) throw contentErrors.rest_orderby_include_missing_include();
  const { wanted, unwanted } = searchWords(search ?? '');
  const filter: PostFilter = {
    ...of,
    ...(include.length > 0 ? { ids: include } : {}),
    ...(exclude.length > 0 ? { notIds: exclude } : {}),
    ...wordFilter(wanted, unwanted),
  };
  const by = orderby === 'include_slugs' || orderby === 'relevance' ? 'date' : orderby;
  const found = await findPage(
    { limit: size, offset: offset ?? (page - 1) * size },
    {
      find: (at) => call.store.posts.find(filter, { by, direction: input.order === 'asc' ? 'asc' : 'desc' }, at),
      count: () => call.store.posts.count(filter),
    },
  );
  if (found.rows.length === 0 && found.total > 0) {
    if (offset !== undefined) throw contentErrors.rest_revision_invalid_offset_number();
    throw contentErrors.rest_revision_invalid_page_number();
  }
  const at = { path: `${path}/${input.parent}/revisions`, page, input: { ...input, page, per_page: size } };
  return listReply(resource, found, at, call);
}

/** Revisions are few, so their texts are read instead of an index. */
function wordFilter(wanted: readonly string[], unwanted: readonly string[]): Pick<PostFilter, 'where'> {
  const holds = (word: string): PostExpression => ({
    kind: 'textIn',
    columns: ['title', 'content', 'excerpt'],
    word,
    is: 'contained',
  });
  const of = [...wanted.map(holds), ...unwanted.map((word): PostExpression => ({ kind: 'not', of: holds(word) }))];
  return of.length > 0 ? { where: { kind: 'and', of } } : {};
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
  if (revision?.type !== revisionType) throw contentErrors.rest_post_invalid_id();
  if (revision.parentId === parent) return revision;
  throw call.variant.content.pagedRevisions
    ? contentErrors.rest_revision_parent_id_mismatch()
    : contentErrors.rest_post_invalid_id();
}
