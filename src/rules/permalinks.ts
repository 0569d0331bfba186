import type { LinkStyle } from './post-types.ts';
import type { Site } from './site.ts';

/** What a link may need besides the row; `linkNeeds` says which. */
export interface LinkFacts {
  readonly linkStyle: LinkStyle;
  /** The first segment of links of the style `named`. */
  readonly linkBase?: string;
  /** Slugs of the rows above a page, outermost first; null where the reader may not see one of those rows. */
  readonly ancestorSlugs?: readonly string[] | null;
  /** Slugs of the post's category and those above it, outermost first. */
  readonly categorySlugs?: readonly string[];
  readonly authorSlug?: string;
  /** For a row that is attached to another: the link of that other row. */
  readonly parentLink?: string | null;
}

export interface LinkNeeds {
  readonly ancestors: boolean;
  readonly category: boolean;
  readonly author: boolean;
  readonly parentLink: boolean;
}

/** What must be loaded to build links of this style; a site with plain links needs nothing. */
export function linkNeeds(site: Site, style: LinkStyle, isHierarchical = style === 'path'): LinkNeeds {
  const pretty = site.permalinks !== '';
  return {
    ancestors: (pretty && style === 'path') || (style === 'named' && isHierarchical),
    category: style === 'dated' && site.permalinks.includes('%category%'),
    author: style === 'dated' && site.permalinks.includes('%author%'),
    parentLink: pretty && style === 'attached',
  };
}

interface Linked {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
  /** Local time as stored. */
  readonly date: string;
  readonly type: string;
}

/** The permalink of a row of the posts table. A row that has none yet is linked by its id. */
export function postLink(site: Site, post: Linked, facts: LinkFacts): string {
  return styles[facts.linkStyle](site, post, facts);
}

/** Whether a link of a row is by its id only because the reader may not see one of the rows above it. */
export function hidesRowsAbove(site: Site, post: Linked & { readonly parentId: number }, link: string): boolean {
  return post.parentId > 0 && link.includes('?') && !isPlain(site, post, 'path');
}

/** Statuses in which the slug may still change, so links use the id. */
const unsettled: Readonly<Record<LinkStyle, readonly string[]>> = {
  dated: ['draft', 'pending', 'auto-draft', 'future'],
  path: ['draft', 'pending', 'auto-draft'],
  named: ['draft', 'pending', 'auto-draft', 'future'],
  attached: [],
  query: [],
};

const styles: Readonly<Record<LinkStyle, (site: Site, post: Linked, facts: LinkFacts) => string>> = {
  dated(site, post, facts) {
    if (isPlain(site, post, 'dated')) return `${site.url}/?p=${post.id}`;
    return site.url + fillStructure(site.permalinks, post, facts);
  },
  path(site, post, facts) {
    if (post.id === site.frontPageId && post.id > 0) return `${site.url}/`;
    if (isPlain(site, post, 'path') || facts.ancestorSlugs === null) return `${site.url}/?page_id=${post.id}`;
    return address(site, [...(facts.ancestorSlugs ?? []), post.slug]);
  },
  named(site, post, facts) {
    if (unsettled.named.includes(post.status) || post.slug === '' || facts.ancestorSlugs === null)
      return styles.query(site, post, facts);
    const path = [...(facts.ancestorSlugs ?? []), post.slug].join('/');
    if (site.permalinks === '') return `${site.url}/?${post.type}=${path}`;
    return closed(site, `${site.url}${declaredBase(site, facts.linkBase ?? post.type)}${path}`);
  },
  attached(site, post, facts) {
    if (site.permalinks === '' || post.slug === '') return `${site.url}/?attachment_id=${post.id}`;
    if (!facts.parentLink) return address(site, [post.slug]);
    if (facts.parentLink.includes('?')) return `${site.url}/?attachment_id=${post.id}`;
    const apart = /^\d+$/.test(post.slug) || site.permalinks.includes('%category%');
    return closed(site, `${facts.parentLink.replace(/\/$/, '')}/${apart ? 'attachment/' : ''}${post.slug}`);
  },
  query: (site, post) => `${site.url}/?post_type=${encodeURIComponent(post.type)}&p=${post.id}`,
};

function isPlain(site: Site, post: Linked, style: LinkStyle): boolean {
  return site.permalinks === '' || unsettled[style].includes(post.status);
}

/** The link of a term; `ancestorSlugs` of a hierarchical one, outermost first. */
export function termLink(
  site: Site,
  term: { readonly id: number; readonly slug: string; readonly taxonomy: string },
  ancestorSlugs: readonly string[] = [],
  /** First segment of the links of its taxonomy; left out for categories and tags, empty for terms without pages. */
  linkBase: string | null = null,
): string {
  if (linkBase === '') return `${site.url}/?taxonomy=${term.taxonomy}&term=${term.slug}`;
  if (site.permalinks === '') {
    if (term.taxonomy === 'category') return `${site.url}/?cat=${term.id}`;
    const name = term.taxonomy === 'post_tag' ? 'tag' : term.taxonomy;
    return `${site.url}/?${name}=${term.slug}`;
  }
  return closed(
    site,
    `${site.url}${termBase(site, term.taxonomy, linkBase)}${[...ancestorSlugs, term.slug].join('/')}`,
  );
}

