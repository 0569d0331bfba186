import type { DeclaredTable, ExtensionTable, Store } from '../../storage/store.ts';
import { isFree } from '../lease.ts';
import { enqueueJob, makeJobsDue } from '../queue-jobs.ts';
import { claimMailFiles, mailChunksTable, mailFilesTable, removeMailFiles } from './mail-files.ts';
import type { MailMessage } from './mail-message.ts';

/**
 * `parked` waits until a person releases it, `held` waits for the mail it follows, and a `pending` one has a job in the
 * queue, now or at its next attempt.
 */
export type MailState = 'parked' | 'held' | 'pending' | 'sent' | 'failed';

/** A mail to be sent. */
export interface NewMail {
  readonly message: MailMessage;
  /** What the message belongs to, in its owner's format; passed back when the mail is settled. */
  readonly reference: string;
  /** The mail that must be delivered or deferred first. */
  readonly after: number | null;
  readonly createdAtMs: number;
  /** Keep the message after a permanent failure, so that it can be sent again; otherwise nothing of it stays. */
  readonly keepFailed: boolean;
  /** Do not send it before it is released. */
  readonly parked?: boolean;
}

/** The state of a mail after an attempt. */
export type Settlement =
  | { readonly state: 'sent'; readonly note: string }
  | { readonly state: 'pending'; readonly nextAttemptAtMs: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string };

/** A mail, as stored. */
export interface MailRow {
  id: number;
  state: MailState;
  /** Null once the message is sent, or has failed and is not kept. */
  message: MailMessage | null;
  reference: string;
  afterId: number | null;
  keepFailed: number;
  /** Failed attempts so far. */
  attempts: number;
  createdAtMs: number;
  /** When the next attempt is due. */
  dueMs: number;
  /** The lease of a sender in earlier versions; see `adoptFormerMail`. */
  owner: string;
  ownedUntilMs: number;
  lastError: string;
}

/** Mail and what became of it; the queue has a job for each that is to be sent. */
export const mailJobsTable: ExtensionTable<MailRow> = {
  name: 'mail_jobs',
  columns: {
    id: 'id',
    state: 'short',
    message: 'json',
    reference: 'short',
    afterId: 'integer',
    keepFailed: 'integer',
    attempts: 'integer',
    createdAtMs: 'integer',
    dueMs: 'integer',
    owner: 'short',
    ownedUntilMs: 'integer',
    lastError: 'text',
  },
  key: 'id',
  indexes: [['state', 'dueMs'], ['reference'], ['afterId']],
};

/** Every table of mail. */
export const mailTables: readonly DeclaredTable[] = [mailJobsTable, mailFilesTable, mailChunksTable];

/** The topic of the queue; the key of a job is the id of its mail. */
export const mailTopic = 'mail';

const enqueue = (store: Store, id: number, nowMs: number) =>
  enqueueJob(store, { topic: mailTopic, key: String(id), payload: null }, nowMs);

/** Adds a mail through the given store, so that it is committed or rolled back together with what it belongs to. */
export function addMail(store: Store, mail: NewMail): Promise<number> {
  return store.transaction(async (inside) => {
    const state = mail.parked ? 'parked' : stateFor(mail.after);
    const id = await inside.table(mailJobsTable).insert({
      state,
      message: mail.message,
      reference: mail.reference,
      afterId: mail.after,
      keepFailed: Number(mail.keepFailed),
      createdAtMs: mail.createdAtMs,
      dueMs: mail.createdAtMs,
    });
    await claimMailFiles(
      inside,
      id,
      mail.message.attachments.map(({ file }) => file),
    );
    if (state === 'pending') await enqueue(inside, id, mail.createdAtMs);
    return id;
  });
}

const stateFor = (after: number | null) => (after === null ? 'pending' : 'held');

/** The mail if it is to be sent; null if it was settled or removed meanwhile. */
export async function pendingMail(store: Store, id: number): Promise<MailRow | null> {
  const [row] = await store.table(mailJobsTable).find({ id, state: 'pending' });
  return row ?? null;
}

/**
 * Writes the outcome of an attempt, and releases the held followers: to be sent after `sent` or `pending`, to `failed`
 * after `failed`.
 */
export function settleMail(store: Store, row: MailRow, settlement: Settlement, nowMs: number): Promise<void> {
  return store.transaction(async (inside) => {
    const rows = inside.table(mailJobsTable);
    const { state } = settlement;
    const changed = await rows.update(
      { id: row.id, state: 'pending' },
      {
        state,
        attempts: row.attempts + (state === 'sent' ? 0 : 1),
        lastError: state === 'sent' ? '' : settlement.error,
        ...(state === 'pending' ? { dueMs: settlement.nextAttemptAtMs } : {}),
      },
    );
    if (changed === 0) return;
    const followers = await rows.find({ afterId: row.id, state: 'held' });
    for (const { id } of followers) {
      await rows.update({ id }, { state: state === 'failed' ? 'failed' : 'pending' });
      if (state !== 'failed') await enqueue(inside, id, nowMs);
    }
    if (state === 'sent') await wipe(inside, [row]);
    if (state === 'failed')
      await wipe(
        inside,
        [row, ...followers].filter(({ keepFailed }) => keepFailed === 0),
      );
  });
}

