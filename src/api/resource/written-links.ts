import type { Call } from '../call.ts';
import type { Context } from './context.ts';
import type { Link } from './link.ts';
import type { Json } from './plan.ts';
import { type LinkSet, readLinks } from './read-links.ts';

export type LinksOf<Subject> = (subject: Subject, call: Call, context: Context) => LinkSet;

const mostKept = 4_096;

/** The JSON of links that are kept. */
const written = new WeakMap<object, string>();

/**
 * Reads the links of subjects, and keeps them with their JSON by what they are made of: many responses show the same
 * items. `madeOf` must name everything that the links depend on besides the site.
 */
export function createKeptLinks<Subject>(
  links: readonly Link<Subject, string>[],
  madeOf: (subject: Subject) => string,
): LinksOf<Subject> {
  const kept = new Map<string, LinkSet>();
  return (subject, call, context) => {
    const key = `${context} ${call.site.apiUrl} ${madeOf(subject)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const set = readLinks(links, subject, call, context);
    if (set.shown) written.set(Object.freeze(set.shown), JSON.stringify(set.shown));
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, set);
    return set;
  };
}

/** Whole items that are shown again: their JSON, or null until it is written for the first time. */
const writtenItems = new WeakMap<object, string | null>();

/** Marks an item that is never changed again and shown many times: its JSON is written once. */
export function writeOnce(item: object): void {
  writtenItems.set(Object.freeze(item), null);
}

/** Items with more members, and what they are made of. */
const extendedItems = new WeakMap<object, { readonly item: Json; readonly more: Json }>();

/** The item with members of other names behind its own; if its JSON is kept, that is copied. */
export function extendItem(item: Json, more: Json): Json {
  const extended = { ...item, ...more };
  extendedItems.set(extended, { item, more });
  return extended;
}

/** A body as JSON, exactly as `JSON.stringify` writes it; kept links and items are copied. */
export function writeJson(body: unknown): string {
  if (Array.isArray(body) && body.some(isKept)) return `[${body.map(writeMember).join()}]`;
  return isKept(body) ? writeMember(body) : JSON.stringify(body);
}

type LinkedItem = Record<string, unknown> & { _links: object };

const isKept = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  (writtenItems.has(item) || extendedItems.has(item) || hasKeptLinks(item));

/** Kept links are the last member of an item. */
function hasKeptLinks(item: unknown): item is LinkedItem {
  if (typeof item !== 'object' || item === null || !('_links' in item)) return false;
  const { _links: links } = item;
  return typeof links === 'object' && links !== null && written.has(links) && Object.keys(item).at(-1) === '_links';
}

function writeMember(item: unknown): string {
  const known = typeof item === 'object' && item !== null ? writtenItems.get(item) : undefined;
  if (typeof known === 'string') return known;
  const extended = typeof item === 'object' && item !== null ? extendedItems.get(item) : undefined;
  if (extended) return joinedObjects(writeMember(extended.item), JSON.stringify(extended.more));
  const text = hasKeptLinks(item) ? writeItem(item) : (JSON.stringify(item) ?? 'null');
  if (known === null) writtenItems.set(Object(item), text);
  return text;
}

function writeItem(item: LinkedItem): string {
  const links = item._links;
  return joinedObjects(JSON.stringify({ ...item, _links: undefined }), `{"_links":${written.get(links)}}`);
}

/** The JSON of an object with the members of both; the second has some. */
const joinedObjects = (one: string, other: string): string =>
  one === '{}' ? other : `${one.slice(0, -1)},${other.slice(1)}`;
