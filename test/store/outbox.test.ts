import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processSpace, workerIdentity } from '../../src/background/lease.ts';
import {
  mailChunksTable,
  mailFilesTable,
  readMailFile,
  storeMailFile,
  sweepMailFiles,
} from '../../src/background/mail/mail-files.ts';
import {
  addMail,
  adoptFormerMail,
  type MailState,
  mailJobsTable,
  mailTopic,
  removeMail,
  retryMail,
  retryMailNow,
  settleMail,
  waitingMail,
} from '../../src/background/mail/mail-jobs.ts';
import type { MailMessage } from '../../src/background/mail/mail-message.ts';
import type { SendOutcome } from '../../src/background/mail/mail-transport.ts';
import { createOutbox } from '../../src/background/mail/outbox.ts';
import { createQueue } from '../../src/background/queue.ts';
import { claimJobs, queueTable } from '../../src/background/queue-jobs.ts';
import { createJobs } from '../../src/lib/jobs.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { ExtensionTable, OpenStore, Store } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { patient } from '../support/test-store.ts';

const tables = [mailJobsTable, mailFilesTable, mailChunksTable, queueTable] as readonly ExtensionTable<object>[];
let database: FreshDatabase;
let store: OpenStore;
let other: OpenStore;
beforeAll(async () => {
  database = await freshDatabase();
  const open = () => openStore({ url: database.url, deadlines: patient });
  [store, other] = [await open(), await open()];
  // A server makes its tables at its start, before anything uses them.
  for (const one of [store, other]) for (const table of tables) await one.table(table).count({});
});
afterAll(async () => {
  await Promise.all([store.close(), other.close()]);
  await database.drop();
});
afterEach(async () => {
  for (const process of processes.splice(0)) await process.stop();
  for (const table of tables) await store.table(table).remove({});
});

const message = (subject: string, files: readonly string[] = []): MailMessage => ({
  messageId: `<${subject}@example.org>`,
  date: '2024-05-06T07:08:09.000Z',
  from: { name: '', address: 'a@example.org' },
  to: [{ name: '', address: 'b@example.org' }],
  cc: [],
  bcc: [],
  replyTo: [],
  subject,
  body: 'x',
  html: false,
  headers: [],
  attachments: files.map((file) => ({ file, filename: file, contentType: 'text/plain' })),
});
const add = (
  subject: string,
  more: { after?: number; keepFailed?: boolean; files?: string[] } = {},
  of: Store = store,
) =>
  addMail(of, {
    message: message(subject, more.files),
    reference: `test:${subject}`,
    after: more.after ?? null,
    keepFailed: more.keepFailed ?? false,
    createdAtMs: 1_000,
  });
const mail = async (id: number) => {
  const [row] = await store.table(mailJobsTable).find({ id });
  if (!row) throw new Error(`There is no mail ${id}.`);
  return row;
};
const states = async (): Promise<MailState[]> =>
  (await store.table(mailJobsTable).find({}, { by: 'id', direction: 'asc' })).map(({ state }) => state);
const jobs = async () =>
  (await store.table(queueTable).find({ topic: mailTopic }, { by: 'id', direction: 'asc' })).map(({ itemKey }) =>
    Number(itemKey),
  );

const sent: SendOutcome = { kind: 'sent', note: '250 ok' };
const processes: { stop(): Promise<void> }[] = [];

interface Given {
  readonly store?: Store;
  readonly clock?: () => number;
  readonly answer?: (message: MailMessage) => SendOutcome | Promise<SendOutcome>;
}

