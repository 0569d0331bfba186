import type { InnerRead } from '../../api/answer.ts';
import { visitorRequest } from '../../api/request.ts';
import { anonymous } from '../../rules/capabilities.ts';
import type { AddressWork } from '../../site/pages/affected-addresses.ts';
import type { FeedRow, Store } from '../../storage/store.ts';
import type { FeedReading } from '../change-page.ts';
import type { Collection } from '../collections.ts';
import { changedUrls } from './changed-urls.ts';
import { listWebhooks, newMessageId, positionName, queueDelivery, webhookText } from './endpoints.ts';
import { forgottenDigest } from './erase-from-webhooks.ts';
import { isWanted } from './event-names.ts';
import {
  type ItemChange,
  isNotingDone,
  itemKeyOf,
  nextToNote,
  notedItems,
  noteItemNow,
  seenChanges,
  siteReset,
} from './item-changes.ts';
import {
  type DeliveryRow,
  deliveriesTable,
  type NotedItemRow,
  notedItemsTable,
  type WebhookPositionRow,
  type WebhookRow,
  webhookPositionTable,
} from './webhook-tables.ts';

export interface FanOutContext {
  /** The store that writes go to: an item must not be older than the change of it. */
  readonly store: Store;
  readonly read: InnerRead;
  readonly collections: ReadonlyMap<string, Collection>;
  /** What addresses are made with, in the eyes of a visitor. */
  readonly addressWork: () => Promise<AddressWork>;
  readonly clock: () => number;
}

/** What a round found: nobody to tell, nothing to tell, or work, which it did or another one was doing; there may be more. */
export type FanOutResult = 'idle' | 'quiet' | 'worked' | 'overtaken';

/** Items on one page of the feed; a page is read with one request per type. */
const rowsPerRound = 100;
const keptMs = 14 * 86_400_000;

/**
 * Turns the next changes of the feed into deliveries. What is sent is read before the transaction that moves the
 * position and queues the deliveries; if another process has moved it meanwhile, nothing is done.
 */
export async function fanOut(context: FanOutContext): Promise<FanOutResult> {
  const { store, clock } = context;
  const webhooks = (await listWebhooks(store)).filter(({ status }) => status === 'enabled');
  const [position] = webhooks.length > 0 ? await store.table(webhookPositionTable).find({ name: positionName }) : [];
  if (!position) return 'idle';
  const isKept = (await store.feed.at(position))?.at === position.at;
  const rows = isKept ? await store.feed.read(position, rowsPerRound) : [];
  if (isKept && rows.length === 0) return noteMore(context, position);
  const newest = rows.at(-1) ?? (await store.feed.newest());
  const prepared = isKept
    ? await prepare(rows, position, context)
    : [await prepareOne(siteReset([newest]), [], context)];
  const nowMs = clock();
  const moved = await move(store, position, newest, async (inner) => {
    for (const { change, noted, payloads } of prepared) {
      for (const [i, { row, action }] of change.events.entries()) {
        const payload = payloads[i] ?? '';
        const event = { event: `${change.type}.${action}`, itemKey: change.key, payload, message: newMessageId() };
        for (const webhook of webhooks) {
          if (!isAfterStart(row, webhook) || !isWanted(webhook.events, event.event)) continue;
          await queueDelivery(inner, { webhookId: webhook.id, ...event }, nowMs);
        }
      }
      if (isRemembered(change)) await noteItemNow(inner, noted, change.item !== null);
    }
    await prune(inner, nowMs);
  });
  return moved ? 'worked' : 'overtaken';
}

/** Settings and the whole site are always there. */
const isRemembered = ({ kind }: ItemChange): boolean => kind !== 'settings' && kind !== 'site';

const isAfterStart = ({ seq, pos }: FeedRow, { sinceSeq, sincePos }: WebhookRow): boolean =>
  seq > sinceSeq || (seq === sinceSeq && pos > sincePos);