/** Removes the texts and files of messages that will not be sent again. */
async function wipe(store: Store, mails: readonly MailRow[]): Promise<void> {
  const ids = mails.map(({ id }) => id);
  if (ids.length === 0) return;
  await store.table(mailJobsTable).update({ id: { in: ids } }, { message: null });
  await removeMailFiles(store, ids);
}

/** Makes mail with one of these states pending again from now on; returns how many there were. */
function revive(store: Store, reference: string, from: 'parked' | 'failed', nowMs: number): Promise<number> {
  return store.transaction(async (inside) => {
    const rows = inside.table(mailJobsTable);
    const found = (await rows.find({ reference, state: from })).filter(({ message }) => message !== null);
    for (const { id, afterId } of found) {
      const state = from === 'failed' ? 'pending' : stateFor(afterId);
      await rows.update({ id }, { state, attempts: 0, dueMs: nowMs, createdAtMs: nowMs });
      if (state === 'pending') await enqueue(inside, id, nowMs);
    }
    return found.length;
  });
}

/** Releases the parked mail of a reference; returns how many there were. */
export function releaseMail(store: Store, reference: string, nowMs: number): Promise<number> {
  return revive(store, reference, 'parked', nowMs);
}

/** Sends the failed mail of a reference again; returns how many there were. */
export function retryMail(store: Store, reference: string, nowMs: number): Promise<number> {
  return revive(store, reference, 'failed', nowMs);
}

/** Makes every mail that waits for its next attempt due now, for when the mail server is back. */
export function retryMailNow(store: Store, nowMs: number): Promise<number> {
  return store.transaction(async (inside) => {
    await inside.table(mailJobsTable).update({ state: 'pending' }, { dueMs: nowMs });
    return makeJobsDue(inside, mailTopic, nowMs);
  });
}

/** Deletes every mail of the references with its files, whatever its state. */
export async function removeMail(store: Store, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await store.transaction(async (inside) => {
    const rows = await inside.table(mailJobsTable).find({ reference: { in: references } });
    await removeMailFiles(
      inside,
      rows.map(({ id }) => id),
    );
    await inside.table(mailJobsTable).remove({ reference: { in: references } });
  });
}

/** The states of the mail of a reference. */
export async function mailStates(store: Store, reference: string): Promise<readonly MailState[]> {
  return (await store.table(mailJobsTable).find({ reference })).map((row) => row.state);
}

/** How far a mail is, for people who wait for it. */
export interface MailDelivery {
  readonly reference: string;
  readonly state: MailState;
  /** Empty once it is sent: the message is then no longer stored. */
  readonly to: readonly string[];
  readonly attempts: number;
  readonly lastError: string;
  /** When the next attempt is due; null where none is. */
  readonly dueMs: number | null;
}

/** The mails of some references, oldest first. */
export async function mailDeliveries(store: Store, references: readonly string[]): Promise<readonly MailDelivery[]> {
  const rows = await store.table(mailJobsTable).find({ reference: { in: references } }, { by: 'id', direction: 'asc' });
  return rows.map(({ reference, state, message, attempts, lastError, dueMs }) => ({
    reference,
    state,
    to: message?.to.map(({ address }) => address) ?? [],
    attempts,
    lastError,
    dueMs: state === 'pending' ? dueMs : null,
  }));
}

/** The mail that has not been delivered yet, oldest first. */
export function waitingMail(store: Store): Promise<readonly MailRow[]> {
  return store.table(mailJobsTable).find({ state: { in: ['held', 'pending', 'failed'] } });
}

/** How much mail waits, and how much could not be delivered. */
export async function countMail(store: Store): Promise<{ readonly waiting: number; readonly failed: number }> {
  const rows = store.table(mailJobsTable);
  return { waiting: await rows.count({ state: 'pending' }), failed: await rows.count({ state: 'failed' }) };
}

/** The same table in earlier versions, which had no jobs in the queue: mail was `queued`, or `sending` under a lease. */
const formerMailTable: ExtensionTable<Omit<MailRow, 'state'> & { state: 'queued' | 'sending' | 'pending' }> =
  mailJobsTable;

/**
 * Gives the mail of earlier versions its jobs, and returns how many of them a process was sending that has ended: these
 * may arrive twice. Earlier versions that still run take only what is `queued`, so that none is sent by both.
 */
export async function adoptFormerMail(store: Store, nowMs: number): Promise<number> {
  const former = await store.table(formerMailTable).find({ state: { in: ['queued', 'sending'] } });
  let wereSending = 0;
  for (const { id, state, owner, ownedUntilMs } of former) {
    if (state === 'sending' && !isFree({ owner, untilMs: ownedUntilMs }, nowMs)) continue;
    await store.transaction(async (inside) => {
      const changed = await inside.table(formerMailTable).update({ id, state }, { state: 'pending', owner: '' });
      if (changed === 0) return;
      await enqueue(inside, id, nowMs);
      if (state === 'sending') wereSending += 1;
    });
  }
  return wereSending;
}
