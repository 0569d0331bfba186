/**
 * Names for what an answer of the interface depends on, so that a change expires the answers that show it and no others.
 * `requestTags` gives those of a request, which have to be known before it is answered; `messageTags` those of a change.
 *
 * | Tag | Answers |
 * |---|---|
 * | `post:7`, `category:3` | the item, by its id or with others by `include` |
 * | `slug:hello` | a search for this slug |
 * | `path:/news/hello` | what stands at this path, and its head |
 * | `posts`, `categories` | lists |
 * | `in:categories:3` | lists of what is in a term |
 * | `comments:7` | comments of a post |
 * | `embeds` | answers with copies of other items, by `_embed` |
 * | `site` | every answer |
 */
export const everyAnswer = 'site';

/** Longer tags are refused by Next. */
const longestTag = 256;

/** The type of the items of each list of the interface. */
export const typesByBase: Readonly<Record<string, string>> = {
  posts: 'post',
  pages: 'page',
  media: 'attachment',
  categories: 'category',
  tags: 'post_tag',
  users: 'user',
  comments: 'comment',
};
const basesByType = Object.fromEntries(Object.entries(typesByBase).map(([base, type]) => [type, base]));

/** The type of the items of a list; a declared type whose list has another name than itself is not known here. */
const typeOf = (base: string): string => typesByBase[base] ?? base;
const baseOf = (type: string): string => basesByType[type] ?? type;

/** The tags of a request; null for one whose answer is not to be stored: a search, a preview, what is read to be edited. */
export function requestTags(address: string): readonly string[] | null {
  const { pathname, searchParams: query } = new URL(address);
  if (query.get('search') || query.has('preview') || query.get('context') === 'edit') return null;
  const route = query.get('rest_route') ?? pathname.slice(pathname.indexOf('/wp-json') + '/wp-json'.length);
  const [namespace = '', version = '', base = '', id] = route.split('/').filter((part) => part !== '');
  const own = `${namespace}/${version}` === 'wp/v2' ? listTags(base, id, query) : pathTags(query.get('path'));
  return unique([...own, ...(query.has('_embed') ? ['embeds'] : []), everyAnswer]);
}

function listTags(base: string, id: string | undefined, query: URLSearchParams): string[] {
  if (id !== undefined) return [`${typeOf(base)}:${id}`];
  const included = values(query, 'include');
  if (included.length > 0) return included.map((one) => `${typeOf(base)}:${one}`);
  const slugs = values(query, 'slug');
  if (slugs.length > 0) return slugs.map(slugTag);
  if (base === 'comments') {
    const posts = values(query, 'post').map((post) => `comments:${post}`);
    return posts.length > 0 ? posts : [base];
  }
  const terms = ['categories', 'tags'].flatMap((name) => values(query, name).map((term) => `in:${name}:${term}`));
  return terms.length > 0 ? terms : [base];
}

const pathTags = (path: string | null): string[] => (path === null ? [] : [pathTag(path)]);

/** The values of a list in a query, as `name=1,2` or `name[]=1&name[]=2`. */
const values = (query: URLSearchParams, name: string): string[] =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((text) => text.split(',')).filter((one) => one !== '');

/** What a change says of itself. */
export interface ToldChange {
  readonly kind: string;
  readonly type: string;
  readonly id: number;
  readonly action: string;
  readonly item: Readonly<Record<string, unknown>> | null;
  /** True where the item is too large for a message: nobody knows then in which lists it is. */
  readonly item_omitted?: boolean;
  readonly urls: readonly string[];
  readonly everything: boolean;
}

/** The tags of the answers that a change may have made wrong. */
export function messageTags(change: ToldChange): readonly string[] {
  const { kind, type, id, action, item, item_omitted, urls, everything } = change;
  if (everything || item_omitted || !Object.hasOwn(partsOfKind, kind)) return [everyAnswer];
  const paths = urls.map(pathOf);
  const isCopied = action !== 'publish' && (kind === 'term' || kind === 'user' || type === 'attachment');
  return unique([
    `${type}:${id}`,
    baseOf(type),
    ...paths.map((path) => `path:${path}`),
    ...[...paths.map((path) => path.split('/').at(-1)), item?.['slug']].flatMap((slug) =>
      typeof slug === 'string' && slug !== '' ? [slugTag(slug)] : [],
    ),
    ...(partsOfKind[kind]?.(change, paths) ?? []),
    ...(isCopied ? ['embeds'] : []),
  ]);
}

/** What else a change of this kind shows in. A post that left a term has changed the count of that term, which is told. */
const partsOfKind: Readonly<Record<string, (change: ToldChange, paths: readonly string[]) => string[]>> = {
  post: ({ item }) => ['categories', 'tags'].flatMap((name) => numbers(item?.[name]).map((id) => `in:${name}:${id}`)),
  term: ({ type, id }) => [`in:${baseOf(type)}:${id}`],
  user: () => [],
  // One that is gone does not say where it stood: the page it was on does.
  comment: ({ item }, paths) => [
    ...numbers([item?.['post']]).map((post) => `comments:${post}`),
    ...paths.map((path) => `comments:${path}`),
  ],
};

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

const slugTag = (slug: string): string => `slug:${plain(slug)}`;
const pathTag = (path: string): string => `path:${pathOf(path)}`;

/** A path without a slash at its end, of a path or an address; `/` for the front page. */
export function pathOf(address: string): string {
  const { pathname } = new URL(address, 'http://site');
  return plain(pathname).replace(/(?<=.)\/+$/, '');
}

/** Letters of other alphabets are encoded by some and not by others. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const unique = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.slice(0, longestTag)))];
