import { offsetDate } from '../../rules/zone.ts';
import type { Post, PostTerm } from '../../storage/rows.ts';
import type { PostFilter } from '../../storage/store.ts';
import type { ShownPost, ShownTerm } from '../../text/blocks/block-data.ts';
import { needKey, type PostQuery } from '../../text/blocks/block-needs.ts';
import type { MediaImage } from '../../text/render/image-tag.ts';
import { mediaAddresses } from '../media/media-subject.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import { isUnlocked } from '../posts/content-subject.ts';
import { stickyIds, thumbnailKey } from '../posts/operations/post-relations.ts';
import type { BlockLoader, BlockWork } from './block-loader.ts';
import { shownPeople } from './load-people.ts';
import { termUrls } from './load-terms.ts';

/** The lists of posts, and every post that is shown. Posts that the reader may not see are left out. */
export const loadPosts: BlockLoader = async (needed, loaded, work) => {
  const rows = new Map<number, Post>();
  for (const [key, query] of [...needed.posts].slice(0, mostLists)) {
    const found = await findPosts(query, work);
    for (const row of found.rows) rows.set(row.id, row);
    loaded.posts.set(key, { ids: found.rows.map(({ id }) => id), page: found.page, pages: found.pages });
  }
  const named = [...needed.post.values()].filter((id) => id > 0 && !rows.has(id));
  for (const row of await byIds([...new Set(named)], work)) rows.set(row.id, row);
  const fresh = [...rows.values()].filter(({ id }) => !loaded.post.has(needKey(id)));
  for (const post of await shownPosts(fresh, work)) loaded.post.set(needKey(post.id), post);
};

/** Different lists in one response; more are left empty, so that a text cannot ask for any number of queries. */
const mostLists = 50;

const byIds = (ids: readonly number[], { call, kinds, visibility }: Parameters<BlockLoader>[2]): Promise<Post[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : call.store.posts.find(
        { types: [...kinds].map(({ type }) => type.name), visibility, ids },
        { by: 'id', direction: 'asc' },
        { limit: ids.length, offset: 0 },
      );

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

/** Rows that the reader may see, with all that blocks show of them; a fixed number of queries for any number of rows. */
export async function shownPosts(rows: readonly Post[], work: BlockWork): Promise<ShownPost[]> {
  if (rows.length === 0) return [];
  const { store, site } = work.call;
  const ids = rows.map(({ id }) => id);
  const [urls, terms, meta, people] = await Promise.all([
    addresses(rows, work),
    store.terms.ofPosts(ids),
    store.meta.of('post', ids, [thumbnailKey]),
    shownPeople(
      rows.map(({ authorId }) => authorId),
      work,
    ),
  ]);
  const imageIds = new Map(ids.map((id) => [id, Number(meta.get(id)?.[0]?.value) || 0]));
  const [shownTerms, images] = await Promise.all([
    termsById([...terms.values()].flat(), work),
    work.images({ images: [...new Set(imageIds.values())].filter((id) => id > 0), attachedTo: [] }, work.call),
  ]);
  const date = (local: string) => ({ local, iso: offsetDate(local, site.zone.toGmt(local), site.zone) });
  return rows.map((row) => {
    const isOpen = isUnlocked(row, work.call);
    const held = terms.get(row.id) ?? [];
    return {
      id: row.id,
      type: row.type,
      status: row.status,
      title: titlePrefix(row) + row.title,
      url: urls.get(row.id) ?? '',
      date: date(row.date),
      modified: date(row.modified),
      content: isOpen ? row.content : '',
      excerpt: isOpen ? row.excerpt : '',
      format: formatOf(held),
      isProtected: row.password !== '',
      isUnlocked: isOpen,
      author: people.get(row.authorId) ?? null,
      terms: held.flatMap(({ id, taxonomy }) => shownTerms.get(`${taxonomy} ${id}`) ?? []),
      image: measured(images.image(imageIds.get(row.id) ?? 0)),
      commentCount: isOpen ? row.commentCount : 0,
      takesComments: row.commentStatus === 'open',
    };
  });
}

/** A picture whose measures are not known has no file of its own. */
const measured = (image: MediaImage | undefined): MediaImage | null => (image && image.full.width > 1 ? image : null);

function titlePrefix({ password, status }: Post): string {
  if (password !== '') return 'Protected: ';
  return status === 'private' ? 'Private: ' : '';
}

const formatPrefix = 'post-format-';

function formatOf(terms: readonly PostTerm[]): string {
  const format = terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug ?? '';
  return format.startsWith(formatPrefix) ? format.slice(formatPrefix.length) : 'standard';
}

/** The addresses of rows of any types. */
async function addresses(rows: readonly Post[], { kinds, call }: BlockWork): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const kind of kinds) {
    const own = rows.filter(({ type }) => type === kind.type.name);
    if (own.length === 0) continue;
    const isAttached = kind.type.linkStyle === 'attached';
    const urls = isAttached ? await mediaAddresses(kinds, own, call) : await addressesOf(kind, own, call);
    for (const [i, { id }] of own.entries()) found.set(id, urls[i] ?? '');
  }
  return found;
}

type TermLink = ShownPost['terms'][number];

async function termsById(held: readonly PostTerm[], work: BlockWork): Promise<Map<string, TermLink>> {
  const found = new Map<string, Omit<ShownTerm, 'count' | 'parentId'>>();
  for (const { name: taxonomy } of work.taxonomies) {
    const own = [...new Map(held.filter((term) => term.taxonomy === taxonomy).map((term) => [term.id, term])).values()];
    if (own.length === 0) continue;
    const urls = await termUrls(taxonomy, own, work);
    for (const { id, name, slug } of own)
      found.set(`${taxonomy} ${id}`, { id, taxonomy, name, slug, url: urls.get(id) ?? '' });
  }
  return found;
}

const mostPages = 1000;
const columns = ['id', 'parentId', 'title', 'menuOrder', 'slug', 'status', 'date', 'type', 'authorId'] as const;

/** The published pages, in the order of the site. */
export const loadPages: BlockLoader = async (needed, loaded, { call, kinds, visibility }) => {
  if (needed.pages.size === 0 || loaded.pages.size > 0) return;
  const rows = await call.store.posts.find(
    { types: ['page'], visibility, statuses: ['publish'] },
    { by: 'menuOrder', direction: 'asc' },
    { limit: mostPages, offset: 0 },
    columns,
  );
  const urls = await addressesOf(kinds.of('page'), rows, call);
  const pages = rows.map(({ id, parentId, title, menuOrder }, i) => ({
    id,
    parentId,
    title,
    menuOrder,
    url: urls[i] ?? '',
  }));
  const { compare } = new Intl.Collator(call.site.language, { sensitivity: 'base' });
  loaded.pages.set(
    needKey(null),
    pages.sort((a, b) => a.menuOrder - b.menuOrder || compare(a.title, b.title) || a.id - b.id),
  );
};
