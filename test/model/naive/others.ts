import { fold } from '../../../src/rules/fold.ts';
import type { Caller } from '../site/open-site.ts';
import { type Expected, inOrder, type Paging, pageOf, pagesOf } from './page-of.ts';
import { isPlain } from './posts.ts';
import type { CommentRow, Rows, TermRow, UserRow } from './rows.ts';
import { denied, isEditor, mayModerate, mayRead, mayReadComment, mayReadCommentsOn } from './visible.ts';

type Direction = 'asc' | 'desc';

/** The answer of a list that is empty after its last page. */
function answered<T extends { readonly id: number }>(
  all: readonly T[],
  paging: Paging,
  shown: (row: T) => Record<string, unknown>,
): Expected {
  const page = pageOf(all, paging);
  return {
    status: 200,
    ids: page.map(({ id }) => id),
    total: all.length,
    pages: pagesOf(all.length, paging.perPage),
    items: new Map(page.map((row) => [row.id, shown(row)])),
  };
}

export interface CommentQuery extends Paging {
  readonly orderby: 'date_gmt' | 'id' | 'post' | 'parent';
  readonly order: Direction;
  readonly context?: 'edit';
  readonly status?: string;
  readonly type?: string;
  readonly post?: readonly number[];
  readonly parent?: readonly number[];
  readonly author?: readonly number[];
  readonly exclude?: readonly number[];
  readonly include?: readonly number[];
  readonly search?: string;
  readonly before?: string;
  readonly after?: string;
}

const states: Readonly<Record<string, readonly string[]>> = { approve: ['1'], hold: ['0'], all: ['0', '1'] };

export function expectedComments(rows: Rows, query: CommentQuery, caller: Caller): Expected {
  const posts = (query.post ?? []).flatMap((id) => rows.postsById.get(id) ?? []);
  if (posts.some((post) => !mayReadCommentsOn(caller, post))) return denied(caller);
  const may = query.context === 'edit' ? mayModerate : mayReadComment;
  const found = rows.comments.filter((comment) => may(caller, comment, rows) && passes(comment, query, caller));
  return answered(sortedComments(found, query), query, ({ postId, parent, user }) => ({
    post: postId,
    parent,
    author: user,
  }));
}

function passes(comment: CommentRow, query: CommentQuery, caller: Caller): boolean {
  const { status = 'approve', type = 'comment', post, parent, author, include, exclude = [] } = query;
  if (status !== 'any' && !(states[status] ?? [status]).includes(comment.approved)) return false;
  if (type === 'comment' ? !['comment', ''].includes(comment.type) : type !== 'all' && type !== comment.type)
    return false;
  if (post && !post.includes(comment.postId)) return false;
  if (parent && !parent.includes(comment.parent)) return false;
  if (author && !author.includes(comment.user)) return false;
  if ((include && !include.includes(comment.id)) || exclude.includes(comment.id)) return false;
  if (query.after !== undefined && comment.date <= query.after.replace('T', ' ')) return false;
  if (query.before !== undefined && comment.date >= query.before.replace('T', ' ')) return false;
  if (query.search === undefined) return true;
  const searched = isEditor(caller) ? [...comment.shown, ...comment.details] : comment.shown;
  const word = fold(query.search);
  return searched.some((text) => text.includes(word));
}

/** Ties are shown newest first in both directions. */
function sortedComments(found: readonly CommentRow[], { orderby, order }: CommentQuery): CommentRow[] {
  if (orderby === 'id') return inOrder(found, order);
  const key = { date_gmt: 'date', post: 'postId', parent: 'parent' }[orderby] as 'date' | 'postId' | 'parent';
  const sign = order === 'asc' ? 1 : -1;
  return inOrder(found, 'desc').toSorted((a, b) => (a[key] === b[key] ? 0 : a[key] < b[key] ? -sign : sign));
}

export interface TermQuery extends Paging {
  readonly taxonomy: 'category' | 'post_tag';
  readonly orderby: 'name' | 'slug' | 'id' | 'count';
  readonly order: Direction;
  readonly hide_empty?: boolean;
  readonly parent?: number;
  readonly post?: number;
  readonly search?: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
}