/** The link of a user's posts. */
export function authorLink(site: Site, user: { readonly id: number; readonly slug: string }): string {
  if (site.permalinks === '') return `${site.url}/?author=${user.id}`;
  return closed(site, `${site.url}${front(site)}author/${user.slug}`);
}

/** The link of the list of all items of a type; null for a type without one. */
export function archiveLink(
  site: Site,
  { name, archive }: { readonly name: string; readonly archive: string | null },
): string | null {
  if (archive === null) return null;
  if (site.permalinks === '') return `${site.url}/?post_type=${name}`;
  return closed(site, `${site.url}${declaredBase(site, archive).slice(0, -1)}`);
}

/** The link of a comment on its post's page, with the site's trailing slash; without a post, on the front page. */
export function commentLink(site: Site, commentId: number, linkOfPost: string | null): string {
  const link = linkOfPost ?? `${site.url}/`;
  return `${link.endsWith('/') ? link : closed(site, link)}#comment-${commentId}`;
}

export interface DateTarget {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/** The path before the archives by date. Where posts have numbers in their place, a word keeps them apart. */
export function dateBase(site: Site): string {
  const firstTags = [...site.permalinks.matchAll(/%(\w+)%/g)].slice(0, 3).map(([, tag]) => tag);
  return `${front(site)}${firstTags.includes('post_id') ? 'date/' : ''}`;
}

/** The link of the posts of a year, a month or a day. */
export function dateLink(site: Site, { year, month, day }: DateTarget): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const written = [String(year).padStart(4, '0'), ...[month, day].flatMap((n) => (n === undefined ? [] : [two(n)]))];
  if (site.permalinks === '') return `${site.url}/?m=${written.join('')}`;
  return closed(site, `${site.url}${dateBase(site)}${written.join('/')}`);
}

/** The fixed prefix of a permalink structure, `/blog/` of `/blog/%postname%/`; archives use it too. */
export function front(site: Site): string {
  const end = site.permalinks.indexOf('%');
  const fixed = end < 0 ? site.permalinks : site.permalinks.slice(0, end);
  return `/${fixed.replace(/^\/+/, '')}`.replace(/\/?$/, '/');
}

/** The path before the slugs of declared content. A base that begins with a slash does without the fixed prefix. */
export function declaredBase(site: Site, linkBase: string): string {
  return linkBase.startsWith('/') ? `${linkBase}/` : `${front(site)}${linkBase}/`;
}

/** The path before a term's slugs: the default word after the front prefix, or the site's own word at the root. */
export function termBase(site: Site, taxonomy: string, linkBase: string | null = null): string {
  if (linkBase !== null) return declaredBase(site, linkBase);
  const word = { category: site.categoryBase, post_tag: site.tagBase }[taxonomy] ?? taxonomy;
  const isUsual = word === (usualWords[taxonomy] ?? taxonomy);
  return `${isUsual ? front(site) : '/'}${word.replace(/^\/+|\/+$/g, '')}/`;
}

const usualWords: Readonly<Record<string, string>> = { category: 'category', post_tag: 'tag' };

function address(site: Site, segments: readonly string[]): string {
  return closed(site, `${site.url}/${segments.filter((segment) => segment !== '').join('/')}`);
}

/** Adds a trailing slash where the site's permalink structure has one. */
function closed(site: Site, url: string): string {
  return site.permalinks.endsWith('/') ? `${url}/` : url;
}

/** Splits a permalink structure at its tags: fixed text and tags alternate, beginning with text. */
function splitStructure(structure: string): readonly string[] {
  if (lastSplit.structure !== structure) {
    const rooted = structure.startsWith('/') ? structure : `/${structure}`;
    lastSplit = { structure, parts: rooted.split(/%(\w+)%/) };
  }
  return lastSplit.parts;
}

/** A cache of one entry: a site has one structure, and every link of a list uses it. */
let lastSplit: { structure: string; parts: readonly string[] } = { structure: '', parts: [''] };

function fillStructure(structure: string, post: Linked, facts: LinkFacts): string {
  const parts = splitStructure(structure);
  let filled = '';
  for (let at = 0; at < parts.length; at += 1) {
    filled += at % 2 === 0 ? parts[at]! : tagValue(parts[at]!, post, facts);
  }
  return filled;
}

/** The value of a tag. Dates are stored as `2026-01-31 10:00:00`, so each part has a fixed position. */
function tagValue(tag: string, { id, slug, date }: Linked, facts: LinkFacts): string {
  switch (tag) {
    case 'year':
      return date.slice(0, 4);
    case 'monthnum':
      return date.slice(5, 7);
    case 'day':
      return date.slice(8, 10);
    case 'hour':
      return date.slice(11, 13);
    case 'minute':
      return date.slice(14, 16);
    case 'second':
      return date.slice(17, 19);
    case 'post_id':
      return String(id);
    case 'postname':
      return slug;
    case 'category':
      return facts.categorySlugs?.join('/') ?? '';
    case 'author':
      return facts.authorSlug ?? '';
    default:
      return `%${tag}%`;
  }
}
