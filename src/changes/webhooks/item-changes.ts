import { createHash } from 'node:crypto';
import { anonymous } from '../../rules/capabilities.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import { type AddressWork, authorArchives, postAddresses, termArchives } from '../../site/pages/affected-addresses.ts';
import type { FeedRow, Store } from '../../storage/store.ts';
import { navMenu, navMenuItem } from '../../wp/menus/nav-menu.ts';
import { type FeedReading, feedKey, type Story, shownItems, storiesOf } from '../change-page.ts';
import { actionOf, type WebhookAction } from './event-names.ts';
import { type NotedItemRow, notedItemsTable, type WebhookPositionRow } from './webhook-tables.ts';

/** What visitors saw happen to one item. */
export interface ItemChange {
  /** Such as `post:7`. */
  readonly key: string;
  readonly kind: FeedRow['kind'];
  readonly id: number;
  readonly type: string;
  /** The item in the shape of its list, as a visitor sees it now; null where a visitor does not. */
  readonly item: unknown;
  /** A digest of it; empty where there is no item. */
  readonly digest: string;
  readonly events: readonly { readonly row: FeedRow; readonly action: WebhookAction | 'reset' }[];
}

/** The name of an item in tables and messages. */
export const itemKeyOf = ({ kind, id }: Pick<FeedRow, 'kind' | 'id'>): string => `${kind}:${id}`;

/** What is known of the items before: those that were noted could be seen, if all were noted. */
export interface NotedBefore {
  readonly noted: ReadonlyMap<string, NotedItemRow>;
  readonly isComplete: boolean;
}

/** What visitors saw happen, by item in the order of the first rows. What changed nothing for them is left out. */
export async function seenChanges(
  rows: readonly FeedRow[],
  known: NotedBefore,
  source: FeedReading,
): Promise<ItemChange[]> {
  const content = rows.filter(({ kind }) => kind !== 'site' && kind !== 'settings');
  const stories = await storiesOf(content, source, source.reader.store);
  const items = await shownItems(stories, source);
  const changes: ItemChange[] = [];
  for (const story of stories.values()) {
    const [first] = story.rows;
    if (!first || !story.collection) continue;
    const item = items.get(feedKey(first)) ?? null;
    const change = changeOf(story, { type: story.collection.type, item, rows }, known);
    const isOfHidden = first.kind === 'comment' && item === null && !hadShownPost(first, rows, known);
    if (change && !isOfHidden) changes.push(change);
  }
  const inMenus = [...stories.values()].filter(({ type }) => menuTypes.has(type)).flatMap((story) => story.rows);
  return [...changes, ...(await siteChanges(rows, inMenus.slice(-1), source))];
}

interface Shown {
  readonly type: string;
  readonly item: unknown;
  /** All rows of the page. */
  readonly rows: readonly FeedRow[];
}

function changeOf(story: Story, { type, item, rows }: Shown, known: NotedBefore): ItemChange | null {
  const [first] = story.rows;
  if (!first) return null;
  const key = itemKeyOf(first);
  const noted = known.noted.get(key);
  const digest = item === null ? '' : digestOf(item);
  const events: { row: FeedRow; action: WebhookAction }[] = [];
  let after = item !== null;
  for (const row of [...story.rows].reverse()) {
    const before = row === first ? beforeFirst(row, story, known) : factsSay(row, story);
    const action = actionOf(row.change, { before, after });
    if (action) events.unshift({ row, action });
    after = before ?? after;
  }
  const isSame = digest !== '' && noted?.digest === digest;
  const isUnseen = isSame && events.every(({ row, action }) => action === 'update' && isSideEffect(row, rows));
  if (events.length === 0 || isUnseen) return null;
  return { key, kind: first.kind, id: first.id, type, item, digest, events };
}

/** What is changed along with an item: its comments count for a post, its posts for a term or an author. */
const sideEffects: Readonly<Record<string, FeedRow['kind']>> = { post: 'comment', term: 'post', user: 'post' };

/** A log-in changes a user too; what visitors see of one is all in the item. */
const isSideEffect = ({ seq, kind }: FeedRow, rows: readonly FeedRow[]): boolean =>
  kind === 'user' || rows.some((row) => row.seq === seq && row.kind === sideEffects[kind]);

function beforeFirst(row: FeedRow, story: Story, known: NotedBefore): boolean | null {
  if (known.noted.has(itemKeyOf(row))) return true;
  // Comments are not noted beforehand.
  if (known.isComplete && row.kind !== 'comment') return false;
  return factsSay(row, story);
}

/** What the feed says of an item before a change; null where the change cannot have hidden or shown it. */
function factsSay(row: FeedRow, { collection }: Story): boolean | null {
  if (row.change === 'create') return false;
  return row.status === '' ? null : (collection?.saw(anonymous, row) ?? null);
}

/** Whether a visitor could see the post of a comment that is hidden now; a change of a comment changes its post too. */
function hadShownPost({ seq }: FeedRow, rows: readonly FeedRow[], { noted, isComplete }: NotedBefore): boolean {
  const posts = rows.filter((row) => row.seq === seq && row.kind === 'post');
  return posts.length === 0 || !isComplete || posts.some((row) => noted.has(itemKeyOf(row)));
}

const digestOf = (item: unknown): string =>
  createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 24);

/** What a visitor sees of the settings. */
const publicSettings = [
  'name',
  'description',
  'url',
  'home',
  'gmt_offset',
  'timezone_string',
  'site_logo',
  'site_icon',
  'site_icon_url',
];

