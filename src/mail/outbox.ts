import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Background } from '../jobs/background.ts';
import type { Store } from '../storage/store.ts';
import { readMailFile, storeMailFile, sweepMailFiles } from './mail-files.ts';
import { addMailJob, retryMail } from './mail-jobs.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';
import type { MailJob, Settlement } from './outbox-store.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';
import { smtpTransport } from './smtp-transport.ts';
import { tableOutboxStore } from './table-outbox-store.ts';

/** Options of a queued message. */
export interface EnqueueOptions {
  /** The owner of the message: a word, a colon and a number of the owner's, such as `forms:12`. */
  readonly reference: string;
  /** The job that must be delivered or deferred before this one is sent. */
  readonly after?: number;
  /** Keep the message after a permanent failure, so that it can be sent again. */
  readonly keepFailed?: boolean;
  /** Do not send it before it is released. */
  readonly parked?: boolean;
}

/** Called with the new state of one of the owner's jobs. */
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
  /** The state of the job after its next attempt in this process; null when no attempt ended within the time. */
  attempt(id: number, timeoutMs: number): Promise<Settlement | null>;
  /** Requeues failed jobs of a reference; returns how many there were. */
  retry(reference: string): Promise<number>;
  /** Notifies the owner of references that begin with this word of the states of their jobs. */
  listen(word: string, listener: SettledListener): void;
  /** Starts sending. Safe in every process: a job is claimed by one of them at a time. */
  start(): Background;
}

/** What an outbox depends on; a test may pass its own transport. */
export interface OutboxOptions {
  readonly store: Store;
  readonly config: Pick<Config, 'smtpUrl'>;
  readonly clock: () => number;
  readonly log: Logger;
  /** Told when the outbox cannot be read or written. */
  readonly report: (error: unknown, message: string) => void;
  readonly transport?: MailTransport;
}

/** The site's outbox. */
export function createOutbox({ store, config, clock, log, report, transport: ownTransport }: OutboxOptions): Outbox {
  const listeners = new Map<string, SettledListener>();
  let worker: OutboxWorker | null = null;

  const settled = async ({ id, reference }: MailJob, settlement: Settlement) => {
    if (settlement.state === 'sent') log.info({ job: id, reference }, 'mail sent');
    else
      log.warn(
        { job: id, reference, error: settlement.error },
        `mail ${settlement.state === 'failed' ? 'given up' : 'deferred'}`,
      );
    await listeners.get(reference.split(':')[0] ?? '')?.(reference, settlement);
  };

  return {
    isConfigured: ownTransport !== undefined || config.smtpUrl !== null,
    addFile: (bytes) => storeMailFile(store, bytes, clock()),
    async enqueue(inside, message, { reference, after = null, keepFailed = false, parked = false }) {
      return addMailJob(inside, { message, reference, after, keepFailed, parked, createdAtMs: clock() });
    },
    attempt: async (id, timeoutMs) => worker?.attempt(id, timeoutMs) ?? null,
    async retry(reference) {
      const count = await retryMail(store, reference, clock());
      worker?.wake();
      return count;
    },
    listen: (word, listener) => void listeners.set(word, listener),
    start() {
      const transport =
        ownTransport ??
        (config.smtpUrl === null
          ? null
          : smtpTransport({ url: config.smtpUrl, open: (file) => readMailFile(store, file) }));
      if (!transport) return { stop: async () => {} };
      const running = startOutboxWorker({
        store: tableOutboxStore(store),
        transport,
        now: clock,
        onSettled: settled,
        onReclaimed: (jobs) =>
          log.warn({ jobs }, 'mail whose sender died is sent again; it may arrive twice, with the same Message-ID'),
        onError: (error) => report(error, 'the outbox worker failed'),
      });
      worker = running;
      const sweeping = sweepMailFiles(store, clock()).catch((error: unknown) =>
        report(error, 'left-over attachments were not removed'),
      );
      return {
        async stop() {
          worker = null;
          await Promise.all([running.close(), sweeping]);
        },
      };
    },
  };
}
