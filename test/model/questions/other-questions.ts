import type { Random } from '../../simulation/random.ts';
import {
  type CommentQuery,
  expectedComments,
  expectedTerms,
  expectedUsers,
  shownTerm,
  type TermQuery,
  type UserQuery,
} from '../naive/others.ts';
import { inOrder, pageOf, pagesOf } from '../naive/page-of.ts';
import { byRelevance } from '../naive/posts.ts';
import type { PostRow, Rows, TermRow } from '../naive/rows.ts';
import { matches, wordsOf } from '../naive/search.ts';
import { isEditor, isWriter, mayEdit, mayRead } from '../naive/visible.ts';
import type { Caller } from '../site/open-site.ts';
import { moment, words } from '../site/words.ts';
import { type Asking, searchText, some } from './post-questions.ts';
import { address, type Question } from './question.ts';

const direction = (random: Random): 'asc' | 'desc' => random.pick(['asc', 'desc']);
const bases = { category: 'categories', post_tag: 'tags' } as const;
const someTaxonomy = (random: Random): 'category' | 'post_tag' => random.pick(['category', 'post_tag']);
const maybe = <T>(random: Random, probability: number, args: T): T | Record<string, never> =>
  random.chance(probability) ? args : {};

export function termList({ random, rows, callers }: Asking): Question {
  const taxonomy = someTaxonomy(random);
  const own = rows.terms.filter((term) => term.taxonomy === taxonomy);
  const query: TermQuery = {
    taxonomy,
    orderby: random.pick(['name', 'slug', 'id', 'count'] as const),
    order: direction(random),
    perPage: random.pick([5, 10, 40]),
    page: 1 + random.below(4),
    ...maybe(random, 0.4, { hide_empty: true }),
    ...(taxonomy === 'category'
      ? maybe(random, 0.3, { parent: random.chance(0.4) ? 0 : (random.pick(own)?.id ?? 0) })
      : {}),
    ...maybe(random, 0.2, { post: random.pick(rows.posts).id }),
    ...maybe(random, 0.2, { search: random.pick(words.filter((word) => !word.includes('%'))) }),
    ...maybe(random, 0.2, { exclude: some(random, own, 4).map(({ id }) => id) }),
  };
  return termsQuestion(query, random.pick(callers));
}

export function termsQuestion(query: TermQuery, caller: Caller): Question {
  const { taxonomy, ...args } = query;
  return {
    labels: ['terms', `as ${caller.name}`],
    path: address(`/wp/v2/${bases[taxonomy]}`, args),
    caller,
    reads: 'list',
    expected: (now) => expectedTerms(now, query, caller),
  };
}

const isShown = ({ taxonomy }: TermRow): boolean => taxonomy in bases;

export const termItem = ({ random, rows, callers }: Asking): Question =>
  termItemOf(random.pick(rows.terms.filter(isShown)), random.pick(callers));

export const termItemOf = ({ id, taxonomy }: TermRow, caller: Caller): Question => ({
  labels: ['count of a term', `as ${caller.name}`],
  path: address(`/wp/v2/${bases[taxonomy as keyof typeof bases]}/${id}`, {}),
  caller,
  reads: 'list',
  expected: (now) => {
    const term = now.terms.find((each) => each.id === id && each.taxonomy === taxonomy);
    return term ? { status: 200, items: new Map([[id, shownTerm(now, term)]]) } : { status: 404 };
  },
});

