import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { objectTemplate } from '../../lib/object-template.ts';
import type { JsonSchema } from '../../lib/schema/json-schema.ts';
import { anonymous } from '../../rules/capabilities.ts';
import type { Call } from '../call.ts';
import { isReadMethod } from '../request.ts';
import type { Context } from './context.ts';
import type { Json } from './plan.ts';

/** A relation of an item to others, shown under `_links`. */
export interface Link<Subject, Need extends string = never> {
  readonly rel: string;
  /** Whether `curies` does not declare the prefix of the relation. */
  readonly undeclared?: boolean;
  /** Whether an item may have no such link; where that is true of all, `_links` may be missing. */
  readonly optional?: boolean;
  /** What must have been loaded before `to` runs. */
  readonly needs?: readonly Need[];
  /** The embedders that targets of this link use; the registry refuses unregistered names. */
  readonly embeds?: readonly string[];
  /** The members that targets have beside `href`. */
  readonly attributes?: Readonly<Record<string, JsonSchema>>;
  /** One target, several, or none for this subject. */
  readonly to: (subject: Subject, call: Call, context: Context) => LinkTarget | readonly LinkTarget[] | null;
}

export interface LinkTarget<Embedder extends string = string> {
  /** Absolute, or a path of the interface that starts with a slash. */
  readonly href: string;
  /** Members beside `href`, such as `taxonomy` or `count`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The embedder and the key that `_embed` loads. */
  readonly embed?: { readonly from: Embedder; readonly key: number };
}

/** Defines a link whose targets can name only the embedders it declares. */
export function linksOf<Subject, Need extends string = never>() {
  return <const Embedder extends string = never>(
    link: Omit<Link<Subject, Need>, 'embeds' | 'to'> & {
      readonly embeds?: readonly Embedder[];
      readonly to: (
        subject: Subject,
        call: Call,
        context: Context,
      ) => LinkTarget<NoInfer<Embedder>> | readonly LinkTarget<NoInfer<Embedder>>[] | null;
    },
  ): Link<Subject, Need> => link;
}

/** Loads link targets, all keys of a page at once; results are in the order of the keys. */
export type Embedder = (keys: readonly number[], call: Call) => Promise<readonly unknown[]>;

export interface LinkSet {
  /** The member `_links`, or null where there is no link at all. */
  readonly shown: Record<string, unknown> | null;
  readonly targets: readonly { readonly rel: string; readonly target: LinkTarget }[];
}

const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

/** The links of one subject, with the `wp:` prefix declared in `curies` if it is used. */
export function readLinks<Subject>(
  links: readonly Link<Subject, string>[],
  subject: Subject,
  call: Call,
  context: Context,
): LinkSet {
  const shown: Record<string, unknown[] | undefined> = { ...blankOf(links) };
  const targets: { rel: string; target: LinkTarget }[] = [];
  let prefixed = false;
  for (const link of links) {
    const to = link.to(subject, call, context);
    if (to === null) continue;
    const found = isList(to) ? to : [to];
    if (found.length === 0) continue;
    const { rel } = link;
    for (const target of found) targets.push({ rel, target });
    const members = found.map((target) => showTarget(target, call, rel));
    shown[rel] = shown[rel] ? [...shown[rel], ...members] : members;
    prefixed ||= rel.startsWith('wp:') && !link.undeclared;
  }
  if (targets.length === 0) return { shown: null, targets };
  if (prefixed) shown['curies'] = curies;
  return { shown, targets };
}

/** `Array.isArray` does not narrow a read-only array type. */
function isList(to: LinkTarget | readonly LinkTarget[]): to is readonly LinkTarget[] {
  return Array.isArray(to);
}

/** Templates with all relations in order and no values; JSON leaves out those that stay undefined. */
const blanks = new WeakMap<object, Readonly<Record<string, undefined>>>();

function blankOf(links: readonly { readonly rel: string }[]): Readonly<Record<string, undefined>> {
  const known = blanks.get(links);
  if (known) return known;
  const blank = objectTemplate([...links.map((link) => link.rel), 'curies']);
  blanks.set(links, blank);
  return blank;
}

function showTarget({ href, attributes, embed }: LinkTarget, call: Call, rel: string): Record<string, unknown> {
  const address = href.startsWith('/') ? call.site.apiUrl + href : href;
  if (rel === 'self' && !linksDiffer(call) && call.variant.protocol.targetHints)
    return { ...(embed && { embeddable: true }), ...attributes, href: address, ...targetHints(call.allowed(href)) };
  if (!attributes) return embed ? { embeddable: true, href: address } : { href: address };
  return embed ? { embeddable: true, ...attributes, href: address } : { ...attributes, href: address };
}

const targetHints = (allow: MaybePromise<readonly string[]>) =>
  allow instanceof Promise ? {} : { targetHints: { allow } };

/** Whether links differ by who asks: those of an item to itself say what a known caller may do there. */
export const linksDiffer = ({ variant, caller, request }: Call): boolean =>
  variant.protocol.targetHints &&
  (caller !== anonymous || !isReadMethod(request.method) || request.query['password'] !== undefined);

/** Adds what the caller may do with an item to its link to itself. */
export async function addTargetHints({ shown, targets }: LinkSet, call: Call): Promise<void> {
  const own = targets.find(({ rel }) => rel === 'self');
  const links = shown?.['self'];
  if (!own || !Array.isArray(links)) return;
  const allow = await call.allowed(own.target.href);
  if (allow.length > 0) Object.assign(links[0], { targetHints: { allow } });
}

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

/**
 * A body as JSON, exactly as `JSON.stringify` writes it; kept links and items are copied. Without that a list of ten posts
 * takes at least 1.2 times the processor's time (`bench/one-change.ts`).
 */
export function writeJson(body: unknown): string {
  if (Array.isArray(body) && body.some(isKept)) return writeList(body);
  return isKept(body) ? writeMember(body) : JSON.stringify(body);
}

interface WrittenList {
  readonly items: readonly unknown[];
  readonly text: string;
}

/** The JSON of lists of kept items, by their first item: the same text again costs no copying and no hashing. */
const writtenLists = new LRUCache<object, WrittenList>({
  maxSize: 8_000_000,
  maxEntrySize: 1_000_000,
  sizeCalculation: ({ items, text }) => 2 * text.length + 8 * items.length,
});

function writeList(items: readonly unknown[]): string {
  const first: unknown = items[0];
  if (typeof first !== 'object' || first === null) return joinedItems(items);
  const known = writtenLists.get(first);
  if (known && known.items.length === items.length && known.items.every((item, i) => item === items[i]))
    return known.text;
  const text = joinedItems(items);
  // Only what is frozen has the same JSON next time.
  if (items.every((item) => typeof item === 'object' && item !== null && writtenItems.has(item)))
    writtenLists.set(first, { items: [...items], text });
  return text;
}

/** Appended, not joined: the texts are then copied once, when the whole is sent. */
function joinedItems(items: readonly unknown[]): string {
  let text = '[';
  for (const item of items) text += text.length > 1 ? `,${writeMember(item)}` : writeMember(item);
  return `${text}]`;
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
