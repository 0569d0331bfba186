import type { Caller } from '../site/open-site.ts';
import { type Expected, inOrder, type Paging, pageOf, pagesOf } from './page-of.ts';
import type { PostRow, Rows } from './rows.ts';
import { matches, rankOf, wordsOf } from './search.ts';
import { isWriter, mayEdit, mayRead } from './visible.ts';

export type PostOrder =
  | 'date'
  | 'modified'
  | 'title'
  | 'slug'
  | 'id'
  | 'author'
  | 'include'
  | 'menu_order'
  | 'relevance'
  | 'parent';

/** A list of posts or pages, in the terms of the interface. */
export interface PostQuery extends Paging {
  readonly base: 'posts' | 'pages';
  readonly orderby: PostOrder;
  readonly order: 'asc' | 'desc';
  readonly context?: 'edit';
  readonly status?: readonly string[];
  readonly author?: readonly number[];
  readonly author_exclude?: readonly number[];
  readonly categories?: readonly number[];
  readonly categories_exclude?: readonly number[];
  readonly tags?: readonly number[];
  readonly tags_exclude?: readonly number[];
  readonly sticky?: boolean;
  readonly parent?: readonly number[];
  readonly parent_exclude?: readonly number[];
  readonly menu_order?: number;
  readonly before?: string;
  readonly after?: string;
  readonly search?: string;
  readonly slug?: readonly string[];
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
}

const ordinary = ['publish', 'future', 'draft', 'pending', 'private'];

/** The rows of a list, in its order. */
export function listed(rows: Rows, query: PostQuery, caller: Caller): PostRow[] {
  const type = query.base === 'posts' ? 'post' : 'page';
  const may = query.context === 'edit' ? mayEdit : mayRead;
  const found = rows.posts.filter(
    (post) => post.type === type && may(caller, post) && passes(post, query, rows, caller),
  );
  return sorted(found, query);
}

function passes(post: PostRow, query: PostQuery, rows: Rows, caller: Caller): boolean {
  const {
    status = ['publish'],
    author = [],
    author_exclude: notAuthor = [],
    parent = [],
    parent_exclude: notParent = [],
  } = query;
  const { include = [], exclude = [] } = query;
  const has = (taxonomy: string, ids: readonly number[]): boolean =>
    post.terms.some((term) => term.taxonomy === taxonomy && ids.includes(term.id));
  const within = (ids: readonly number[] | undefined, taxonomy: string) => !ids?.length || has(taxonomy, ids);
  if (!status.flatMap((name) => (name === 'any' ? ordinary : [name])).includes(post.status)) return false;
  if (include.length > 0 ? !include.includes(post.id) : exclude.includes(post.id)) return false;
  if (notAuthor.length > 0 ? notAuthor.includes(post.author) : author.length > 0 && !author.includes(post.author))
    return false;
  if (parent.length > 0 ? !parent.includes(post.parent) : notParent.includes(post.parent)) return false;
  if (!within(query.categories, 'category') || !within(query.tags, 'post_tag')) return false;
  if (has('category', query.categories_exclude ?? []) || has('post_tag', query.tags_exclude ?? [])) return false;
  if (query.sticky !== undefined && rows.sticky.includes(post.id) !== query.sticky) return false;
  if (query.menu_order !== undefined && post.menuOrder !== query.menu_order) return false;
  if (query.after !== undefined && post.date <= stored(query.after)) return false;
  if (query.before !== undefined && post.date >= stored(query.before)) return false;
  if (query.slug && !query.slug.includes(post.slug)) return false;
  if (query.search === undefined) return true;
  return matches(post, wordsOf(query.search)) && (post.password === '' || maySearchProtected(query, caller));
}

/** Whoever may not edit must not learn by searching what a text behind a password says. */
const maySearchProtected = ({ base }: PostQuery, caller: Caller): boolean =>
  base === 'posts' ? isWriter(caller) : caller.name === 'editor' || caller.name === 'admin';

const stored = (moment: string): string => moment.replace('T', ' ');

const keys: Readonly<Record<Exclude<PostOrder, 'include' | 'relevance'>, (post: PostRow) => string | number>> = {
  date: ({ date }) => date,
  modified: ({ modified }) => modified,
  title: ({ folded }) => folded.title,
  slug: ({ folded }) => folded.slug,
  id: ({ id }) => id,
  author: ({ author }) => author,
  menu_order: ({ menuOrder }) => menuOrder,
  parent: ({ parent }) => parent,
};

function sorted(found: readonly PostRow[], { orderby, order, include = [], search = '' }: PostQuery): PostRow[] {
  if (orderby === 'include') return found.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id));
  if (orderby === 'relevance') return byRelevance(found, search);
  return inOrder(found, order, keys[orderby]);
}

export function byRelevance(found: readonly PostRow[], search: string): PostRow[] {
  const words = wordsOf(search);
  const phrase = search
    .replaceAll('"', '')
    .replace(/(^|\s)-\S+/g, '')
    .trim()
    .split(/\s+/)
    .join(' ');
  const ranks = new Map(found.map((post) => [post.id, rankOf(post, words, phrase)]));
  const newest = inOrder(found, 'desc', ({ date }) => date);
  return newest.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
}

/** What a list of the interface must answer: a page after the last one is an error, an offset after it an empty list. */
export function expectedList(rows: Rows, query: PostQuery, caller: Caller): Expected {
  const all = listed(rows, query, caller);
  const page = pageOf(all, query);
  const { page: number = 1, perPage, offset } = query;
  const total = offset !== undefined && page.length === 0 ? 0 : all.length;
  if (total > 0 && number > pagesOf(total, perPage)) return { status: 400 };
  return {
    status: 200,
    ids: page.map(({ id }) => id),
    total,
    pages: pagesOf(total, perPage),
    items: new Map(page.map((post) => [post.id, shownPost(post, rows)])),
  };
}

/** Texts that are shown as they are stored. */
export const isPlain = (text: string): boolean => /^[\p{L}\p{N} ]*$/u.test(text);

/** What an item shows of a row, as far as nothing is rendered. */
export const shownPost = (post: PostRow, rows: Rows): Record<string, unknown> => ({
  ...(isPlain(post.title) ? { title: post.title } : {}),
  slug: post.slug,
  status: post.status,
  author: post.author,
  date: post.date.replace(' ', 'T'),
  modified: post.modified.replace(' ', 'T'),
  parent: post.parent,
  menu_order: post.menuOrder,
  sticky: rows.sticky.includes(post.id),
  categories: termIds(post, 'category'),
  tags: termIds(post, 'post_tag'),
});

const termIds = ({ terms }: PostRow, taxonomy: string): number[] =>
  terms
    .filter((term) => term.taxonomy === taxonomy)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
