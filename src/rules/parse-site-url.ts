import { declaredBase, front, termBase } from './permalinks.ts';
import type { PostType } from './post-types.ts';
import type { Site } from './site.ts';
import type { TaxonomyType } from './taxonomies.ts';

/** One interpretation of a URL. A URL can have several; the first whose target exists counts. */
export type Reading =
  | { readonly kind: 'front' }
  /** A row by id; `of` says which type of row the parameter refers to. */
  | { readonly kind: 'id'; readonly id: number; readonly of: 'any' | 'page' | 'attachment' }
  | ({ readonly kind: 'post' } & PostTraits)
  /** A page by the slugs from the root down. */
  | { readonly kind: 'page'; readonly slugs: readonly string[] }
  /** A row of a declared type by the slugs from the root down. */
  | { readonly kind: 'named'; readonly type: string; readonly slugs: readonly string[] }
  /** The list of all rows of a type. */
  | { readonly kind: 'archive'; readonly type: string }
  /** An attachment by its slug and the row it is attached to; null for an unattached one. */
  | { readonly kind: 'attachment'; readonly slug: string; readonly on: Reading | null }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly slugs?: readonly string[]; readonly id?: number }
  | { readonly kind: 'author'; readonly slug?: string; readonly id?: number };

/** What a URL says about a dated post; every member that is present must match. */
export interface PostTraits {
  readonly slug?: string;
  readonly id?: number;
  /** Beginning of the stored local date, such as `2021-03`. */
  readonly datePrefix?: string;
  readonly hour?: string;
  readonly minute?: string;
  readonly second?: string;
  readonly authorSlug?: string;
}

export interface SiteAddress {
  readonly readings: readonly Reading[];
  /** The page of a list, 1 where the URL names none. */
  readonly page: number;
  readonly view: 'page' | 'embed' | 'feed';
}

/** The declared content whose URLs are to be understood. */
export interface AddressedContent {
  readonly types?: readonly Pick<PostType, 'name' | 'linkStyle' | 'linkBase' | 'hierarchical' | 'archive'>[];
  readonly taxonomies?: readonly Pick<TaxonomyType, 'name' | 'linkBase'>[];
}

/** Parses a URL of this site; null for URLs of other sites. */
export function parseSiteUrl(site: Site, url: string, content: AddressedContent = {}): SiteAddress | null {
  const at = locate(site, url);
  if (!at) return null;
  const numbered = byParameters(at.parameters) ?? byDeclaredParameters(at.parameters, content);
  const view = at.parameters.has('embed') ? 'embed' : at.parameters.has('feed') ? 'feed' : 'page';
  const page = Number(at.parameters.get('paged')) || 1;
  if (numbered) return { readings: [numbered], page, view };
  const { segments, ending } = splitEnding(at.segments);
  return { readings: byPath(site, segments, content), page: ending.page ?? page, view: ending.view ?? view };
}

interface Location {
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

/** Splits a URL of this site. The protocol, a `www.` prefix and the letter case of the host do not matter. */
function locate(site: Site, text: string): Location | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const path = pathBelow(site.url, url) ?? pathBelow(site.serverUrl, url);
  if (path === null) return null;
  const segments = path.split('/').filter((segment) => segment !== '');
  return { segments: segments.map(slugOf), parameters: url.searchParams };
}

/** The path of a URL below a base; null if it lies elsewhere. */
function pathBelow(base: string, url: URL): string | null {
  const home = URL.parse(base);
  if (!home || plainHost(url.host) !== plainHost(home.host)) return null;
  const path = home.pathname.replace(/\/$/, '');
  return path === '' || url.pathname === path || url.pathname.startsWith(`${path}/`)
    ? url.pathname.slice(path.length)
    : null;
}

const plainHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** A segment in the form slugs are stored in: codes in lower case, characters that are not plain as codes. */
export function slugOf(segment: string): string {
  return segment
    .toWellFormed()
    .replace(/[^%]+/g, encodeURIComponent)
    .replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase())
    .replace(/%2f/g, '/');
}

type Numbered = readonly [parameter: string, read: (value: string) => Reading | null];