/** A process that sends mail, and what it sent, logged and reported. */
function sender({ store: of = store, clock = () => 2_000, answer = () => sent }: Given = {}) {
  const seen: string[] = [];
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const own = createJobs((_, error) => failures.push(error), clock);
  const queue = createQueue({ store: of, clock, job: own.of('queue'), pollMs: 60_000 });
  const outbox = createOutbox({
    store: of,
    queue,
    clock,
    config: { smtpUrl: null },
    log: { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
    job: own.of('mail'),
    transport: {
      send: async (sending) => {
        seen.push(sending.subject);
        return answer(sending);
      },
      close: () => {},
    },
  });
  const mailing = outbox.start();
  const working = queue.start();
  const stop = async () => {
    await working.stop();
    await mailing.stop();
  };
  processes.push({ stop });
  return { outbox, queue, seen, warnings, failures, stop, runDue: async () => working.runDue?.() };
}
/** One that has looked for mail and found none: it sends nothing before it is woken. */
async function idleSender(given: Given = {}) {
  const one = sender(given);
  await one.runDue();
  return one;
}
const longest = 300_000;

describe('the outbox', () => {
  it('sends each mail once, and tells who waits for it', async () => {
    const { outbox, seen } = await idleSender();
    const settled: string[] = [];
    outbox.listen('test', async (reference, { state }) => void settled.push(`${reference} ${state}`));
    const ids = [await add('a'), await add('b'), await add('c')];
    const outcomes = await Promise.all(ids.map((id) => outbox.attempt(id, longest)));
    expect(outcomes).toEqual(Array(3).fill({ state: 'sent', note: '250 ok' }));
    expect(seen.toSorted()).toEqual(['a', 'b', 'c']);
    expect(settled.toSorted()).toEqual(['test:a sent', 'test:b sent', 'test:c sent']);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('of two processes never sends the same mail', async () => {
    for (let n = 0; n < 20; n++) await add(`m${n}`);
    const both = [sender(), sender({ store: other })];
    await Promise.all(both.map(({ runDue }) => runDue()));
    await expect.poll(async () => new Set(await states())).toEqual(new Set(['sent']));
    const seen = both.flatMap((one) => one.seen);
    expect([seen.length, new Set(seen).size]).toEqual([20, 20]);
  });

  it('tries a deferred mail again when its time has come, and not before', async () => {
    let nowMs = 2_000;
    let isUp = false;
    const one = await idleSender({
      clock: () => nowMs,
      answer: () => (isUp ? sent : { kind: 'deferred', error: 'refused' }),
    });
    const id = await add('later');
    const deferred = { state: 'pending', nextAttemptAtMs: 62_000, error: 'refused' };
    expect(await one.outbox.attempt(id, longest)).toEqual(deferred);
    await one.runDue();
    expect(await mail(id)).toMatchObject({ state: 'pending', attempts: 1, dueMs: 62_000, lastError: 'refused' });
    expect(one.seen).toEqual(['later']);
    nowMs = 62_000;
    isUp = true;
    expect(await one.outbox.attempt(id, longest)).toMatchObject({ state: 'sent' });
    expect(one.seen).toEqual(['later', 'later']);
    expect(one.warnings).toEqual(['mail deferred']);
  });

  it('fails a refused mail for good, and the one that follows it', async () => {
    const { outbox, seen } = await idleSender({ answer: () => ({ kind: 'refused', error: '550 no such user' }) });
    const first = await add('first');
    await add('copy', { after: first });
    expect(await outbox.attempt(first, longest)).toEqual({ state: 'failed', error: '550 no such user' });
    expect([await states(), seen]).toEqual([['failed', 'failed'], ['first']]);
    await expect.poll(jobs).toEqual([]);
  });

  it('sends a follower after the mail that it follows was delivered or deferred', async () => {
    const answer = ({ subject }: MailMessage): SendOutcome =>
      subject === 'first' ? { kind: 'deferred', error: 'busy' } : sent;
    const { outbox, seen } = await idleSender({ answer });
    const copy = await add('copy', { after: await add('first') });
    expect(await outbox.attempt(copy, longest)).toMatchObject({ state: 'sent' });
    expect(seen).toEqual(['first', 'copy']);
  });

  it('gives up after three days', async () => {
    const { outbox } = await idleSender({
      clock: () => 73 * 3_600_000,
      answer: () => ({ kind: 'deferred', error: 'busy' }),
    });
    expect(await outbox.attempt(await add('old'), longest)).toMatchObject({ state: 'failed' });
  });

  it('sends again what a process that has ended was sending, and leaves that of others alone', async () => {
    const dead = await add('of the dead');
    await claim(1, `${processSpace}/99999999/1/x`);
    const living = await add('of the living');
    await claim(1, 'elsewhere.example/1/x');
    let nowMs = 2_000;
    const one = sender({ clock: () => nowMs });
    await one.runDue();
    nowMs += 60_000;
    await one.runDue();
    expect(one.seen).toEqual(['of the dead']);
    expect(one.warnings).toEqual([expect.stringContaining('may arrive twice')]);
    expect([(await mail(dead)).state, (await mail(living)).state]).toEqual(['sent', 'pending']);
  });

  it('does not send twice when the database fails after the mail has left', async () => {
    const { outbox, seen, failures } = await idleSender({ store: failing(2) });
    expect(await outbox.attempt(await add('once'), longest)).toMatchObject({ state: 'sent' });
    expect([seen, failures.length]).toEqual([['once'], 2]);
  });

  it('finishes what it is sending before it stops', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const answer = async () => {
      begin();
      await gate;
      return sent;
    };
    const { queue, stop } = sender({ answer });
    const id = await add('slow');
    queue.wake();
    await begun;
    const stopped = stop();
    open();
    await stopped;
    expect((await mail(id)).state).toBe('sent');
    expect(await jobs()).toEqual([]);
  });

  it('reports a listener that fails; the mail is sent all the same', async () => {
    const { outbox, failures, seen } = await idleSender();
    outbox.listen('test', () => Promise.reject(new Error('no')));
    expect(await outbox.attempt(await add('heard'), longest)).toMatchObject({ state: 'sent' });
    expect([seen, failures.map(String)]).toEqual([['heard'], ['Error: no']]);
  });

  it('fails a mail whose message is gone', async () => {
    const id = await add('empty');
    await store.table(mailJobsTable).update({ id }, { message: null });
    const { outbox, seen } = sender();
    expect(await outbox.attempt(id, longest)).toEqual({ state: 'failed', error: 'The message is gone.' });
    expect(seen).toEqual([]);
  });
});

/** Claims the next jobs for another process. */
const claim = (limit: number, owner: string) =>
  claimJobs(store, { topic: mailTopic, limit, nowMs: 2_000 }, { owner, untilMs: Number.MAX_SAFE_INTEGER });

/** The store, whose next transactions on mail fail, as by a full disk. */
function failing(times: number): Store {
  let left = times;
  return new Proxy<Store>(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return (work: (inside: Store) => Promise<unknown>) =>
        target.transaction(async (inside) => {
          const result = await work(inside);
          if (left > 0 && (await inside.table(mailJobsTable).count({ state: 'sent' })) > 0) {
            left -= 1;
            throw new Error('The disk is full.');
          }
          return result;
        });
    },
  });
}

