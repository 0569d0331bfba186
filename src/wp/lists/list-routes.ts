import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument, cursorReply } from '../../api/resource/list-cursor.ts';
import { findPage, listReply } from '../../api/resource/list-page.ts';
import type { Json } from '../../api/resource/plan.ts';
import type { Resource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type InputOf, s } from '../../lib/schema/schema.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Post } from '../../storage/rows.ts';
import type {
  Beyond,
  ColumnOrder,
  CountedFilter,
  Page,
  PostExpression,
  PostFilter,
  PostOrder,
} from '../../storage/store.ts';
import type { Core } from '../core.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { cursorWalk, plannedFilter } from '../posts/content-list.ts';
import { ownWhereArgument } from '../posts/content-list-arguments.ts';
import { listableStatuses } from '../posts/list-statuses.ts';
import { metaOrder, metaOrderName } from '../posts/where/meta-keys.ts';
import { readWhere } from '../posts/where/read-where.ts';
import {
  chosenKinds,
  permitKinds,
  refuseTypeStatuses,
  statusArgument,
  statusesIn,
  typeArgument,
  visibilityIn,
} from './kind-arguments.ts';

/** Lists and counts over several types of content. */
export function listRoutes(core: Core): RouteModule {
  return { routes: [contentRoute(core), countRoute(core)] };
}

const path = '/platen/v1/content';
const orders = ['date', 'modified', 'id', 'title', 'slug', 'author'] as const satisfies readonly ColumnOrder['by'][];

const contentArguments = (kinds: ContentKinds) => ({
  context: contextArgument,
  type: typeArgument(kinds),
  status: statusArgument,
  ...ownWhereArgument,
  ...cursorArgument,
  page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
  per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'Items per page.' }),
  order: s.string({ enum: ['asc', 'desc'], default: 'desc', description: 'Sort direction.' }),
  orderby: s.string({
    enum: [...orders],
    alsoMatches: metaOrderName,
    default: 'date',
    description: 'Sort by this field.',
  }),
});

type ContentInput = InputOf<ReturnType<typeof contentArguments>>;

/** Content of several types in one list, each item in the shape of its own route. */
export function contentRoute({ kinds, resources }: Pick<Core, 'kinds' | 'resources'>): Route {
  return route({
    method: 'GET',
    path,
    summary: 'List content of several types.',
    args: contentArguments(kinds),
    response: { lists: [...resources.values()].map(({ responses }) => responses) },
    refuse: (input, call) => refuseTypeStatuses(chosenKinds(kinds, input.type), input.status, call),
    permit: (input, call) => permitKinds(chosenKinds(kinds, input.type), input.context, call),
    handle: (input, call) => listMixed(chosenKinds(kinds, input.type), byType(resources), input, call),
  });
}

async function listMixed(
  kinds: readonly ContentKind[],
  resource: Pick<Resource<Post>, 'show'>,
  input: ContentInput,
  call: Call,
): Promise<Reply> {
  const order = metaOrder(input, kinds, call) ?? columnOrder(input);
  const filter = await plannedFilter(await mixedFilter(kinds, input, call), order, call);
  const { posts } = call.store;
  const walk = cursorWalk(input, order);
  if (walk) {
    const { start, orderedBy, from } = walk;
    const find = (beyond: Beyond | null, limit: number) =>
      posts.find({ ...filter, ...from(beyond) }, order, { limit, offset: 0 });
    return cursorReply(start, input, { resource, path, find, orderedBy: (row) => orderedBy(row, call) }, call);
  }
  const { per_page: limit, page } = input;
  const found = await findPage(
    { limit, offset: (page - 1) * limit },
    { find: (at: Page) => posts.find(filter, order, at), count: () => posts.count(filter) },
  );
  if (found.total > 0 && page > Math.ceil(found.total / limit)) throw contentErrors.rest_post_invalid_page_number();
  return listReply(resource, found, { path, page, input }, call);
}

const columnOrder = ({ orderby, order }: ContentInput): PostOrder => ({
  by: orders.find((one) => one === orderby) ?? 'date',
  direction: order,
});

