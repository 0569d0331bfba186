import type { Post } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import type { PostQuery } from '../../text/blocks/dynamic/lists/post-query.ts';
import { stickyIds } from '../posts/operations/sticky-posts.ts';
import type { BlockWork } from './block-work.ts';

interface Found {
  readonly rows: readonly Post[];
  readonly page: number;
  readonly pages: number;
}

const nothing: Found = { rows: [], page: 1, pages: 0 };
const lastPage = 10_000;

/** The posts of a page of a list that the reader may see. */
export async function findPosts(query: PostQuery, work: BlockWork): Promise<Found> {
  const { store } = work.call;
  if (!work.kinds.find(query.type)?.type.public) return nothing;
  const sticky = query.sticky === undefined ? [] : await stickyIds(store);
  const filter = filterOf(query, sticky, work);
  const order = { by: query.orderBy, direction: query.order } as const;
  const page = pageOf(query, work);
  const offset = (query.offset ?? 0) + (page - 1) * query.perPage;
  const rows = await store.posts.find(filter, order, { limit: query.perPage, offset });
  if (query.pageParameter === undefined) return { rows, page, pages: 1 };
  const pages = Math.ceil((await store.posts.count(filter)) / query.perPage);
  const isFirst = page === 1 && query.sticky === 'first' && isWholeList(query) && sticky.length > 0;
  return { rows: isFirst ? await stickyFirst(rows, sticky, filter, work) : rows, page, pages };
}

function filterOf(query: PostQuery, sticky: readonly number[], { call, visibility }: BlockWork): PostFilter {
  const exclude = [...(query.exclude ?? []), ...(query.sticky === 'exclude' ? sticky : [])];
  return {
    types: [query.type],
    visibility,
    // Readers find their private posts in the lists of the site, and nobody finds drafts there.
    statuses: call.caller.userId > 0 && query.pageParameter !== undefined ? ['publish', 'private'] : ['publish'],
    ...(query.authors ? { authorIds: query.authors } : {}),
    ...(query.search === undefined ? {} : { search: [query.search], withoutPassword: true }),
    ...(exclude.length > 0 ? { notIds: exclude } : {}),
    ...(query.sticky === 'only' ? { ids: sticky } : {}),
    ...(query.parents ? { parentIds: query.parents } : {}),
    ...(query.terms ? { withTerms: query.terms.map(({ taxonomy, ids }) => ({ taxonomy, termIds: ids })) } : {}),
  };
}

/** Only the list of all posts begins with the posts at the top. */
const isWholeList = ({ type, authors, search, terms, parents }: PostQuery): boolean =>
  type === 'post' && !authors && search === undefined && !terms && !parents;

async function stickyFirst(
  rows: readonly Post[],
  sticky: readonly number[],
  filter: PostFilter,
  { call }: BlockWork,
): Promise<Post[]> {
  const top = await call.store.posts.find(
    { ...filter, ids: sticky },
    { by: 'date', direction: 'desc' },
    { limit: sticky.length, offset: 0 },
  );
  const isTop = new Set(top.map(({ id }) => id));
  return [...top, ...rows.filter(({ id }) => !isTop.has(id))];
}

function pageOf({ pageParameter }: PostQuery, { call }: BlockWork): number {
  const asked = pageParameter === undefined ? undefined : call.request.query[pageParameter];
  const page = typeof asked === 'string' && /^\d{1,5}$/.test(asked) ? Number(asked) : 1;
  return Math.min(Math.max(page, 1), lastPage);
}