/** Menus show on every page, and are saved with all of their items. */
const menuTypes: ReadonlySet<string> = new Set([navMenu.name, navMenuItem.name]);

/** Changes of the whole site: all settings are one item, and menus are told as a part of them. */
async function siteChanges(
  rows: readonly FeedRow[],
  inMenus: readonly FeedRow[],
  { read, reader }: FeedReading,
): Promise<ItemChange[]> {
  const changes: ItemChange[] = [];
  const resets = rows.filter(({ change }) => change === 'reset');
  if (resets.length > 0) changes.push(siteReset(resets));
  const settings = [...rows.filter(({ kind }) => kind === 'settings'), ...inMenus];
  const [first] = settings;
  if (!first) return changes;
  const { body } = await read(reader, '/', {});
  const shown = Object.entries(body ?? {}).filter(([name]) => publicSettings.includes(name));
  const item = Object.fromEntries(shown);
  const events = settings.map((row) => ({ row, action: 'update' as const }));
  changes.push({ key: 'settings:0', kind: 'settings', id: 0, type: 'settings', item, digest: digestOf(item), events });
  return changes;
}

/** The event that says that anything may have changed. */
export function siteReset(rows: readonly FeedRow[]): ItemChange {
  const events = rows.map((row) => ({ row, action: 'reset' as const }));
  return { key: 'site:0', kind: 'site', id: 0, type: 'site', item: null, digest: '', events };
}

/** What is known of these items, by key. */
export async function notedItems(store: Store, keys: readonly string[]): Promise<Map<string, NotedItemRow>> {
  const rows = keys.length > 0 ? await store.table(notedItemsTable).find({ item: { in: keys } }) : [];
  return new Map(rows.map((row) => [row.item, row]));
}

/** Keeps what is known of an item now; one that visitors do not see any more is forgotten. */
export async function noteItemNow(store: Store, row: NotedItemRow, isShown: boolean): Promise<void> {
  const rows = store.table(notedItemsTable);
  await rows.remove({ item: row.item });
  if (isShown) await rows.insert(row);
}

/** A step in which the addresses of items are noted before they change. */
export interface NotingStep {
  readonly rows: readonly NotedItemRow[];
  /** Where the next step begins. */
  readonly next: Pick<WebhookPositionRow, 'noting' | 'notedId'>;
}

const perStep = 200;
type Step = (work: AddressWork, afterId: number) => Promise<{ rows: NotedItemRow[]; lastId: number | null }>;

/** The kinds in the order in which they are noted. */
const steps: readonly { readonly name: string; readonly step: Step }[] = [
  { name: '', step: postStep },
  { name: 'term', step: termStep },
  { name: 'user', step: userStep },
];
const done = 'done';

/** Whether every item of the site that visitors see was noted. */
export const isNotingDone = ({ noting }: Pick<WebhookPositionRow, 'noting'>): boolean => noting === done;

/** The next items to note. */
export async function nextToNote(
  work: AddressWork,
  { noting, notedId }: Pick<WebhookPositionRow, 'noting' | 'notedId'>,
): Promise<NotingStep> {
  const at = steps.findIndex(({ name }) => name === noting);
  const current = steps[at];
  if (!current) return { rows: [], next: { noting: done, notedId: 0 } };
  const { rows, lastId } = await current.step(work, notedId);
  const next = lastId === null ? { noting: steps[at + 1]?.name ?? done, notedId: 0 } : { noting, notedId: lastId };
  return { rows, next };
}

const page = { limit: perStep, offset: 0 };
const byId = { by: 'id', direction: 'asc' } as const;
const lastOf = (rows: readonly { readonly id: number }[]): number | null =>
  rows.length < perStep ? null : (rows.at(-1)?.id ?? null);
const noted = (kind: 'post' | 'term' | 'user', ids: readonly number[], urls: ReadonlyMap<number, string[]>) =>
  ids.map((id): NotedItemRow => ({ item: itemKeyOf({ kind, id }), urls: urls.get(id) ?? [], digest: '' }));

async function postStep(work: AddressWork, id: number) {
  const types = [...work.core.kinds].map((kind) => kind.type);
  const filter = {
    types: types.map(({ name }) => name),
    visibility: readVisibility(anonymous, types),
    beyond: { by: 'id', id, direction: 'asc' } as const,
  };
  const posts = await work.call.store.posts.find(filter, byId, page);
  const urls = await postAddresses(work, posts);
  // The id of a file for feeds is the address of the file.
  for (const { id: fileId, type, guid } of posts) if (type === 'attachment') urls.get(fileId)?.push(guid);
  const ids = posts.map((post) => post.id);
  return { rows: noted('post', ids, urls), lastId: lastOf(posts) };
}

async function termStep(work: AddressWork, id: number) {
  const [taxonomy = '', ...otherTaxonomies] = work.core.taxonomies.filter(isShownTaxonomy).map(({ name }) => name);
  const filter = { taxonomy, otherTaxonomies, beyond: { id, direction: 'asc' } as const };
  const terms = await work.call.store.terms.find(filter, byId, page);
  const ids = [...new Set(terms.map((term) => term.id))];
  return { rows: noted('term', ids, await termArchives(work, terms)), lastId: lastOf(terms) };
}

async function userStep(work: AddressWork, id: number) {
  const types = [...work.core.kinds].map((kind) => kind.type.name);
  const filter = { withPublished: types, beyond: { id, direction: 'asc' } as const };
  const users = await work.call.store.users.find(filter, byId, page);
  const ids = users.map((user) => user.id);
  return { rows: noted('user', ids, authorArchives(work, users)), lastId: lastOf(users) };
}
