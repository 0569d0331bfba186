import { afterEach, describe, expect, it } from 'vitest';
import { isFree } from '../jobs/lease.ts';
import { processSpace } from '../jobs/process-identity.ts';
import { composeMessage } from './compose-message.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailTransport, SendOutcome } from './mail-transport.ts';
import type { MailJob, MailJobState, NewMailJob, OutboxStore, Settlement } from './outbox-store.ts';
import { type OutboxWorker, type OutboxWorkerOptions, startOutboxWorker } from './outbox-worker.ts';

interface Row extends MailJob {
  attempts: number;
  state: MailJobState;
  dueMs: number;
  owner: string;
  untilMs: number;
  error: string;
}

/** The store's contract implemented with an array, for tests of the worker alone. */
function arrayStore(rows: Row[] = []): OutboxStore & { rows: Row[] } {
  return {
    rows,
    async add(job) {
      const id = rows.length + 1;
      const state = job.after === null ? 'queued' : 'held';
      rows.push({ ...job, id, attempts: 0, state, dueMs: job.createdAtMs, owner: '', untilMs: 0, error: '' });
      return id;
    },
    async claim(nowMs, limit, { owner, untilMs }) {
      const due = rows.filter((row) => row.state === 'queued' && row.dueMs <= nowMs).slice(0, limit);
      for (const row of due) Object.assign(row, { state: 'sending', owner, untilMs });
      return due.map((row) => ({ ...row }));
    },
    async renew(id, { owner, untilMs }) {
      const row = rows.find((candidate) => candidate.id === id && candidate.owner === owner);
      if (row) row.untilMs = untilMs;
    },
    async settle(id, owner, settlement) {
      const row = rows.find((candidate) => candidate.id === id && candidate.owner === owner);
      if (!row) return;
      row.state = settlement.state;
      row.owner = '';
      if (settlement.state === 'queued') {
        row.attempts++;
        row.dueMs = settlement.nextAttemptAtMs;
      }
      for (const follower of rows.filter((candidate) => candidate.after === id && candidate.state === 'held')) {
        follower.state = settlement.state === 'failed' ? 'failed' : 'queued';
      }
    },
    async reclaim(nowMs) {
      const stale = rows.filter((row) => row.state === 'sending' && isFree(row, nowMs));
      for (const row of stale) row.state = 'queued';
      return stale.map(({ id, reference }) => ({ id, reference }));
    },
    async nextDueMs() {
      const due = rows.filter((row) => row.state === 'queued').map((row) => row.dueMs);
      return due.length === 0 ? null : Math.min(...due);
    },
  };
}

function message(subject: string): MailMessage {
  const composed = composeMessage(
    {
      sender: 'a@example.org',
      recipient: 'b@example.org',
      subject,
      body: '',
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(0),
  );
  if ('problem' in composed) throw new Error(composed.problem);
  return composed.message;
}

const job = (subject: string, after: number | null = null): NewMailJob => ({
  message: message(subject),
  reference: subject,
  after,
  createdAtMs: 0,
  keepFailed: false,
});

/** A transport that answers as configured and records what it sent. */
function mailer(
  answer: (message: MailMessage) => SendOutcome | Promise<SendOutcome>,
): MailTransport & { seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    send: async (carried) => {
      seen.push(carried.subject);
      return answer(carried);
    },
    close: () => {},
  };
}

const sent: SendOutcome = { kind: 'sent', note: '250 ok' };
const workers: OutboxWorker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
});
function start(options: OutboxWorkerOptions): OutboxWorker {
  const worker = startOutboxWorker({ pollMs: 60_000, ...options });
  workers.push(worker);
  return worker;
}