/** Moves the position with what belongs to it, or does nothing if another process has moved it. */
function move(
  store: Store,
  { name, taken }: WebhookPositionRow,
  to: Partial<Pick<WebhookPositionRow, 'seq' | 'pos' | 'at' | 'noting' | 'notedId'>>,
  work: (inner: Store) => Promise<void>,
): Promise<boolean> {
  const { seq, pos, at, noting, notedId } = to;
  const place = {
    ...(seq === undefined ? {} : { seq, pos, at }),
    ...(noting === undefined ? {} : { noting, notedId }),
  };
  return store.transaction(async (inner) => {
    const moved = await inner.table(webhookPositionTable).update({ name, taken }, { ...place, taken: taken + 1 });
    if (moved > 0) await work(inner);
    return moved > 0;
  });
}

/** A change with the texts of its messages, one for each event. */
interface PreparedChange {
  readonly change: ItemChange;
  readonly noted: NotedItemRow;
  readonly payloads: readonly string[];
}

async function prepare(
  rows: readonly FeedRow[],
  position: WebhookPositionRow,
  context: FanOutContext,
): Promise<PreparedChange[]> {
  const { store } = context;
  const known = {
    noted: await notedItems(store, [...new Set(rows.map(itemKeyOf))]),
    isComplete: isNotingDone(position),
  };
  const prepared: PreparedChange[] = [];
  for (const change of await seenChanges(rows, known, readingOf(context))) {
    prepared.push(await prepareOne(change, rows, context, known.noted.get(change.key)));
  }
  return prepared;
}

function readingOf({ store, read, collections }: FanOutContext): FeedReading {
  const reader = { caller: anonymous, store, request: visitorRequest('/') };
  return { reader, read, collections, withSettings: false, context: 'view' };
}

async function prepareOne(
  change: ItemChange,
  rows: readonly FeedRow[],
  context: FanOutContext,
  before?: NotedItemRow,
): Promise<PreparedChange> {
  const seqs = new Set(change.events.map(({ row }) => row.seq));
  const together = rows.filter((row) => seqs.has(row.seq));
  const { own, others, isEverywhere } = await changedUrls(await context.addressWork(), change, together);
  const urls = [...new Set([...own, ...(before?.urls ?? []), ...others])].filter((url) => url !== '');
  // Pages that showed the item, and whose addresses are not known.
  const isElsewhere = before?.digest === forgottenDigest || hasMoved(change, own, before);
  const payloads = change.events.map(({ row, action }) =>
    messageText(change, { row, action, urls, isEverywhere: isEverywhere || isElsewhere }),
  );
  return { change, payloads, noted: { item: change.key, urls: [...own], digest: change.digest } };
}

/** The pages below a page that moved have moved as well. */
function hasMoved({ item }: ItemChange, own: readonly string[], before: NotedItemRow | undefined): boolean {
  const isPage = typeof item === 'object' && item !== null && 'parent' in item && 'menu_order' in item;
  return isPage && before !== undefined && before.urls[0] !== own[0];
}

/** Longer items are left out of a message; the receiver fetches them. */
const longestItem = 512 * 1024;

interface Message {
  readonly row: FeedRow;
  readonly action: string;
  readonly urls: readonly string[];
  readonly isEverywhere: boolean;
}

function messageText({ kind, type, id, item }: ItemChange, { row, action, urls, isEverywhere }: Message): string {
  const isLong = item !== null && JSON.stringify(item).length > longestItem;
  return webhookText(`${type}.${action}`, row.at, {
    kind,
    type,
    id,
    action,
    sequence: row.seq,
    item: isLong ? null : item,
    ...(isLong ? { item_omitted: true } : {}),
    urls,
    everything: isEverywhere,
  });
}

/** Nothing is new: time to note addresses, which are needed when an item is gone. */
async function noteMore(context: FanOutContext, position: WebhookPositionRow): Promise<FanOutResult> {
  if (isNotingDone(position)) return 'quiet';
  const { rows, next } = await nextToNote(await context.addressWork(), position);
  const moved = await move(context.store, position, next, async (inner) => {
    const known = await notedItems(
      inner,
      rows.map(({ item }) => item),
    );
    for (const row of rows) if (!known.has(row.item)) await inner.table(notedItemsTable).insert(row);
  });
  return moved ? 'worked' : 'overtaken';
}

/** Deliveries that ended long ago are removed. */
async function prune(store: Store, nowMs: number): Promise<void> {
  const ended = { in: ['delivered', 'failed'] } as const satisfies { in: readonly DeliveryRow['state'][] };
  await store.table(deliveriesTable).remove({ state: ended, createdAtMs: { below: nowMs - keptMs } });
}
