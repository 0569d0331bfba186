import type { Random } from '../../simulation/random.ts';
import { expectedList, listed, type PostOrder, type PostQuery, shownPost } from '../naive/posts.ts';
import type { PostRow, Rows } from '../naive/rows.ts';
import { denied, isEditor, mayRead } from '../naive/visible.ts';
import type { Caller } from '../site/open-site.ts';
import { moment, words } from '../site/words.ts';
import { address, type Question } from './question.ts';

export interface Asking {
  readonly random: Random;
  readonly rows: Rows;
  readonly callers: readonly Caller[];
}

export const some = <T>(random: Random, items: readonly T[], count: number): T[] => [
  ...new Set(Array.from({ length: Math.min(count, items.length) }, () => random.pick(items))),
];

const lightFields = 'id,slug,status,author,date,modified,parent,menu_order,sticky,categories,tags,title';

/** A question about a list of posts or pages. */
export function listQuestion(query: PostQuery, caller: Caller, labels: readonly string[], isLight: boolean): Question {
  const { base, ...args } = query;
  const used = Object.keys(args).filter((name) => !['orderby', 'order', 'page', 'perPage'].includes(name));
  return {
    labels: [...labels, `order ${query.orderby}`, ...used.map((name) => `filter ${name}`), `as ${caller.name}`],
    path: address(`/wp/v2/${base}`, { ...args, ...(isLight ? { _fields: lightFields } : {}) }),
    caller,
    reads: 'list',
    expected: (rows) => expectedList(rows, query, caller),
  };
}

const orders: readonly PostOrder[] = ['date', 'modified', 'title', 'slug', 'id', 'author', 'parent'];
const writersStatuses = ['draft', 'pending', 'private', 'future', 'trash', 'any', 'publish'];

/** What narrows a list; each gives arguments that some rows meet. */
const filters: Readonly<
  Record<string, (asking: Asking, caller: Caller, base: PostQuery['base']) => Partial<PostQuery>>
> = {
  status: ({ random }, caller, base) =>
    isEditor(caller) || (caller.name === 'author' && base === 'posts')
      ? { status: some(random, writersStatuses, 2) }
      : {},
  context: (_asking, caller, base) =>
    isEditor(caller) || (caller.name === 'author' && base === 'posts') ? { context: 'edit' } : {},
  author: ({ random, rows }) => ({ author: some(random, rows.users, 2).map(({ id }) => id) }),
  author_exclude: ({ random, rows }) => ({ author_exclude: some(random, rows.users, 2).map(({ id }) => id) }),
  categories: (asking, _caller, base) => (base === 'posts' ? { categories: termIds(asking, 'category', 2) } : {}),
  categories_exclude: (asking, _caller, base) =>
    base === 'posts' ? { categories_exclude: termIds(asking, 'category', 2) } : {},
  tags: (asking, _caller, base) => (base === 'posts' ? { tags: termIds(asking, 'post_tag', 3) } : {}),
  tags_exclude: (asking, _caller, base) => (base === 'posts' ? { tags_exclude: termIds(asking, 'post_tag', 2) } : {}),
  sticky: ({ random }, _caller, base) => (base === 'posts' ? { sticky: random.chance(0.5) } : {}),
  parent: ({ random, rows }, _caller, base) =>
    base === 'pages' ? { parent: random.chance(0.4) ? [0] : some(random, parentsOf(rows), 3) } : {},
  parent_exclude: ({ random, rows }, _caller, base) =>
    base === 'pages' ? { parent_exclude: random.chance(0.4) ? [0] : some(random, parentsOf(rows), 3) } : {},
  menu_order: ({ random }, _caller, base) => (base === 'pages' ? { menu_order: random.below(5) } : {}),
  before: ({ random }) => ({ before: moment(random).replace(' ', 'T') }),
  after: ({ random }) => ({ after: moment(random).replace(' ', 'T') }),
  search: ({ random }) => ({ search: searchText(random) }),
  slug: ({ random, rows }) => ({ slug: some(random, rows.posts.filter(isAddressed), 3).map(({ slug }) => slug) }),
  include: ({ random, rows }) => ({ include: some(random, rows.posts, 12).map(({ id }) => id) }),
  exclude: ({ random, rows }) => ({ exclude: some(random, rows.posts, 12).map(({ id }) => id) }),
};

/** Slugs that are the same when they are cleaned. */
const isAddressed = ({ slug }: PostRow): boolean => /^[a-z0-9-]+$/.test(slug);
const parentsOf = ({ posts }: Rows): number[] =>
  posts.filter(({ type, parent }) => type === 'page' && parent > 0).map(({ parent }) => parent);

function termIds({ random, rows }: Asking, taxonomy: string, count: number): number[] {
  const own = rows.terms.filter((term) => term.taxonomy === taxonomy);
  return own.length > 0 ? some(random, own, count).map(({ id }) => id) : [1];
}

