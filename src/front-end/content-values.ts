import { resizedSrcset } from '../client/resized-pictures.ts';
import type { FileSize, Item, Picture, WireComment } from './content-wire.ts';

export interface Term {
  readonly id: number;
  /** Plain text. */
  readonly name: string;
  readonly path: string;
}

/** A post or page, ready to be shown. `title`, `excerpt` and `content` are HTML. */
export interface Entry {
  readonly id: number;
  readonly type: string;
  readonly path: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** In UTC, such as `2026-01-31T10:00:00Z`; empty for what has none. */
  readonly date: string;
  readonly modified: string;
  readonly picture: Picture | null;
  readonly categories: readonly Term[];
  readonly tags: readonly Term[];
  readonly author: Term | null;
  readonly hasComments: boolean;
}

export interface Comment {
  readonly id: number;
  readonly parent: number;
  readonly author: string;
  readonly date: string;
  /** HTML. */
  readonly text: string;
}

/** As much of a file as its picture needs. */
type PictureFile = Pick<Item, 'id' | 'link' | 'slug' | 'source_url' | 'alt_text' | 'media_details' | 'resized'>;

/** What items refer to, by id. */
export interface Related {
  readonly media: ReadonlyMap<number, PictureFile>;
  readonly categories: ReadonlyMap<number, Item>;
  readonly tags: ReadonlyMap<number, Item>;
  readonly authors: ReadonlyMap<number, Item>;
}

export function entryOf(item: Item, related: Related): Entry {
  const terms = (ids: readonly number[] | undefined, known: ReadonlyMap<number, Item>): Term[] =>
    (ids ?? []).flatMap((id) => {
      const found = known.get(id);
      return found ? [termOf(found)] : [];
    });
  const media = related.media.get(item.featured_media ?? 0);
  const author = related.authors.get(item.author ?? 0);
  return {
    id: item.id,
    type: item.type ?? '',
    path: toPath(item.link),
    title: item.title?.rendered || 'Untitled',
    excerpt: item.excerpt?.rendered ?? '',
    content: item.content?.rendered ?? '',
    date: inUtc(item.date_gmt),
    modified: inUtc(item.modified_gmt),
    picture: media ? pictureOf(media) : null,
    categories: terms(item.categories, related.categories),
    tags: terms(item.tags, related.tags),
    author: author ? termOf(author) : null,
    hasComments: item.comment_status === 'open',
  };
}

/** The entry of an item that came with what it refers to, as a preview does. */
export function entryOfEmbedded(item: Item): Entry {
  const embedded = (name: string): Item[] => (item._embedded?.[name] ?? []).flat().filter(isItem);
  const byId = (items: readonly Item[]): Map<number, Item> => new Map(items.map((one) => [one.id, one]));
  const terms = byId(embedded('wp:term'));
  const authors = byId(embedded('author'));
  return entryOf(item, { media: byId(embedded('wp:featuredmedia')), categories: terms, tags: terms, authors });
}

/** What could not be embedded is an error in its place. */
const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'id' in value && 'link' in value;

export const termOf = (item: Item): Term => ({ id: item.id, name: plainName(item), path: toPath(item.link) });

/** The picture of a file; null for a file that is none. */
export function pictureOf({ source_url: src, alt_text, media_details: details, resized }: PictureFile): Picture | null {
  const { width = 0, height = 0, sizes = {} } = details ?? {};
  const alt = alt_text ?? '';
  if (!src || width === 0 || height === 0) return null;
  if (resized) return { src, srcset: resizedSrcset(resized, { width }), width, height, alt, resized };
  // A size of another shape is cut, and shows another picture.
  const copies = Object.values<FileSize>(sizes).filter(
    (one) => one.source_url && Math.abs((one.height * width) / one.width - height) < height / 50,
  );
  const all = new Map([...copies.map((one) => [one.width, one.source_url ?? ''] as const), [width, src]]);
  const srcset = [...all].sort(([one], [other]) => one - other).map(([wide, url]) => `${url} ${wide}w`);
  return { src, srcset: srcset.length > 1 ? srcset.join(', ') : '', width, height, alt };
}

export const commentOf = ({ id, parent, author_name, date_gmt, content }: WireComment): Comment => ({
  id,
  parent,
  author: plainText(author_name),
  date: inUtc(date_gmt),
  text: content.rendered,
});

/** A date of the interface, which has no zone, as one in UTC. */
export const inUtc = (date: string | null | undefined): string => (date ? `${date.replace(/Z$/, '')}Z` : '');

/** The path of an address of the site, which the front end shows itself. */
export function toPath(link: string): string {
  const { pathname, search } = new URL(link, 'http://site');
  return pathname + search;
}

/** The name of a term or user, or the title of a page, as plain text. */
const anySite = 'http://site.invalid';

/** A path of this site that a form or a query names; the front page for anything else, such as an address of another site. */
export function ownPath(text: string): string {
  const url = text.startsWith('/') ? URL.parse(text, anySite) : null;
  return url?.origin === anySite ? url.pathname : '/';
}

export const plainName = (item: Item): string => plainText(item.name ?? item.title?.rendered ?? '');

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** HTML as plain text: for titles, descriptions and feeds. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s+/g, ' ')
    .trim();
}
