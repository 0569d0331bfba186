import {
  type AddressedContent,
  byDeclaredParameters,
  byParameters,
  byPath,
  type Reading,
  slugOf,
} from '../../rules/parse-site-url.ts';
import { type DateTarget, dateBase } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import type { NamedAutosave } from '../previews/own-autosave.ts';

/** What an address may name: a reading of the permalink rules, or a list that only pages have. */
export type PageReading =
  | Reading
  | ({ readonly kind: 'date' } & DateTarget)
  | { readonly kind: 'search'; readonly text: string }
  /** A post, page or file by its slug alone. */
  | { readonly kind: 'slug'; readonly slug: string };

/** One interpretation of an address, and the page of the list or text it asks for. */
export interface PageCandidate {
  readonly reading: PageReading;
  readonly page: number;
}

/** What an address asks for; the first candidate that exists and may be seen counts. */
export interface PageAddress {
  readonly candidates: readonly PageCandidate[];
  /** 0 where the address names no page of comments. */
  readonly commentPage: number;
  readonly view: AddressView;
  /** `true`, or a token; empty where no preview is asked for. */
  readonly preview: string;
  /** The autosave that a preview is of; null for none. */
  readonly autosave: NamedAutosave | null;
  /** Parameters that name no page; a redirect keeps them. */
  readonly rest: URLSearchParams;
}

/** The parameters that decide which page is meant. */
const known = new Set(
  'p page_id attachment_id cat tag author author_name category_name name pagename m year monthnum day s paged page cpage feed withcomments post_type preview preview_id preview_nonce embed'.split(
    ' ',
  ),
);

/** Reads the path and the parameters of an address of this site; null for a path that is not one. */
export function readPageAddress(site: Site, target: string, content: AddressedContent = {}): PageAddress | null {
  const url = target.startsWith('/') ? URL.parse(`http://site.invalid${target}`) : null;
  const segments = url && segmentsOf(url.pathname);
  if (!url || !segments) return null;
  const { searchParams } = url;
  const ending = splitPathEnding(segments);
  const feed = searchParams.get('feed');
  const rest = new URLSearchParams([...searchParams].filter(([name]) => !known.has(name)));
  return {
    candidates: candidatesOf(site, ending, searchParams, content),
    commentPage: ending.commentPage || count(searchParams.get('cpage')),
    view: searchParams.has('embed')
      ? 'embed'
      : feed
        ? { feed: feed.toLowerCase(), comments: searchParams.get('withcomments') === '1' }
        : ending.view,
    preview: searchParams.get('preview') ?? '',
    autosave: autosaveIn(searchParams),
    rest,
  };
}

function autosaveIn(parameters: URLSearchParams): NamedAutosave | null {
  const id = /^[1-9]\d{0,14}$/.exec(parameters.get('preview_id') ?? '')?.[0];
  const nonce = parameters.get('preview_nonce') ?? '';
  return id && nonce && parameters.get('preview') === 'true' ? { postId: Number(id), nonce } : null;
}

function segmentsOf(pathname: string): readonly string[] | null {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => /%(?:00|2f|5c)/i.test(segment) && segments[0] !== 'search')) return null;
  return (segments[0] === 'index.php' ? segments.slice(1) : segments).map(slugOf);
}

function candidatesOf(
  site: Site,
  { segments, page }: { readonly segments: readonly string[]; readonly page: number },
  parameters: URLSearchParams,
  content: AddressedContent,
): PageCandidate[] {
  const listPage = page || count(parameters.get('paged')) || count(parameters.get('page')) || 1;
  const queried = segments.length === 0 ? byQuery(parameters, content) : null;
  if (queried) return [{ reading: queried, page: listPage }];
  const at = (readings: readonly PageReading[], n: number) => readings.map((reading) => ({ reading, page: n }));
  const whole = at(
    [...byDate(site, segments), ...bySearch(site, segments), ...byPath(site, segments, content)],
    listPage,
  );
  const part = page === 0 && segments.length > 1 ? count(segments.at(-1) ?? null) : 0;
  if (part === 0) return whole;
  const entries = byPath(site, segments.slice(0, -1), content).filter(
    ({ kind }) => kind === 'post' || kind === 'page' || kind === 'named',
  );
  return [...whole, ...at(entries, part)];
}

/** A whole number from 1 up to a million; 0 for anything else. */
export function count(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
}

