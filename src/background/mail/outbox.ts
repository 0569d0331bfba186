import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Job } from '../../lib/jobs.ts';
import type { Store } from '../../storage/store.ts';
import type { Background } from '../loop.ts';
import type { Queue } from '../queue.ts';
import { Postponed, type QueueJob } from '../queue-topic.ts';
import { readMailFile, storeMailFile, sweepMailFiles } from './mail-files.ts';
import {
  addMail,
  adoptFormerMail,
  type MailRow,
  mailTopic,
  pendingMail,
  retryMail,
  type Settlement,
  settleMail,
} from './mail-jobs.ts';
import type { MailMessage } from './mail-message.ts';
import { type MailTransport, mostConnections, type SendOutcome, smtpTransport } from './mail-transport.ts';

/** Options of a queued message. */
export interface EnqueueOptions {
  /** The owner of the message: a word, a colon and a number of the owner's, such as `forms:12`. */
  readonly reference: string;
  /** The mail that must be delivered or deferred before this one is sent. */
  readonly after?: number;
  /** Keep the message after a permanent failure, so that it can be sent again. */
  readonly keepFailed?: boolean;
  /** Do not send it before it is released. */
  readonly parked?: boolean;
}

/** Called with the new state of one of the owner's mails. */
export type SettledListener = (reference: string, settlement: Settlement) => Promise<void>;

/** Queues mail that is delivered once, now or when the mail server is available again. */
export interface Outbox {
  /** Whether a mail server is configured; without one, mail stays queued. */
  readonly isConfigured: boolean;
  /**
   * Stores a file to attach and returns its name for `MailAttachment`; before the message that names it is queued,
   * and outside of any transaction. A file that no message names is removed after an hour.
   */
  addFile(bytes: AsyncIterable<Uint8Array>): Promise<string>;
  /** Queues a message through the given store: committed or rolled back together with what it belongs to. */
  enqueue(store: Store, message: MailMessage, options: EnqueueOptions): Promise<number>;
  /** The state of the mail after its next attempt in this process; null when no attempt ended within the time. */
  attempt(id: number, timeoutMs: number): Promise<Settlement | null>;
  /** Requeues failed mail of a reference; returns how many there were. */
  retry(reference: string): Promise<number>;
  /** Notifies the owner of references that begin with this word of the states of their mail. */
  listen(word: string, listener: SettledListener): void;
  /** Takes over what earlier processes left; the queue sends. Stopped after the queue. */
  start(): Background;
}

/** What an outbox depends on; a test may pass its own transport. */
export interface OutboxOptions {
  readonly store: Store;
  readonly queue: Queue;
  readonly config: Pick<Config, 'smtpUrl'>;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Fails when mail cannot be read or written. */
  readonly job: Job;
  readonly transport?: MailTransport;
}

/** Longest time of one attempt; the connection to the mail server has its own limits, which are reached before. */
const deadlineMs = 600_000;

