import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processSpace, workerIdentity } from '../../src/jobs/process-identity.ts';
import {
  mailChunksTable,
  mailFilesTable,
  readMailFile,
  storeMailFile,
  sweepMailFiles,
} from '../../src/mail/mail-files.ts';
import { addMailJob, removeMail, retryMail, retryMailNow, waitingMail } from '../../src/mail/mail-jobs.ts';
import type { MailMessage } from '../../src/mail/mail-message.ts';
import { outboxTable } from '../../src/mail/outbox-table.ts';
import { tableOutboxStore } from '../../src/mail/table-outbox-store.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

let database: FreshDatabase;
let store: OpenStore;
let other: OpenStore;
beforeAll(async () => {
  database = await freshDatabase();
  [store, other] = [await openStore({ url: database.url }), await openStore({ url: database.url })];
});
afterAll(async () => {
  await Promise.all([store.close(), other.close()]);
  await database.drop();
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
const add = (subject: string, more: { after?: number; keepFailed?: boolean; files?: string[] } = {}) =>
  addMailJob(store, {
    message: message(subject, more.files),
    reference: `test:${subject}`,
    after: more.after ?? null,
    keepFailed: more.keepFailed ?? false,
    createdAtMs: 1_000,
  });
const lease = (owner: string) => ({ owner, untilMs: 10_000 });
const state = async (id: number) => (await store.table(outboxTable).find({ id }))[0];

it('two processes that claim at once never get the same job', async () => {
  for (let n = 0; n < 30; n++) await add(`crowd ${n}`);
  const boxes = [tableOutboxStore(store), tableOutboxStore(other)];
  const claimed: number[] = [];
  for (let round = 0; round < 20 && claimed.length < 30; round++) {
    const got = await Promise.all(boxes.map((box, index) => box.claim(2_000, 4, lease(`owner ${index}`))));
    claimed.push(...got.flat().map((job) => job.id));
  }
  expect(claimed).toHaveLength(30);
  expect(new Set(claimed).size).toBe(30);
  await store.table(outboxTable).remove({});
});

it('a job is undone with the transaction it was part of', async () => {
  await expect(
    store.transaction(async (inside) => {
      await addMailJob(inside, {
        message: message('undone'),
        reference: 'test:undone',
        after: null,
        keepFailed: false,
        createdAtMs: 0,
      });
      throw new Error('stop');
    }),
  ).rejects.toThrow('stop');
  expect(await store.table(outboxTable).count({ reference: 'test:undone' })).toBe(0);
});

it('outcomes are written for the one who holds the job, and let followers go', async () => {
  const box = tableOutboxStore(store);
  const first = await add('first', { keepFailed: true });
  const copy = await add('copy', { after: first });
  const [job] = await box.claim(2_000, 1, lease('me'));
  expect([job?.id, (await state(copy))?.state]).toEqual([first, 'held']);
  await box.settle(first, 'someone else', { state: 'sent', note: '' });
  expect((await state(first))?.state).toBe('sending');
  await box.settle(first, 'me', { state: 'queued', nextAttemptAtMs: 5_000, error: 'busy' });
  expect(await state(first)).toMatchObject({ state: 'queued', attempts: 1, dueMs: 5_000, lastError: 'busy' });
  expect((await state(copy))?.state).toBe('queued');
  expect(await box.nextDueMs()).toBe(1_000);
  expect(await retryMailNow(store, 1_500)).toBe(2);
  await box.claim(2_000, 5, lease('me'));
  await box.settle(first, 'me', { state: 'failed', error: 'no' });
  await box.settle(copy, 'me', { state: 'sent', note: '' });
  expect(await state(copy)).toMatchObject({ state: 'sent', message: null });
  expect((await waitingMail(store)).map((one) => one.id)).toEqual([first]);
  expect(await retryMail(store, 'test:first', 3_000)).toBe(1);
  expect(await state(first)).toMatchObject({ state: 'queued', attempts: 0 });
  await store.table(outboxTable).remove({});
});

it('what the dead and the late were sending goes back into the queue', async () => {
  const box = tableOutboxStore(store);
  await add('of the dead');
  await add('of the late');
  await add('of the living');
  await box.claim(2_000, 1, lease(`${processSpace}/99999999/1/x`));
  await box.claim(2_000, 1, { owner: 'late', untilMs: 2_500 });
  await box.claim(2_000, 1, lease(workerIdentity()));
  expect(await box.reclaim(3_000)).toHaveLength(2);
  expect((await store.table(outboxTable).find({})).map((row) => row.state)).toEqual(['queued', 'queued', 'sending']);
  await store.table(outboxTable).remove({});
});

it('the file of a mail is stored whole, goes with its message, and goes when it was sent', async () => {
  const bytes = randomBytes(1_300_000);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 90_001) yield bytes.subarray(at, at + 90_001);
  };
  const file = await storeMailFile(store, pieces(), 1_000);
  const read = async () => buffer(await readMailFile(other, file));
  expect((await read()).equals(bytes)).toBe(true);
  await add('heavy', { files: [file] });
  await sweepMailFiles(store, 100_000_000);
  expect((await read()).equals(bytes)).toBe(true);
  const [job] = await tableOutboxStore(other).claim(2_000, 5, lease('here'));
  await tableOutboxStore(other).settle(job!.id, 'here', { state: 'sent', note: '' });
  await expect(read()).rejects.toThrow('is gone');
  expect(await store.table(mailChunksTable).count({})).toBe(0);
  await store.table(outboxTable).remove({});
});

it('files that no message names are swept after a while, and those of erased mail at once', async () => {
  const some = () => Readable.from([Buffer.from('some bytes')]);
  const young = await storeMailFile(store, some(), 5_000_000);
  const old = await storeMailFile(store, some(), 1_000);
  const erased = await storeMailFile(store, some(), 1_000);
  await add('erased', { files: [erased] });
  await sweepMailFiles(store, 5_000_001);
  await removeMail(store, ['test:erased']);
  const names = (await store.table(mailFilesTable).find({})).map((row) => row.file);
  expect(names).toEqual([young]);
  expect(names).not.toContain(old);
  await store.table(mailFilesTable).remove({});
  await store.table(mailChunksTable).remove({});
});

it('nothing is left of a follower that fails with the job it follows, unless failed mail is kept', async () => {
  const first = await add('first', { keepFailed: true });
  const file = await storeMailFile(store, Readable.from([Buffer.from('x')]), 1_000);
  const copy = await add('copy', { after: first, files: [file] });
  const kept = await add('kept', { after: first, keepFailed: true });
  const box = tableOutboxStore(store);
  await box.claim(2_000, 1, lease('me'));
  await box.settle(first, 'me', { state: 'failed', error: 'no' });
  expect(await state(copy)).toMatchObject({ state: 'failed', message: null });
  expect((await state(kept))?.message).not.toBeNull();
  expect(await store.table(mailFilesTable).count({})).toBe(0);
  await store.table(outboxTable).remove({});
});

it('a queued job without a message fails instead of going round for ever', async () => {
  const id = await add('empty');
  await store.table(outboxTable).update({ id }, { message: null });
  expect(await tableOutboxStore(store).claim(2_000, 5, lease('me'))).toEqual([]);
  expect(await state(id)).toMatchObject({ state: 'failed', lastError: 'The message is gone.' });
  await store.table(outboxTable).remove({});
});