function byQuery(parameters: URLSearchParams, content: AddressedContent): PageReading | null {
  const text = (name: string) => parameters.get(name) || null;
  const [name, pagename, category, author] = ['name', 'pagename', 'category_name', 'author_name'].map(text);
  if (parameters.has('s')) return { kind: 'search', text: parameters.get('s') ?? '' };
  if (pagename) return { kind: 'page', slugs: slugsOf(pagename) };
  if (name) return { kind: 'slug', slug: slugOf(name) };
  if (category) return { kind: 'term', taxonomy: 'category', slugs: slugsOf(category) };
  if (author) return { kind: 'author', slug: slugOf(author) };
  return byParameters(parameters) ?? byDeclaredParameters(parameters, content) ?? dateOf(dateParameters(parameters));
}

const slugsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map(slugOf);

function dateParameters(parameters: URLSearchParams): (string | undefined)[] {
  const joined = /^(\d{4})(?:(\d\d)(\d\d)?)?/.exec(parameters.get('m') ?? '');
  if (joined) return joined.slice(1);
  return ['year', 'monthnum', 'day'].map((name) => parameters.get(name) ?? undefined);
}

function byDate(site: Site, segments: readonly string[]): PageReading[] {
  const base = dateBase(site);
  const path = `/${segments.join('/')}/`;
  if (site.permalinks === '' || !path.startsWith(base)) return [];
  const parts = path.slice(base.length, -1).split('/');
  const reading = parts.length <= 3 && /^\d{4}$/.test(parts[0] ?? '') ? dateOf(parts) : null;
  return reading ? [reading] : [];
}

/** A date whose parts all exist on a calendar; null for any other. */
function dateOf([year, month, day]: readonly (string | undefined)[]): PageReading | null {
  if (!year || !/^\d{1,4}$/.test(year) || (day && !month)) return null;
  if ([month, day].some((part) => part !== undefined && !/^\d{1,2}$/.test(part))) return null;
  const date = new Date(Date.UTC(2000, Number(month ?? 1) - 1, Number(day ?? 1)));
  date.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  if (date.getUTCMonth() !== Number(month ?? 1) - 1 || date.getUTCDate() !== Number(day ?? 1)) return null;
  return {
    kind: 'date',
    year: Number(year),
    ...(month ? { month: Number(month) } : {}),
    ...(month && day ? { day: Number(day) } : {}),
  };
}

function bySearch(site: Site, [word, text, ...more]: readonly string[]): PageReading[] {
  if (site.permalinks === '' || word !== 'search' || text === undefined || more.length > 0) return [];
  try {
    return [{ kind: 'search', text: decodeURIComponent(text).replaceAll('+', ' ') }];
  } catch {
    return [];
  }
}

/** Feeds and embeds are rendered elsewhere; `comments` is set for a feed of comments. */
export type AddressView = 'page' | 'embed' | { readonly feed: string; readonly comments: boolean };

/** The end of a path that says which page or which view of a thing is meant. */
export interface PathEnding {
  /** The path without it. */
  readonly segments: readonly string[];
  /** 0 where none is named. */
  readonly page: number;
  readonly commentPage: number;
  readonly view: AddressView;
}

const feedFormats = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'json']);

/** Splits `/feed/atom`, `/embed`, `/page/2` or `/comment-page-3` off a path. */
export function splitPathEnding(whole: readonly string[]): PathEnding {
  const { segments, view } = splitView(whole);
  const last = segments.at(-1) ?? '';
  const comments = /^comment-page-([1-9]\d{0,5})$/.exec(last)?.[1];
  if (comments) return { segments: segments.slice(0, -1), page: 0, commentPage: Number(comments), view };
  if (segments.at(-2) === 'page' && /^[1-9]\d{0,5}$/.test(last)) {
    return { segments: segments.slice(0, -2), page: Number(last), commentPage: 0, view };
  }
  return { segments, page: 0, commentPage: 0, view };
}

function splitView(whole: readonly string[]): Pick<PathEnding, 'segments' | 'view'> {
  const last = whole.at(-1) ?? '';
  if (last === 'embed' && whole.length > 1) return { segments: whole.slice(0, -1), view: 'embed' };
  const isNamed = whole.at(-2) === 'feed' && feedFormats.has(last);
  if (last !== 'feed' && !isNamed) return { segments: whole, view: 'page' };
  const segments = whole.slice(0, isNamed ? -2 : -1);
  const comments = segments.length === 1 && segments[0] === 'comments';
  const feed = last === 'feed' ? 'rss2' : last;
  return { segments: comments ? [] : segments, view: { feed, comments } };
}