export function commentList({ random, rows, callers }: Asking): Question {
  const caller = random.pick(callers);
  const commented = rows.comments.map(({ postId }) => postId);
  const query: CommentQuery = {
    orderby: random.pick(['date_gmt', 'id', 'post', 'parent'] as const),
    order: direction(random),
    perPage: random.pick([5, 10, 50]),
    ...(random.chance(0.8)
      ? { page: random.pick([1, 1, 2, 3, 9, 60]) }
      : { offset: random.below(rows.comments.length) }),
    ...maybe(random, 0.3, { post: some(random, commented, 3) }),
    ...maybe(random, 0.15, { parent: random.chance(0.5) ? [0] : some(random, rows.comments, 5).map(({ id }) => id) }),
    ...maybe(random, 0.15, { search: random.pick(words) }),
    ...maybe(random, 0.15, { before: moment(random).replace(' ', 'T') }),
    ...maybe(random, 0.15, { after: moment(random).replace(' ', 'T') }),
    ...maybe(random, 0.1, { include: some(random, rows.comments, 9).map(({ id }) => id) }),
    ...(isWriter(caller)
      ? {
          ...maybe(random, 0.5, { status: random.pick(['hold', 'all', 'any', 'spam', 'trash', 'approve']) }),
          ...maybe(random, 0.3, { type: random.pick(['all', 'pingback', 'comment', 'order_note', 'note']) }),
          ...maybe(random, 0.2, { author: some(random, rows.users, 2).map(({ id }) => id) }),
        }
      : {}),
    ...(isEditor(caller) ? maybe(random, 0.3, { context: 'edit' } as const) : {}),
  };
  return commentsQuestion(query, caller);
}

export const commentsQuestion = (query: CommentQuery, caller: Caller): Question => ({
  labels: ['comments', `as ${caller.name}`],
  path: address('/wp/v2/comments', { ...query, _fields: 'id,post,parent,author' }),
  caller,
  reads: 'list',
  expected: (now) => expectedComments(now, query, caller),
});

export function userList({ random, rows, callers }: Asking): Question {
  const caller = random.chance(0.6) ? (callers[0] as Caller) : random.pick(callers);
  const query: UserQuery = {
    orderby: random.pick(['name', 'slug', 'id'] as const),
    order: direction(random),
    perPage: random.pick([2, 5, 10, 50]),
    page: 1 + random.below(3),
    ...maybe(random, 0.2, { search: random.pick(['person', 'er', 'café', 'a', '3']) }),
    ...maybe(random, 0.2, { exclude: some(random, rows.users, 3).map(({ id }) => id) }),
    ...maybe(random, 0.1, { include: some(random, rows.users, 6).map(({ id }) => id) }),
  };
  return {
    labels: ['users', `as ${caller.name}`],
    path: address('/wp/v2/users', { ...query, _fields: 'id,slug,name' }),
    caller,
    reads: 'list',
    expected: (now) => expectedUsers(now, query, caller),
  };
}

const published = (rows: Rows, types: readonly string[]): PostRow[] =>
  rows.posts.filter(({ type, status }) => types.includes(type) && status === 'publish');

/** The search over all content; after its last page it counts nothing. */
export function siteSearch({ random, callers }: Asking): Question {
  const caller = random.pick(callers);
  const search = random.chance(0.9) ? searchText(random) : '';
  const subtype = random.pick(['any', 'post', 'page'] as const);
  const types = subtype === 'any' ? ['post', 'page'] : [subtype];
  const paging = { page: 1 + random.below(3), perPage: random.pick([5, 10, 30]) };
  const isOpen = types.includes('page') ? isEditor(caller) : isWriter(caller);
  return {
    labels: ['site search', `as ${caller.name}`],
    path: address('/wp/v2/search', { search, subtype, ...paging }),
    caller,
    reads: 'list',
    expected: (now) => {
      const wanted = wordsOf(search);
      const found = published(now, types).filter(
        (post) => search === '' || ((isOpen || post.password === '') && matches(post, wanted)),
      );
      const page = pageOf(byRelevance(found, search), paging);
      const total = page.length > 0 ? found.length : 0;
      return { status: 200, ids: page.map(({ id }) => id), total, pages: pagesOf(total, paging.perPage) };
    },
  };
}

const mostRanked = 1_000;

export function rankedSearch({ random, callers }: Asking): Question {
  const caller = random.pick(callers);
  const search = `${searchText(random)}`;
  const paging = { page: 1 + random.below(2), perPage: 10 };
  return {
    labels: ['ranked search', `as ${caller.name}`],
    path: address('/platen/v1/search', { search, type: 'post,page', ...paging }),
    caller,
    reads: 'body',
    expected: (now) => {
      const wanted = wordsOf(search);
      const found = published(now, ['post', 'page']).filter(
        (post) => (isEditor(caller) || post.password === '') && matches(post, wanted),
      );
      const newest = inOrder(found, 'desc', ({ date }) => date).slice(0, mostRanked);
      const ids = pageOf(byRelevance(newest, search), paging).map(({ id }) => id);
      return { status: 200, ids, total: newest.length, body: { isExact: found.length <= mostRanked } };
    },
  };
}

