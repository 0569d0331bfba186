import { hash } from 'node:crypto';
import { type ExtensionTable, type Store, StoreError } from '../../../extension.ts';
import { raiseNotice } from '../service/notices.ts';

export type PageKind = 'ucss' | 'vpi';
export type Device = 'desktop' | 'mobile';

export interface QueuedPage {
  id: number;
  kind: PageKind;
  /** The name of the entry in the interface. */
  key: string;
  keyDigest: string;
  url: string;
  device: Device;
  status: 'waiting' | 'requested';
  attempts: number;
  changedMs: number;
}

/** Pages whose used styles or first pictures are to be determined. */
export const pageQueueTable: ExtensionTable<QueuedPage> = {
  name: 'cache_page_queue',
  columns: {
    id: 'id',
    kind: 'short',
    key: 'text',
    keyDigest: 'short',
    url: 'text',
    device: 'short',
    status: 'short',
    attempts: 'integer',
    changedMs: 'integer',
  },
  key: 'id',
  unique: [['keyDigest']],
  indexes: [['status']],
};

const mostWaiting = 500;
const abandonedMs = 300_000;
const mostAttempts = 3;

/** The names of queue entries: for styles a variant and the page, for pictures the device and the page. */
export const queueKey = {
  ucss: (url: string): string => `default ${url}`,
  vpi: (url: string, device: Device): string => `${device === 'mobile' ? 'mobile' : ''} ${url}`,
};

const digestOf = (kind: PageKind, key: string): string => hash('sha1', `${kind} ${key}`);

/** Whether no page waits, nor is worked on. */
export async function isQueueEmpty(store: Store): Promise<boolean> {
  return (await store.table(pageQueueTable).count({})) === 0;
}

/** Queues a page, unless it is already queued or the queue is full. */
export async function queuePage(
  store: Store,
  page: Pick<QueuedPage, 'kind' | 'key' | 'url' | 'device'>,
  nowMs: number,
): Promise<void> {
  const queue = store.table(pageQueueTable);
  const keyDigest = digestOf(page.kind, page.key);
  if ((await queue.count({ keyDigest })) > 0 || (await queue.count({})) >= mostWaiting) return;
  try {
    await queue.insert({ ...page, keyDigest, status: 'waiting', attempts: 0, changedMs: nowMs });
  } catch (error) {
    if (!(error instanceof StoreError) || error.failure !== 'duplicate') throw error;
  }
}

export async function findQueued(store: Store, kind: PageKind, key: string): Promise<QueuedPage | null> {
  const [entry] = await store.table(pageQueueTable).find({ keyDigest: digestOf(kind, key) });
  return entry?.kind === kind && entry.key === key ? entry : null;
}

/** The oldest waiting entry, now marked as requested; null when there is none. */
export async function takeQueued(store: Store, nowMs: number): Promise<QueuedPage | null> {
  const queue = store.table(pageQueueTable);
  const [entry] = await queue.find({ status: 'waiting' }, undefined, { limit: 1, offset: 0 });
  if (!entry) return null;
  const taken = await queue.update({ id: entry.id, status: 'waiting' }, { status: 'requested', changedMs: nowMs });
  if (taken === 0) return null;
  await queue.increase({ id: entry.id }, { attempts: 1 });
  return { ...entry, status: 'requested', attempts: entry.attempts + 1 };
}

export const leaveQueue = (store: Store, id: number): Promise<number> => store.table(pageQueueTable).remove({ id });

/** Entries without an answer after five minutes are requeued; after three attempts they are removed. */
export async function sweepQueue(store: Store, nowMs: number): Promise<void> {
  const queue = store.table(pageQueueTable);
  const late = { status: 'requested' as const, changedMs: { below: nowMs - abandonedMs } };
  // Counted first, because even a write that changes nothing is announced to every process.
  if ((await queue.count(late)) === 0) return;
  for (const entry of await queue.find({ ...late, attempts: { from: mostAttempts } })) {
    await leaveQueue(store, entry.id);
    await raiseNotice(store, { tone: 'error', text: `Nobody could improve the page ${entry.url}.` }, nowMs);
  }
  await queue.update(late, { status: 'waiting' });
}