const parameters: readonly Numbered[] = [
  ['p', (value) => numbered(value, (id) => ({ kind: 'id', id, of: 'any' }))],
  ['page_id', (value) => numbered(value, (id) => ({ kind: 'id', id, of: 'page' }))],
  ['attachment_id', (value) => numbered(value, (id) => ({ kind: 'id', id, of: 'attachment' }))],
  ['cat', (value) => numbered(value, (id) => ({ kind: 'term', taxonomy: 'category', id }))],
  ['tag', (value) => ({ kind: 'term', taxonomy: 'post_tag', slugs: [slugOf(value)] })],
  ['author', (value) => numbered(value, (id) => ({ kind: 'author', id }))],
];

function numbered(value: string, read: (id: number) => Reading): Reading | null {
  return /^\d{1,15}$/.test(value) && Number(value) > 0 ? read(Number(value)) : null;
}

/** What the parameters of an old-style address such as `?p=7` name; null where they name nothing. */
export function byParameters(sent: URLSearchParams): Reading | null {
  for (const [name, read] of parameters) {
    const value = sent.get(name);
    const reading = value === null ? null : read(value);
    if (reading) return reading;
  }
  return null;
}

/** Without permalinks the name of a type or taxonomy is a parameter: `?product=lamp`. */
/** What parameters named after declared types and taxonomies ask for. */
export function byDeclaredParameters(
  sent: URLSearchParams,
  { types = [], taxonomies = [] }: AddressedContent,
): Reading | null {
  const slugs = (name: string): string[] => (sent.get(name) ?? '').split('/').filter(Boolean).map(slugOf);
  for (const { name: type, linkStyle } of types) {
    if (linkStyle === 'named' && slugs(type).length > 0) return { kind: 'named', type, slugs: slugs(type) };
  }
  for (const { name: taxonomy, linkBase } of taxonomies) {
    if (linkBase && slugs(taxonomy).length > 0) return { kind: 'term', taxonomy, slugs: slugs(taxonomy) };
  }
  const listed = types.find((type) => type.archive !== null && type.name === sent.get('post_type'));
  return listed ? { kind: 'archive', type: listed.name } : null;
}

/** Splits off the suffix of a URL path: `/embed`, `/feed`, `/page/2`. */
function splitEnding(segments: readonly string[]): {
  segments: readonly string[];
  ending: { page?: number; view?: SiteAddress['view'] };
} {
  const last = segments.at(-1);
  if (last === 'embed' || last === 'feed') return { segments: segments.slice(0, -1), ending: { view: last } };
  const number = Number(last);
  if (segments.at(-2) === 'page' && Number.isSafeInteger(number) && number > 0) {
    return { segments: segments.slice(0, -2), ending: { page: number } };
  }
  return { segments, ending: {} };
}

/**
 * What the segments of a path may name, in the order in which to look for it. A slug may contain the code of a plain
 * character, such as `%41`, so that a path is first read as it is written.
 */
export function byPath(site: Site, segments: readonly string[], content: AddressedContent): Reading[] {
  const plain = segments.map((segment) => segment.replace(plainCode, decodeURIComponent));
  const written = bySegments(site, segments, content);
  return plain.join('/') === segments.join('/') ? written : [...written, ...bySegments(site, plain, content)];
}

/** The code of a letter, a digit, `-` or `_`. */
const plainCode = /%(?:2d|3\d|[46][1-9a-f]|[57][\da]|5f)/g;

function bySegments(site: Site, segments: readonly string[], content: AddressedContent): Reading[] {
  if (segments.length === 0) return [{ kind: 'front' }];
  if (site.permalinks === '') return [];
  const archive = byArchive(site, segments, content);
  if (archive) return [archive];
  return [...asDeclared(site, segments, content), ...asEntry(site, segments), ...asAttachment(site, segments, content)];
}

