import type { Call } from '../../../api/call.ts';
import type { Reply } from '../../../api/reply.ts';
import { cursorReply } from '../../../api/resource/list-cursor.ts';
import { findPage, listReply } from '../../../api/resource/list-page.ts';
import { chosenNames } from '../../../api/resource/present.ts';
import type { Resource } from '../../../api/resource/resource.ts';
import { lightPostColumns, type Post } from '../../../storage/rows.ts';
import type { Beyond, ColumnOrder, Page, PostFilter, PostOrder } from '../../../storage/store.ts';
import { readableSlug } from '../../../text/slugs/slug.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentView } from '../content-view.ts';
import { metaOrder } from '../where/meta-order.ts';
import { plannedFilter } from '../where/planned-filter.ts';
import type { ContentListInput } from './content-list-arguments.ts';
import { listFilter, sentSlugs } from './content-list-filter.ts';
import { cursorWalk } from './cursor-walk.ts';

/** Replies with a page of a list; items and totals include only what this caller may see. */
export async function listContent(
  { kind, path, extraFields }: ContentView,
  resource: Pick<Resource<Post>, 'show'>,
  input: ContentListInput,
  call: Call,
  /** Narrows the filter further, for kinds with their own parameters. */
  narrow: (filter: PostFilter) => PostFilter = (filter) => filter,
): Promise<Reply> {
  const order = metaOrder(input, [kind], call) ?? listOrder(input);
  const filter = await plannedFilter(narrow(await listFilter(kind, input, call)), order, call);
  const textual = [...textFields, ...Object.keys(extraFields.get(kind.type.name) ?? {})];
  const walk = cursorWalk(input, order);
  if (walk) {
    const { start, orderedBy, from } = walk;
    const find = (beyond: Beyond | null, limit: number) =>
      findRows({ ...filter, ...from(beyond) }, order, { limit, offset: 0 }, textual, call);
    return cursorReply(start, input, { resource, path, find, orderedBy: (row) => orderedBy(row, call) }, call);
  }
  const offset = input.offset ?? (input.page - 1) * input.per_page;
  const { rows, total } = await findPage(
    { limit: input.per_page, offset },
    {
      find: (page) => findRows(filter, order, page, textual, call),
      count: () => call.store.posts.count(filter),
      countAhead: () => call.store.posts.countAhead(filter),
    },
  );
  // With an offset past the last row the total is reported as 0.
  const shown = { rows, total: input.offset !== undefined && rows.length === 0 ? 0 : total };
  if (isPastTheEnd(input, shown.total) && call.variant.content.pageBeyondLast === 'error') {
    throw contentErrors.rest_post_invalid_page_number();
  }
  const slug = sentSlugs(kind, input)?.map(readableSlug);
  return listReply(resource, shown, { path, page: input.page, input: { ...input, ...(slug ? { slug } : {}) } }, call);
}

/** The fields that need the long texts; those of extensions may. */
export const textFields = ['content', 'excerpt', 'description', 'caption'];

/** Does not load the long texts if `_fields` selects none of the fields that need them. */
export async function findRows(
  filter: PostFilter,
  order: PostOrder,
  page: Page,
  textual: readonly string[],
  call: Call,
): Promise<Post[]> {
  const names = chosenNames(call);
  const showsTexts = !names || textual.some((name) => names.has(name));
  if (showsTexts) return call.store.posts.find(filter, order, page);
  const rows = await call.store.posts.find(filter, order, page, lightPostColumns);
  return rows.map((row) => ({ ...row, content: '', excerpt: '' }));
}

/** The page number must exist even if an offset, which overrides it, was sent. */
function isPastTheEnd({ page, per_page }: ContentListInput, total: number): boolean {
  return total > 0 && page > Math.ceil(total / per_page);
}

type OrderInput = Pick<ContentListInput, 'orderby' | 'order' | 'include' | 'search' | 'slug'>;

const orders: Readonly<Record<string, ColumnOrder['by']>> = {
  author: 'author',
  date: 'date',
  id: 'id',
  include: 'include',
  modified: 'modified',
  parent: 'parent',
  relevance: 'relevance',
  slug: 'slug',
  include_slugs: 'includeSlugs',
  title: 'title',
  menu_order: 'menuOrder',
};

/** The order that a list asks for. */
export function listOrder(input: OrderInput): ColumnOrder {
  if (input.orderby === 'include' && input.include.length === 0) {
    throw contentErrors.rest_orderby_include_missing_include();
  }
  if (input.orderby === 'relevance' && !input.search) throw contentErrors.rest_no_search_term_defined();
  if (input.orderby === 'include_slugs' && input.slug === undefined) return { by: 'date', direction: input.order };
  return { by: orders[input.orderby] ?? 'date', direction: input.order };
}