const searchedWords = words.filter((word) => !/[+,"]/.test(word));

/** Texts to search for, by their kind. */
const searches: Readonly<Record<string, (random: Random, word: () => string) => string>> = {
  'one word': (_random, word) => word(),
  'short word': (random) => random.pick(['a', 'of', 'x', '7', '東', 'it', 'b', '42']),
  phrase: (_random, word) => `"${word()} ${word()}"`,
  'several words': (_random, word) => `${word()} ${word()}`,
  negative: (_random, word) => `${word()} -${word()}`,
  'beginning of a word': (_random, word) => word().slice(0, 3),
  // They stand together in comments of blocks, too.
  'words of blocks': (random) => random.pick(['river stone', '"river stone"', 'className']),
};
export const searchKinds = Object.keys(searches);

export const searchText = (random: Random, kind = random.pick(searchKinds)): string =>
  searches[kind]?.(random, () => random.pick(searchedWords)) ?? '';

/** A list in this order, with up to two filters. */
export function someQuery(asking: Asking, orderby: PostOrder, caller: Caller): PostQuery {
  const { random, rows } = asking;
  const base = orderby === 'menu_order' ? 'pages' : random.chance(0.12) ? 'pages' : 'posts';
  const narrowed = some(random, filterNames, random.below(3)).map((name) => filters[name]?.(asking, caller, base));
  const needed =
    orderby === 'include'
      ? { include: some(random, rows.posts, 30).map(({ id }) => id) }
      : orderby === 'relevance'
        ? { search: searchText(random) }
        : {};
  return Object.assign(
    { base, orderby, order: random.pick(['asc', 'desc'] as const), perPage: random.pick([3, 7, 10, 20]) },
    ...narrowed,
    needed,
  ) as PostQuery;
}

const filtersOfPages = ['parent', 'parent_exclude', 'menu_order'];
const filtersOfWriters = ['status', 'context'];
export const filterNames = Object.keys(filters);

/** A list with this filter alone, in any order and at any page. */
export function filteredList(asking: Asking, name: string): Question {
  const { random, callers, rows } = asking;
  const caller = random.pick(filtersOfWriters.includes(name) ? callers.filter(({ id }) => id > 0) : callers);
  const base = filtersOfPages.includes(name) ? 'pages' : 'posts';
  const whole = {
    base,
    orderby: random.pick(orders),
    order: random.pick(['asc', 'desc'] as const),
    perPage: 10,
  } as const;
  const query: PostQuery = { ...whole, ...filters[name]?.(asking, caller, base) };
  const last = Math.max(1, Math.ceil(listed(rows, query, caller).length / query.perPage));
  return listQuestion({ ...query, page: 1 + random.below(last) }, caller, ['list'], random.chance(0.7));
}

const anyone = ({ random, callers }: Asking): Caller => random.pick(callers);

/** A question about the beginning of a list in this order. */
export function orderedList(asking: Asking, orderby: PostOrder): Question {
  const caller = anyone(asking);
  const query = { ...someQuery(asking, orderby, caller), page: 1 + asking.random.below(3) };
  return listQuestion(query, caller, ['list'], asking.random.chance(0.7));
}

/** A question about the middle, the end, or what is beyond the end of a list. */
export function deepList(asking: Asking): Question {
  const { random, rows } = asking;
  const caller = anyone(asking);
  const isNarrow = random.chance(0.5);
  const orderby = random.pick(orders);
  const whole = {
    base: 'posts',
    orderby,
    order: random.pick(['asc', 'desc'] as const),
    perPage: random.pick([5, 10, 13]),
  } as const;
  const query: PostQuery = isNarrow ? { ...someQuery(asking, orderby, caller) } : whole;
  const last = Math.max(1, Math.ceil(listed(rows, query, caller).length / query.perPage));
  const page = random.pick([Math.ceil(last / 2), Math.ceil(last * 0.8), last, last, last + 1]);
  return listQuestion({ ...query, page }, caller, ['deep page'], random.chance(0.7));
}

export function offsetList(asking: Asking): Question {
  const { random, rows } = asking;
  const caller = anyone(asking);
  const query = someQuery(asking, random.pick(orders), caller);
  const { length } = listed(rows, query, caller);
  const offset = random.pick([random.below(length + 1), Math.max(0, length - 3), length + 5]);
  return listQuestion({ ...query, offset }, caller, ['offset'], true);
}

/** A search of this kind, in the order of relevance or another one. */
export function searchList(asking: Asking, kind: string): Question {
  const { random } = asking;
  const caller = anyone(asking);
  const search = searchText(random, kind);
  const orderby = random.pick(['relevance', 'date', 'title'] as const);
  const query = { ...someQuery(asking, orderby, caller), search, page: random.chance(0.7) ? 1 : 2 };
  return listQuestion(query, caller, ['search', `search ${kind}`], random.chance(0.7));
}

/** A question about one post by its id, seen or not. */
export const itemQuestion = ({ random, rows, callers }: Asking): Question =>
  itemOf(
    random.pick(rows.posts.filter((post) => post.type === 'post' || post.type === 'page')),
    random.pick(callers),
    random.chance(0.5),
  );

export const itemOf = ({ id, type }: PostRow, caller: Caller, isLight: boolean): Question => ({
  labels: ['item', `as ${caller.name}`],
  path: address(`/wp/v2/${type}s/${id}`, isLight ? { _fields: lightFields } : {}),
  caller,
  reads: 'list',
  expected: (rows) => {
    const post = rows.postsById.get(id);
    if (!post || post.type !== type) return { status: 404 };
    if (!mayRead(caller, post)) return denied(caller);
    return { status: 200, items: new Map([[id, shownPost(post, rows)]]) };
  },
});

/** A walk through a whole list, page by page, by cursors. */
export function cursorList(asking: Asking): Question {
  const { random } = asking;
  const caller = anyone(asking);
  const query = { ...someQuery(asking, random.pick(['id', 'date', 'modified'] as const), caller), perPage: 100 };
  const { labels, path } = listQuestion(query, caller, ['cursor'], true);
  return {
    labels,
    path: `${path}&cursor=`,
    caller,
    reads: 'list',
    expected: (rows) => ({ status: 200, ids: listed(rows, query, caller).map(({ id }) => id) }),
  };
}
