import { type AddressWork, authorArchives, postAddresses, termArchives } from '../pages/affected/own-addresses.ts';
import { anonymous } from '../rules/caller.ts';
import { readVisibility } from '../rules/post-visibility.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import type { Store } from '../storage/store.ts';
import { itemKeyOf } from './seen-changes.ts';
import { type NotedItemRow, notedItemsTable, type WebhookPositionRow } from './webhook-tables.ts';

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