async function mixedFilter(kinds: readonly ContentKind[], input: ContentInput, call: Call): Promise<PostFilter> {
  const statuses = kinds.flatMap((kind) => statusesIn(kind, input.status ?? ['publish']));
  return {
    types: kinds.map(({ type }) => type.name),
    statuses: [...new Set(statuses)],
    visibility: { anyOf: kinds.flatMap((kind) => visibilityIn(kind, input.context, call).anyOf) },
    ...(input.where === undefined ? {} : { where: await readWhere(input.where, kinds, call) }),
  };
}

/** Shows rows of any types, each by the resource of its own, in their order. */
function byType(resources: Core['resources']): Pick<Resource<Post>, 'show'> {
  return {
    async show(rows, call, view) {
      const items = new Map<number, Json>();
      for (const [type, resource] of resources) {
        const own = rows.filter((row) => row.type === type);
        if (own.length === 0) continue;
        const shown = await resource.show(own, call, view);
        for (const [i, item] of shown.entries()) items.set(own[i]?.id ?? 0, item);
      }
      return rows.map((row) => items.get(row.id) ?? {});
    },
  };
}

/** How many items there are, without the items: by state, by type or by term. */
export function countRoute({ kinds, taxonomies }: Pick<Core, 'kinds' | 'taxonomies'>): Route {
  const shown = taxonomies.filter(isShownTaxonomy).map(({ name }) => name);
  return route({
    method: 'GET',
    path: '/platen/v1/counts',
    summary: 'Count what you may list, by state, type or term.',
    args: {
      context: s.string({
        enum: ['view', 'edit'],
        default: 'view',
        description: 'Count what you may read, or what you may edit.',
      }),
      type: typeArgument(kinds),
      by: s.string({
        enum: ['status', 'type', ...shown],
        default: 'status',
        description: 'What to count by: status, type, or the name of a taxonomy.',
      }),
      status: statusArgument,
      ...ownWhereArgument,
    },
    response: { schema: json.mapOf(json.integer) },
    refuse: (input, call) => refuseTypeStatuses(chosenKinds(kinds, input.type), input.status, call),
    permit: (input, call) => permitKinds(chosenKinds(kinds, input.type), input.context, call),
    handle: async (input, call) => {
      const chosen = chosenKinds(kinds, input.type);
      const where = input.where === undefined ? null : await readWhere(input.where, chosen, call);
      const filters: CountedFilter[] = [];
      for (const kind of chosen) filters.push(await countedFilter(kind, { ...input, where }, call));
      if (input.by !== 'status' && input.by !== 'type') return reply(await countTerms(filters, input.by, call));
      const counts = await countRows(filters, input.by, call);
      const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
      return reply(counts, { headers: { 'X-WP-Total': String(total) } });
    },
  });
}

interface CountInput {
  readonly context: string;
  readonly status?: readonly string[] | undefined;
  readonly where: PostExpression | null;
}

/** Everything of a kind that the caller may list. */
async function countedFilter(kind: ContentKind, input: CountInput, call: Call): Promise<CountedFilter> {
  const { context, status, where } = input;
  const statuses = status ? statusesIn(kind, status) : listableStatuses(kind.type, call.caller);
  const filter: PostFilter = {
    types: [kind.type.name],
    statuses,
    visibility: visibilityIn(kind, context, call),
    ...(where ? { where } : {}),
  };
  return { statuses, ...(await plannedFilter(filter, { by: 'id', direction: 'asc' }, call)) };
}

async function countRows(
  filters: readonly CountedFilter[],
  by: 'status' | 'type',
  { store }: Call,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const filter of filters) {
    for (const [value, n] of await store.posts.countBy(filter, by)) counts[value] = (counts[value] ?? 0) + n;
  }
  return counts;
}

async function countTerms(
  filters: readonly CountedFilter[],
  taxonomy: string,
  { store }: Call,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const filter of filters) {
    for (const [id, n] of await store.posts.countByTerm(filter, taxonomy)) counts[id] = (counts[id] ?? 0) + n;
  }
  return counts;
}