describe('the outbox worker', () => {
  it('carries each job once, and tells who waits for it', async () => {
    const store = arrayStore();
    const transport = mailer(() => sent);
    const settled: string[] = [];
    const worker = start({
      store,
      transport,
      onSettled: async ({ reference }, { state }) => void settled.push(`${reference} ${state}`),
    });
    const ids = await Promise.all(['a', 'b', 'c'].map((subject) => store.add(job(subject))));
    await Promise.all(ids.map((id) => worker.attempt(id, 2_000)));
    expect(transport.seen.toSorted()).toEqual(['a', 'b', 'c']);
    expect(settled.toSorted()).toEqual(['a sent', 'b sent', 'c sent']);
    expect(store.rows.map((row) => row.state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('two workers on one store never send the same job', async () => {
    const store = arrayStore();
    const transport = mailer(async () => sent);
    for (let n = 0; n < 40; n++) await store.add(job(`m${n}`));
    const [one, two] = [start({ store, transport }), start({ store, transport })];
    await expect.poll(() => store.rows.every((row) => row.state === 'sent')).toBe(true);
    one.wake();
    two.wake();
    expect(new Set(transport.seen).size).toBe(40);
    expect(transport.seen).toHaveLength(40);
  });

  it('tries a deferred job again when its time has come, and not before', async () => {
    const store = arrayStore();
    let nowMs = 0;
    let up = false;
    const transport = mailer(() => (up ? sent : { kind: 'deferred', error: 'connection refused' }));
    const worker = start({ store, transport, now: () => nowMs });
    const id = await store.add(job('later'));
    expect(await worker.attempt(id, 2_000)).toEqual({
      state: 'queued',
      nextAttemptAtMs: 60_000,
      error: 'connection refused',
    } satisfies Settlement);
    expect(await worker.attempt(id, 50)).toBeNull();
    nowMs = 60_000;
    up = true;
    expect(await worker.attempt(id, 2_000)).toMatchObject({ state: 'sent' });
    expect(transport.seen).toEqual(['later', 'later']);
  });

  it('a refusal is final, and fails the job that follows', async () => {
    const store = arrayStore();
    const transport = mailer(() => ({ kind: 'refused', error: '550 no such user' }));
    const worker = start({ store, transport });
    const first = await store.add(job('first'));
    await store.add(job('copy', first));
    expect(await worker.attempt(first, 2_000)).toEqual({ state: 'failed', error: '550 no such user' });
    expect(store.rows.map((row) => row.state)).toEqual(['failed', 'failed']);
    expect(transport.seen).toEqual(['first']);
  });

  it('a follower goes out after the job it follows was delivered or deferred', async () => {
    const store = arrayStore();
    const transport = mailer(({ subject }) => (subject === 'first' ? { kind: 'deferred', error: 'busy' } : sent));
    const worker = start({ store, transport, now: () => 0 });
    const first = await store.add(job('first'));
    const copy = await store.add(job('copy', first));
    expect(await worker.attempt(copy, 2_000)).toMatchObject({ state: 'sent' });
    expect(transport.seen).toEqual(['first', 'copy']);
  });

  it('gives up after three days', async () => {
    const store = arrayStore();
    const worker = start({
      store,
      transport: mailer(() => ({ kind: 'deferred', error: 'busy' })),
      now: () => 73 * 3_600_000,
    });
    expect(await worker.attempt(await store.add(job('old')), 2_000)).toMatchObject({ state: 'failed' });
  });

  it('takes over what a dead process was sending, and leaves the living alone', async () => {
    const store = arrayStore();
    const transport = mailer(() => sent);
    const dead = await store.add(job('from the dead'));
    await store.add(job('in other hands'));
    await store.claim(0, 1, { owner: `${processSpace}/99999999/x`, untilMs: Number.MAX_SAFE_INTEGER });
    await store.claim(0, 1, { owner: 'elsewhere.example/1/x', untilMs: Number.MAX_SAFE_INTEGER });
    const reclaimed: string[] = [];
    const onReclaimed = (jobs: readonly { reference: string }[]) =>
      void reclaimed.push(...jobs.map(({ reference }) => reference));
    const worker = start({ store, transport, onReclaimed });
    await worker.attempt(dead, 2_000);
    expect(reclaimed).toEqual(['from the dead']);
    expect(store.rows.map((row) => row.state)).toEqual(['sent', 'sending']);
    expect(transport.seen).toEqual(['from the dead']);
  });

  it('a store that stumbles after the mail has left does not make it leave twice', async () => {
    const store = arrayStore();
    const settle = store.settle;
    let stumbles = 2;
    store.settle = async (...outcome) => {
      if (stumbles-- > 0) throw new Error('database is locked');
      return settle(...outcome);
    };
    const transport = mailer(() => sent);
    const worker = start({ store, transport });
    expect(await worker.attempt(await store.add(job('once')), 2_000)).toMatchObject({ state: 'sent' });
    expect(transport.seen).toEqual(['once']);
  });

  it('finishes what is in hand before it closes', async () => {
    const store = arrayStore();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const worker = start({
      store,
      transport: mailer(async () => {
        begin();
        await gate;
        return sent;
      }),
    });
    await store.add(job('slow'));
    worker.wake();
    await begun;
    const closed = worker.close();
    open();
    await closed;
    expect(store.rows[0]?.state).toBe('sent');
  });

  it('holds on to a mail that takes longer than a lease', async () => {
    const store = arrayStore();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const transport = mailer(async () => {
      await gate;
      return sent;
    });
    const slow = start({ store, transport, leaseMs: 60, pollMs: 10 });
    start({ store, transport, leaseMs: 60, pollMs: 10 });
    await store.add(job('slow'));
    slow.wake();
    await expect.poll(() => store.rows[0]?.state).toBe('sending');
    const until = store.rows[0]?.untilMs ?? 0;
    await expect.poll(() => store.rows[0]?.untilMs ?? 0, { timeout: 20_000 }).toBeGreaterThan(until + 200);
    open();
    await expect.poll(() => store.rows[0]?.state).toBe('sent');
    expect(transport.seen).toEqual(['slow']);
  });

  it('a failing store is reported and looked at again', async () => {
    const store = arrayStore();
    const claim = store.claim;
    const errors: unknown[] = [];
    let down = true;
    store.claim = (...wanted) => (down ? Promise.reject(new Error('down')) : claim(...wanted));
    const worker = start({ store, transport: mailer(() => sent), onError: (error) => errors.push(error), pollMs: 10 });
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    down = false;
    expect(await worker.attempt(await store.add(job('after all')), 2_000)).toMatchObject({ state: 'sent' });
  });
});
