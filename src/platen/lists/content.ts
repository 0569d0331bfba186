import type { Call } from '../../api/call.ts';
import type { Reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument, cursorReply } from '../../api/resource/list-cursor.ts';
import { findPage, listReply } from '../../api/resource/list-page.ts';
import type { Json } from '../../api/resource/plan.ts';
import type { Resource } from '../../api/resource/resource.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { type InputOf, s } from '../../schema/schema.ts';
import type { Post } from '../../storage/rows.ts';
import type { Beyond, ColumnOrder, Page, PostFilter, PostOrder } from '../../storage/store.ts';
import type { Core } from '../../wp/all.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../../wp/posts/content-kind.ts';
import { cursorWalk } from '../../wp/posts/list/cursor-walk.ts';
import { metaOrder, metaOrderName } from '../../wp/posts/where/meta-order.ts';
import { plannedFilter } from '../../wp/posts/where/planned-filter.ts';
import { readWhere } from '../../wp/posts/where/read-where.ts';
import { ownWhereArgument } from '../../wp/posts/where/where-argument.ts';
import {
  chosenKinds,
  permitKinds,
  refuseTypeStatuses,
  statusArgument,
  statusesIn,
  typeArgument,
  visibilityIn,
} from './chosen-kinds.ts';

const path = '/platen/v1/content';
const orders = ['date', 'modified', 'id', 'title', 'slug', 'author'] as const satisfies readonly ColumnOrder['by'][];

const contentArguments = (kinds: ContentKinds) => ({
  context: contextArgument,
  type: typeArgument(kinds),
  status: statusArgument,
  ...ownWhereArgument,
  ...cursorArgument,
  page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
  per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'How many items a page holds.' }),
  order: s.string({ enum: ['asc', 'desc'], default: 'desc', description: 'Upwards or downwards.' }),
  orderby: s.string({ enum: [...orders], also: metaOrderName, default: 'date', description: 'What to sort by.' }),
});

type ContentInput = InputOf<ReturnType<typeof contentArguments>>;

/** Content of several types in one list, each item in the shape of its own route. */
export function contentRoute({ kinds, resources }: Pick<Core, 'kinds' | 'resources'>): Route {
  return route({
    method: 'GET',
    path,
    summary: 'List content of several types.',
    args: contentArguments(kinds),
    answers: { lists: [...resources.values()].map(({ responses }) => responses) },
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
