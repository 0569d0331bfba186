import { hasPublished } from './others.ts';
import { inOrder } from './page-of.ts';
import { byRelevance } from './posts.ts';
import type { PostRow, Rows, TermRow } from './rows.ts';
import { matches, wordsOf } from './search.ts';

/** What links are made of. */
export interface LinkStyle {
  readonly url: string;
  readonly isPretty: boolean;
}

/** The rows above one, the nearest first. */
function above<T extends { readonly id: number; readonly parent: number }>(
  row: T,
  find: (id: number) => T | undefined,
): T[] {
  const found: T[] = [];
  for (let next = find(row.parent); next && !found.includes(next); next = find(next.parent)) found.push(next);
  return found;
}

/** The address of something published; a page below one that visitors do not see is named by its id. */
export function postLink(rows: Rows, post: PostRow, { url, isPretty }: LinkStyle): string {
  const plain = `${url}/?${post.type === 'page' ? 'page_id' : 'p'}=${post.id}`;
  if (!isPretty) return plain;
  if (post.type === 'post') return `${url}/${post.date.slice(0, 4)}/${post.date.slice(5, 7)}/${post.slug}/`;
  const pages = above(post, (id) => rows.postsById.get(id)).filter(({ slug }) => slug !== '');
  if (pages.some(({ formerStatus }) => formerStatus !== 'publish')) return plain;
  return `${url}/${[post, ...pages]
    .toReversed()
    .map(({ slug }) => slug)
    .join('/')}/`;
}

export function termLink(rows: Rows, term: TermRow, { url, isPretty }: LinkStyle): string {
  const isCategory = term.taxonomy === 'category';
  if (!isPretty) return isCategory ? `${url}/?cat=${term.id}` : `${url}/?tag=${term.slug}`;
  const terms = isCategory
    ? above(term, (id) => rows.terms.find((each) => each.id === id && each.taxonomy === 'category'))
    : [];
  const path = [term, ...terms].toReversed().map(({ slug }) => slug);
  return `${url}/${isCategory ? 'category' : 'tag'}/${path.join('/')}/`;
}

export const authorLink = (user: { id: number; slug: string }, { url, isPretty }: LinkStyle): string =>
  isPretty ? `${url}/author/${user.slug}/` : `${url}/?author=${user.id}`;

/** A list of the public site. */
export type ListPage =
  | { readonly kind: 'home' }
  /** By its id, or by its slug where that is given: the last part of its address. */
  | { readonly kind: 'term'; readonly taxonomy: string; readonly id: number; readonly slug?: string }
  | { readonly kind: 'author'; readonly id: number }
  /** The beginning of its dates: a year, a month or a day. */
  | { readonly kind: 'date'; readonly period: string }
  | { readonly kind: 'search'; readonly search: string };

/** The posts of a list as visitors see it; null where there is no such list. */
export function publicList(rows: Rows, page: ListPage): PostRow[] | null {
  const posts = rows.posts.filter(({ type, status }) => type === 'post' && status === 'publish');
  switch (page.kind) {
    case 'home':
      return newestFirst(posts);
    case 'term': {
      const term = inOrder(rows.terms, 'asc').find(
        ({ taxonomy, id, slug }) => taxonomy === page.taxonomy && (page.slug ? slug === page.slug : id === page.id),
      );
      if (!term) return null;
      const terms = term.taxonomy === 'category' ? withBelow(rows, term) : [term];
      return newestFirst(posts.filter((post) => post.terms.some((held) => terms.includes(held))));
    }
    case 'author':
      if (!rows.users.some(({ id }) => id === page.id) || !hasPublished(rows, page.id, ['post', 'page'])) return null;
      return newestFirst(posts.filter(({ author }) => author === page.id));
    case 'date': {
      const found = posts.filter(({ date }) => date.startsWith(page.period));
      return found.length > 0 ? newestFirst(found) : null;
    }
    case 'search': {
      const words = wordsOf(page.search);
      const all = rows.posts.filter(({ type, status }) => (type === 'post' || type === 'page') && status === 'publish');
      return byRelevance(
        all.filter((post) => post.password === '' && matches(post, words)),
        page.search,
      );
    }
  }
}

const newestFirst = (posts: readonly PostRow[]): PostRow[] => inOrder(posts, 'desc', ({ date }) => date);

function withBelow(rows: Rows, term: TermRow): TermRow[] {
  const found = [term];
  for (const each of found)
    for (const below of rows.terms)
      if (below.taxonomy === 'category' && below.parent === each.id && !found.includes(below)) found.push(below);
  return found;
}

const perPage = 10;

/** The posts on one page of a list; null where there is no such page. Sticky posts stand before the latest ones. */
export function publicPage(rows: Rows, list: ListPage, page: number): PostRow[] | null {
  const all = publicList(rows, list);
  if (!all || page > Math.max(1, Math.ceil(all.length / perPage))) return null;
  const shown = all.slice((page - 1) * perPage, page * perPage);
  if (list.kind !== 'home' || page > 1) return shown;
  const isSticky = ({ id }: PostRow) => rows.sticky.includes(id);
  return [...all.filter(isSticky).slice(0, 100), ...shown.filter((post) => !isSticky(post))];
}

export interface SitemapRow {
  readonly url: string;
  readonly changed: string;
}

const perPart = 2_000;

/** The sections of the sitemap that this model knows, each with all of its rows. */
export function sitemap(rows: Rows, style: LinkStyle): Map<string, SitemapRow[]> {
  const posts = (type: string) =>
    inOrder(
      rows.posts.filter((post) => post.type === type && post.status === 'publish' && post.password === ''),
      'asc',
    ).map((post) => ({ url: postLink(rows, post, style), changed: `${post.modifiedGmt.replace(' ', 'T')}+00:00` }));
  const terms = (taxonomy: string) =>
    inOrder(
      rows.terms.filter((term) => term.taxonomy === taxonomy && term.count > 0),
      'asc',
    ).map((term) => ({ url: termLink(rows, term, style), changed: '' }));
  const authors = inOrder(
    rows.users.filter(({ id }) => hasPublished(rows, id, ['post'])),
    'asc',
  ).map((user) => ({ url: authorLink(user, style), changed: '' }));
  return new Map([
    ['posts-post', posts('post')],
    ['posts-page', posts('page')],
    ['taxonomies-category', terms('category')],
    ['taxonomies-post_tag', terms('post_tag')],
    ['users', authors],
  ]);
}

export const sitemapIndex = (rows: Rows, style: LinkStyle): string[] =>
  [...sitemap(rows, style)].flatMap(([name, all]) =>
    Array.from({ length: Math.ceil(all.length / perPart) }, (_, n) => `${style.url}/wp-sitemap-${name}-${n + 1}.xml`),
  );

/** The rows of one part; the front page stands before the pages. */
export function sitemapPart(rows: Rows, style: LinkStyle, name: string, part: number): SitemapRow[] | null {
  const some =
    sitemap(rows, style)
      .get(name)
      ?.slice((part - 1) * perPart, part * perPart) ?? [];
  const front = name === 'posts-page' && part === 1 ? [{ url: `${style.url}/`, changed: '' }] : [];
  const all = [...front, ...some];
  return all.length > 0 ? all : null;
}