/** The site's outbox. Without a mail server the queue has no handler for its mail, which waits. */
export function createOutbox({ store, queue, config, clock, log, job, transport: given }: OutboxOptions): Outbox {
  const listeners = new Map<string, SettledListener>();
  const attempts = new Map<number, (settlement: Settlement) => void>();
  const open = (file: string) => readMailFile(store, file);
  const transport = given ?? (config.smtpUrl === null ? null : smtpTransport({ url: config.smtpUrl, open }));

  const tell = async ({ id, reference }: MailRow, settlement: Settlement): Promise<void> => {
    if (settlement.state === 'sent') log.info({ job: id, reference }, 'mail sent');
    else
      log.warn(
        { job: id, reference, error: settlement.error },
        `mail ${settlement.state === 'failed' ? 'given up' : 'deferred'}`,
      );
    await job.run(() => listeners.get(reference.split(':')[0] ?? '')?.(reference, settlement));
    attempts.get(id)?.(settlement);
  };

  const send = async (mailer: MailTransport, { key, attempt }: QueueJob): Promise<void> => {
    const row = await pendingMail(store, Number(key));
    if (!row) return;
    // A deferred mail is postponed: only an attempt that was cut off makes this one the second.
    if (attempt > 1) log.warn({ job: row.id }, mayArriveTwice);
    const outcome: SendOutcome = row.message ? await mailer.send(row.message) : withoutMessage;
    const settlement = settlementOf(outcome, row, clock());
    // At once: only a crash between the server's reply and this line sends a message twice.
    await settleSurely(() => settleMail(store, row, settlement, clock()), job);
    await tell(row, settlement);
    if (settlement.state === 'pending') throw new Postponed(settlement.nextAttemptAtMs - clock(), settlement.error);
  };

  if (transport)
    queue.handle({
      name: mailTopic,
      handle: (queued) => send(transport, queued),
      concurrency: mostConnections,
      deadlineMs,
      finishes: true,
      // How often a mail is tried is decided by `settlementOf`; these are failures of the database.
      retries: { maxAttempts: Number.POSITIVE_INFINITY },
      onFailure: job.report,
    });

  return {
    isConfigured: transport !== null,
    addFile: (bytes) => storeMailFile(store, bytes, clock()),
    async enqueue(inside, message, { reference, after = null, keepFailed = false, parked = false }) {
      return addMail(inside, { message, reference, after, keepFailed, parked, createdAtMs: clock() });
    },
    attempt(id, timeoutMs) {
      if (!transport) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<Settlement | null>();
      const timer = setTimeout(() => resolve(null), timeoutMs);
      attempts.set(id, resolve);
      queue.wake();
      return promise.finally(() => {
        clearTimeout(timer);
        attempts.delete(id);
      });
    },
    async retry(reference) {
      const count = await retryMail(store, reference, clock());
      queue.wake();
      return count;
    },
    listen: (word, listener) => void listeners.set(word, listener),
    start() {
      const starting = job.run(async () => {
        await sweepMailFiles(store, clock());
        const twice = transport ? await adoptFormerMail(store, clock()) : 0;
        if (twice > 0) log.warn({ mails: twice }, mayArriveTwice);
      });
      return {
        async stop() {
          await starting;
          transport?.close();
        },
      };
    },
  };
}

const mayArriveTwice = 'mail whose sender ended is sent again; it may arrive twice, with the same Message-ID';
const withoutMessage: SendOutcome = { kind: 'refused', error: 'The message is gone.' };

/** A message that was sent but is not stored as sent would be sent again, so a failed write is retried. */
async function settleSurely(settle: () => Promise<void>, job: Job): Promise<void> {
  for (const pauseMs of [50, 250, 1_000, 5_000, 15_000]) {
    try {
      return await settle();
    } catch (error) {
      job.report(error);
      await sleep(pauseMs);
    }
  }
  await settle();
}

function settlementOf(outcome: SendOutcome, mail: MailRow, nowMs: number): Settlement {
  if (outcome.kind === 'sent') return { state: 'sent', note: outcome.note };
  if (outcome.kind === 'refused') return { state: 'failed', error: outcome.error };
  const next = nextAttempt(mail.attempts + 1, mail.createdAtMs, nowMs);
  if (next === null) return { state: 'failed', error: `given up after three days: ${outcome.error}` };
  return { state: 'pending', nextAttemptAtMs: next, error: outcome.error };
}

const minute = 60_000;
const hour = 60 * minute;
const firstDelays = [1 * minute, 5 * minute, 15 * minute, 60 * minute] as const;
const laterDelay = 4 * hour;
const lifetime = 72 * hour;

/** When to retry after this many failed attempts, or null after three days of retries. */
export function nextAttempt(failedAttempts: number, createdAtMs: number, nowMs: number): number | null {
  const next = nowMs + (firstDelays[failedAttempts - 1] ?? laterDelay);
  return next - createdAtMs > lifetime ? null : next;
}