const someTypes = (random: Random): readonly string[] => random.pick([['post'], ['page'], ['post', 'page']]);
const mayAsk = (caller: Caller, types: readonly string[]): boolean =>
  isEditor(caller) || (caller.name === 'author' && !types.includes('page'));

export function contentList({ random, callers }: Asking): Question {
  const caller = random.pick(callers);
  const types = someTypes(random);
  const status =
    mayAsk(caller, types) && random.chance(0.6)
      ? some(random, ['publish', 'draft', 'private', 'trash', 'future'], 3)
      : undefined;
  const orderby = random.pick(['date', 'modified', 'id', 'title', 'slug', 'author'] as const);
  const order = direction(random);
  const paging = { page: random.pick([1, 2, 5, 40, 90, 300]), perPage: random.pick([5, 10]) };
  const key = (post: PostRow): string | number =>
    orderby === 'title' || orderby === 'slug' ? post.folded[orderby] : post[orderby];
  return {
    labels: ['content', `as ${caller.name}`],
    path: address('/platen/v1/content', { type: types, status, orderby, order, ...paging, _fields: 'id,slug,status' }),
    caller,
    reads: 'list',
    expected: (now) => {
      const all = inOrder(
        now.posts.filter(
          (post) => types.includes(post.type) && mayRead(caller, post) && (status ?? ['publish']).includes(post.status),
        ),
        order,
        key,
      );
      if (all.length > 0 && paging.page > pagesOf(all.length, paging.perPage)) return { status: 400 };
      const page = pageOf(all, paging);
      const items = new Map(page.map(({ id, slug, status: state }) => [id, { slug, status: state }]));
      return {
        status: 200,
        ids: page.map(({ id }) => id),
        total: all.length,
        pages: pagesOf(all.length, paging.perPage),
        items,
      };
    },
  };
}

const written = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

export function contentCounts({ random, callers }: Asking): Question {
  const caller = random.pick(callers);
  const types = someTypes(random);
  const by = random.pick(['status', 'type', 'category', 'post_tag'] as const);
  const context = mayAsk(caller, types) && random.chance(0.4) ? 'edit' : 'view';
  return {
    labels: ['counts', `as ${caller.name}`],
    path: address('/platen/v1/counts', { type: types, by, context }),
    caller,
    reads: 'body',
    expected: (now) => {
      const counts: Record<string, number> = {};
      for (const type of types) {
        const statuses = mayAsk(caller, [type]) ? written : ['publish'];
        const own = now.posts.filter(
          (post) =>
            post.type === type &&
            statuses.includes(post.status) &&
            (context === 'edit' ? mayEdit : mayRead)(caller, post),
        );
        for (const name of by === 'status' ? statuses : by === 'type' ? [type] : []) counts[name] ??= 0;
        for (const post of own) {
          const terms = post.terms.filter(({ taxonomy }) => taxonomy === by).map(({ id }) => String(id));
          for (const name of by === 'status' ? [post.status] : by === 'type' ? [type] : terms)
            counts[name] = (counts[name] ?? 0) + 1;
        }
      }
      return { status: 200, body: counts };
    },
  };
}

export function childCounts({ random, rows, callers }: Asking): Question {
  const caller = random.pick(callers);
  const of = [
    0,
    ...some(
      random,
      rows.terms.filter(({ taxonomy }) => taxonomy === 'category'),
      8,
    ).map(({ id }) => id),
  ];
  return {
    labels: ['children of terms', `as ${caller.name}`],
    path: address('/platen/v1/terms/children', { taxonomy: 'category', of }),
    caller,
    reads: 'body',
    expected: (now) => {
      const below = (id: number) =>
        now.terms.filter((term) => term.taxonomy === 'category' && term.parent === id).length;
      const entries = of.map((id) => [String(id), below(id)] as const);
      return { status: 200, body: Object.fromEntries(entries.filter(([, count]) => count > 0)) };
    },
  };
}