describe('a stored mail', () => {
  it('is undone with the transaction it was part of', async () => {
    const undone = store.transaction(async (inside) => {
      await add('undone', {}, inside);
      throw new Error('stop');
    });
    await expect(undone).rejects.toThrow('stop');
    expect([await states(), await jobs()]).toEqual([[], []]);
  });

  it('is settled once, and lets its followers go', async () => {
    const first = await add('first', { keepFailed: true });
    const copy = await add('copy', { after: first });
    expect([await states(), await jobs()]).toEqual([['pending', 'held'], [first]]);
    const deferred = { state: 'pending', nextAttemptAtMs: 5_000, error: 'busy' } as const;
    await settleMail(store, await mail(first), deferred, 2_000);
    expect(await mail(first)).toMatchObject({ state: 'pending', attempts: 1, dueMs: 5_000, lastError: 'busy' });
    expect([await states(), await jobs()]).toEqual([
      ['pending', 'pending'],
      [first, copy],
    ]);
    expect(await retryMailNow(store, 1_500)).toBe(2);
    const before = await mail(first);
    await settleMail(store, before, { state: 'failed', error: 'no' }, 2_000);
    await settleMail(store, before, { state: 'sent', note: '' }, 2_000);
    expect(await mail(first)).toMatchObject({ state: 'failed', lastError: 'no' });
    await settleMail(store, await mail(copy), { state: 'sent', note: '' }, 2_000);
    expect(await mail(copy)).toMatchObject({ state: 'sent', message: null });
    expect((await waitingMail(store)).map((one) => one.id)).toEqual([first]);
    expect(await retryMail(store, 'test:first', 3_000)).toBe(1);
    expect(await mail(first)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('leaves nothing when it fails with the one it follows, unless failed mail is kept', async () => {
    const first = await add('first', { keepFailed: true });
    const file = await storeMailFile(store, Readable.from([Buffer.from('x')]), 1_000);
    const copy = await add('copy', { after: first, files: [file] });
    const kept = await add('kept', { after: first, keepFailed: true });
    await settleMail(store, await mail(first), { state: 'failed', error: 'no' }, 2_000);
    expect(await mail(copy)).toMatchObject({ state: 'failed', message: null });
    expect((await mail(kept)).message).not.toBeNull();
    expect(await store.table(mailFilesTable).count({})).toBe(0);
  });
});

it('mail of earlier versions gets its jobs, but for what such a process is sending', async () => {
  // These stand for rows that an earlier version has written.
  const former = store.table(
    mailJobsTable as unknown as ExtensionTable<{ state: string; owner: string; ownedUntilMs: number }>,
  );
  const row = { message: message('former'), reference: 'test:former', createdAtMs: 1_000 };
  const rows = [
    { state: 'queued' },
    { state: 'sending', owner: `${processSpace}/99999999/1/x`, ownedUntilMs: 90_000 },
    { state: 'sending', owner: workerIdentity(), ownedUntilMs: 90_000 },
    { state: 'sent' },
  ];
  const ids: number[] = [];
  for (const one of rows) ids.push(await former.insert({ ...row, ...one }));
  expect(await adoptFormerMail(store, 2_000)).toBe(1);
  expect(await states()).toEqual(['pending', 'pending', 'sending', 'sent']);
  expect(await jobs()).toEqual(ids.slice(0, 2));
  expect(await adoptFormerMail(store, 2_000)).toBe(0);
  expect(await jobs()).toHaveLength(2);
});

it('the file of a mail is stored whole, goes with its message, and goes when it was sent', async () => {
  const bytes = randomBytes(1_300_000);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 90_001) yield bytes.subarray(at, at + 90_001);
  };
  const file = await storeMailFile(store, pieces(), 1_000);
  const read = async () => buffer(await readMailFile(other, file));
  expect((await read()).equals(bytes)).toBe(true);
  const id = await add('heavy', { files: [file] });
  await sweepMailFiles(store, 100_000_000);
  expect((await read()).equals(bytes)).toBe(true);
  await settleMail(other, await mail(id), { state: 'sent', note: '' }, 2_000);
  await expect(read()).rejects.toThrow('is gone');
  expect(await store.table(mailChunksTable).count({})).toBe(0);
});

it('files that no message names are swept after a while, and those of erased mail at once', async () => {
  const some = () => Readable.from([Buffer.from('some bytes')]);
  const young = await storeMailFile(store, some(), 5_000_000);
  await storeMailFile(store, some(), 1_000);
  const erased = await storeMailFile(store, some(), 1_000);
  await add('erased', { files: [erased] });
  await sweepMailFiles(store, 5_000_001);
  await removeMail(store, ['test:erased']);
  expect((await store.table(mailFilesTable).find({})).map((row) => row.file)).toEqual([young]);
});