/** A row of a declared type, or the list of its rows; both come before a page of the same address. */
function asDeclared(site: Site, segments: readonly string[], { types = [] }: AddressedContent): Reading[] {
  const path = `/${segments.join('/')}/`;
  return types.flatMap(({ name: type, linkStyle, linkBase, hierarchical, archive }): Reading[] => {
    if (linkStyle !== 'named') return [];
    if (archive !== null && path === declaredBase(site, archive)) return [{ kind: 'archive', type }];
    const base = declaredBase(site, linkBase);
    const slugs = path.startsWith(base) ? path.slice(base.length, -1).split('/').filter(Boolean) : [];
    return slugs.length > 0 && (hierarchical || slugs.length === 1) ? [{ kind: 'named', type, slugs }] : [];
  });
}

const builtIn = [
  { name: 'category', linkBase: null },
  { name: 'post_tag', linkBase: null },
];

function byArchive(site: Site, segments: readonly string[], { taxonomies = [] }: AddressedContent): Reading | null {
  const path = `/${segments.join('/')}/`;
  const declared = taxonomies.filter(({ linkBase }) => linkBase);
  for (const { name: taxonomy, linkBase } of [...builtIn, ...declared]) {
    const base = termBase(site, taxonomy, linkBase);
    if (path.startsWith(base) && path.length > base.length) {
      return { kind: 'term', taxonomy, slugs: path.slice(base.length, -1).split('/') };
    }
  }
  const [slug, ...rest] = path.startsWith(`${front(site)}author/`)
    ? path.slice(front(site).length + 'author/'.length, -1).split('/')
    : [];
  return slug && rest.length === 0 ? { kind: 'author', slug } : null;
}

function asEntry(site: Site, segments: readonly string[]): Reading[] {
  const traits = matchStructure(site.permalinks, segments);
  const page: Reading = { kind: 'page', slugs: segments };
  if (!traits) return [page];
  const post: Reading = { kind: 'post', ...traits };
  // Where the permalink structure begins with one of these tags, a page of that name comes first.
  return /^\/?%(?:postname|category|author)%/.test(site.permalinks) ? [page, post] : [post, page];
}

function asAttachment(site: Site, segments: readonly string[], content: AddressedContent): Reading[] {
  const slug = segments.at(-1);
  if (slug === undefined) return [];
  const above = segments.slice(0, segments.at(-2) === 'attachment' ? -2 : -1);
  if (above.length === 0) return [{ kind: 'attachment', slug, on: null }];
  const owners = [...asDeclared(site, above, content), ...asEntry(site, above)];
  return owners.map((on) => ({ kind: 'attachment', slug, on }));
}

const tagPatterns: Readonly<Record<string, string>> = {
  year: '\\d{4}',
  monthnum: '\\d{1,2}',
  day: '\\d{1,2}',
  hour: '\\d{1,2}',
  minute: '\\d{1,2}',
  second: '\\d{1,2}',
  post_id: '\\d{1,15}',
  postname: '[^/]+',
  category: '.+?',
  author: '[^/]+',
};

function matchStructure(structure: string, segments: readonly string[]): PostTraits | null {
  const named = new Set<string>();
  const source = structure
    .replace(/^\/|\/$/g, '')
    .split(/(%\w+%)/)
    .map((part) => {
      const name = /^%(\w+)%$/.exec(part)?.[1];
      const pattern = name && Object.hasOwn(tagPatterns, name) && tagPatterns[name];
      if (!pattern) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      // A structure may contain a tag twice; the first one counts.
      const group = named.has(name) ? '?:' : `?<${name}>`;
      named.add(name);
      return `(${group}${pattern})`;
    })
    .join('');
  const found = new RegExp(`^${source}$`).exec(segments.join('/'))?.groups;
  return found ? traitsOf(found) : null;
}

function traitsOf(found: Readonly<Record<string, string | undefined>>): PostTraits {
  const two = (text: string) => text.padStart(2, '0');
  const { year, monthnum, day, hour, minute, second, post_id, postname, author } = found;
  const date = year && [year, monthnum && two(monthnum), monthnum && day && two(day)].filter(Boolean).join('-');
  return {
    ...(postname ? { slug: postname } : {}),
    ...(post_id ? { id: Number(post_id) } : {}),
    ...(date ? { datePrefix: date } : {}),
    ...(hour ? { hour: two(hour) } : {}),
    ...(minute ? { minute: two(minute) } : {}),
    ...(second ? { second: two(second) } : {}),
    ...(author ? { authorSlug: author } : {}),
  };
}