/** How many published posts have a term. */
export const trueCount = (rows: Rows, term: TermRow): number =>
  rows.posts.filter((post) => post.status === 'publish' && post.type !== 'revision' && post.terms.includes(term))
    .length;

/** A term, and where it is shown the terms above it, that has posts. */
function isUsed(rows: Rows, term: TermRow, withBelow: boolean, seen: readonly number[] = []): boolean {
  if (term.count > 0) return true;
  if (!withBelow || seen.includes(term.id)) return false;
  const below = rows.terms.filter(({ taxonomy, parent }) => taxonomy === term.taxonomy && parent === term.id);
  return below.some((each) => isUsed(rows, each, true, [...seen, term.id]));
}

export function listedTerms(rows: Rows, query: TermQuery): TermRow[] {
  const { taxonomy, parent, post, search, include = [], exclude = [] } = query;
  const word = search === undefined ? '' : fold(search);
  const held = post === undefined ? null : (rows.postsById.get(post)?.terms ?? []);
  const found = rows.terms.filter(
    (term) =>
      term.taxonomy === taxonomy &&
      (include.length > 0 ? include.includes(term.id) : !exclude.includes(term.id)) &&
      (parent === undefined || term.parent === parent) &&
      (held === null || held.includes(term)) &&
      (word === '' || fold(term.name).includes(word) || fold(term.slug).includes(word)) &&
      (!query.hide_empty || isUsed(rows, term, taxonomy === 'category' && parent === undefined)),
  );
  const key = {
    name: ({ name }: TermRow) => fold(name),
    slug: ({ slug }: TermRow) => fold(slug),
    id: ({ id }: TermRow) => id,
    count: ({ count }: TermRow) => count,
  }[query.orderby];
  return inOrder(found, query.order, key);
}

/** The terms of a post are as visible as the post. */
export function expectedTerms(rows: Rows, query: TermQuery, caller: Caller): Expected {
  if (query.post !== undefined) {
    const post = rows.postsById.get(query.post);
    if (!post) return { status: 400 };
    if (post.type !== 'post' || !mayRead(caller, post)) return denied(caller);
  }
  return answered(listedTerms(rows, query), query, (term) => shownTerm(rows, term));
}

/** The count is what the posts say, not only what is stored. */
export const shownTerm = (rows: Rows, term: TermRow): Record<string, unknown> => ({
  ...(isPlain(term.name) ? { name: term.name } : {}),
  slug: term.slug,
  count: trueCount(rows, term),
  ...(term.taxonomy === 'category' ? { parent: term.parent } : {}),
});

export interface UserQuery extends Paging {
  readonly orderby: 'name' | 'slug' | 'id';
  readonly order: Direction;
  readonly search?: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
}

export const hasPublished = (rows: Rows, user: number, types: readonly string[]): boolean =>
  rows.posts.some(({ author, status, type }) => author === user && status === 'publish' && types.includes(type));

/** Everybody sees those who have published something, administrators see all. */
export function expectedUsers(rows: Rows, query: UserQuery, caller: Caller): Expected {
  const { include = [], exclude = [] } = query;
  const isAdmin = caller.name === 'admin';
  const word = query.search === undefined ? '' : fold(query.search);
  const found = rows.users.filter(
    (user) =>
      (isAdmin || hasPublished(rows, user.id, ['post', 'page'])) &&
      (include.length > 0 ? include.includes(user.id) : !exclude.includes(user.id)) &&
      (word === '' || [...user.searched, ...(isAdmin ? [user.email] : [])].some((text) => text.includes(word))),
  );
  const key = {
    name: ({ name }: UserRow) => fold(name),
    slug: ({ slug }: UserRow) => fold(slug),
    id: ({ id }: UserRow) => id,
  }[query.orderby];
  return answered(inOrder(found, query.order, key), query, ({ slug, name }) => ({
    slug,
    ...(isPlain(name) ? { name } : {}),
  }));
}
