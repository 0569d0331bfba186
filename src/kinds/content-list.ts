import type { Call } from '../api/call.ts';
import { pagingReply } from '../api/paging.ts';
import { chosenNames, presentList } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Post } from '../storage/rows.ts';
import type { Page, PostFilter, PostOrder } from '../storage/store.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import type { ListInput } from './content-list-arguments.ts';
import { listFilter, sentSlugs } from './content-list-filter.ts';
import type { ContentResource } from './content-resource.ts';

/** A page of a list: only what this caller may see is in it, and only that is counted. */
export async function listContent(
  kind: ContentKind,
  resource: ContentResource,
  input: ListInput,
  call: Call,
  /** Narrows the filter further where a kind has parameters of its own. */
  narrow: (filter: PostFilter) => PostFilter = (filter) => filter,
): Promise<Reply> {
  const filter = narrow(await listFilter(kind, input, call));
  const order = listOrder(input);
  const page = { limit: input.per_page, offset: input.offset ?? (input.page - 1) * input.per_page };
  const rows = await findRows(filter, order, page, call);
  const total = await totalOf(filter, page, rows.length, call);
  if (isPastTheEnd(input, total) && call.variant.content.pageBeyondLast === 'error') {
    throw contentErrors.rest_post_invalid_page_number();
  }
  const body = await presentList(resource, rows, call, input.context);
  const slug = sentSlugs(kind, input);
  return reply(
    body,
    pagingReply(
      {
        // Skipping everything there is leaves nothing to count.
        total: input.offset !== undefined && rows.length === 0 ? 0 : total,
        perPage: input.per_page,
        page: input.page,
        path: kind.path,
        input: { ...input, ...(slug ? { slug } : {}) },
      },
      call,
    ),
  );
}

/** Every column but the two long texts. */
const lightColumns = [
  'id',
  'authorId',
  'date',
  'dateGmt',
  'title',
  'status',
  'commentStatus',
  'pingStatus',
  'password',
  'slug',
  'modified',
  'modifiedGmt',
  'parentId',
  'guid',
  'menuOrder',
  'type',
  'mimeType',
  'commentCount',
] as const satisfies readonly (keyof Post)[];

/** Texts are long; where the request chose fields that do not show them, they stay in the database. */
async function findRows(filter: PostFilter, order: PostOrder, page: Page, call: Call): Promise<Post[]> {
  const names = chosenNames(call);
  const showsTexts = !names || ['content', 'excerpt', 'description', 'caption'].some((name) => names.has(name));
  if (showsTexts) return call.store.posts.find(filter, order, page);
  const rows = await call.store.posts.find(filter, order, page, lightColumns);
  return rows.map((row) => ({ ...row, content: '', excerpt: '' }));
}

/** A page that is not full says by itself how many there are. */
async function totalOf(filter: PostFilter, page: Page, found: number, call: Call): Promise<number> {
  const tells = found < page.limit && (found > 0 || page.offset === 0);
  return tells ? page.offset + found : call.store.posts.count(filter);
}

function isPastTheEnd(input: ListInput, total: number): boolean {
  return total > 0 && input.offset === undefined && input.page > Math.ceil(total / input.per_page);
}

const orders: Readonly<Record<string, PostOrder['by']>> = {
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

function listOrder(input: ListInput): PostOrder {
  if (input.orderby === 'include' && input.include.length === 0) {
    throw contentErrors.rest_orderby_include_missing_include();
  }
  if (input.orderby === 'relevance' && !input.search) throw contentErrors.rest_no_search_term_defined();
  if (input.orderby === 'include_slugs' && input.slug === undefined) return { by: 'date', direction: input.order };
  return { by: orders[input.orderby] ?? 'date', direction: input.order };
}
