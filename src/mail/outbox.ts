import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Background } from '../extension.ts';
import type { Store } from '../storage/store.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';
import type { MailJob, Settlement } from './outbox-store.ts';
import { addMailJob, outboxTable, retryMail, tableOutboxStore } from './outbox-table.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';
import { smtpTransport } from './smtp-transport.ts';

export { outboxTable } from './outbox-table.ts';

/** What is said about a mail when it is handed over. */
export interface EnqueueOptions {
  /** Whose mail it is: a word, a colon and a number of its owner's, such as `forms:12`. */
  readonly reference: string;
  /** The job that must be delivered or deferred before this one goes. */
  readonly after?: number;
  /** Keep the message when it is given up, so that it can be sent once more. */
  readonly keepFailed?: boolean;
  /** Do not send it before somebody says so. */
  readonly parked?: boolean;
}

/** Hears how a job of its own stands. */
export type SettledListener = (reference: string, settlement: Settlement) => Promise<void>;

/** Where mail is handed over to be delivered once, now or when the mail server is there again. */
export interface Outbox {
  /** Whether there is a mail server to send through; without one, mail waits. */
  readonly isConfigured: boolean;
  /** The folder that attachments are put into before the mail that names them is handed over. */
  folder(): Promise<string>;
  /** Hands a message over through the given store: kept or undone together with what it belongs to. */
  enqueue(store: Store, message: MailMessage, options: EnqueueOptions): Promise<number>;
  /** How the job stands after its next attempt here; null when no attempt ended within the time. */
  attempt(id: number, timeoutMs: number): Promise<Settlement | null>;
  /** Puts failed jobs of a reference back into the queue; returns how many there were. */
  retry(reference: string): Promise<number>;
  /** Tells the owner of references that begin with this word how their jobs stand. */
  listen(word: string, listener: SettledListener): void;
  /** Starts sending. Safe in every process: a job is claimed by one of them at a time. */
  start(): Background;
}

/** What an outbox is built from; a test may bring a transport of its own. */
export interface OutboxParts {
  readonly store: Store;
  readonly config: Pick<Config, 'smtpUrl'>;
  readonly clock: () => number;
  readonly log: Logger;
  readonly folder: string;
  readonly transport?: MailTransport;
}

/** The site's outbox. */
export function createOutbox({ store, config, clock, log, folder, transport: ownTransport }: OutboxParts): Outbox {
  const listeners = new Map<string, SettledListener>();
  let worker: OutboxWorker | null = null;

  const settled = async ({ id, reference, message, keepFailed }: MailJob, settlement: Settlement) => {
    if (settlement.state === 'sent') log.info({ job: id, reference }, 'mail sent');
    else
      log.warn(
        { job: id, reference, error: settlement.error },
        `mail ${settlement.state === 'failed' ? 'given up' : 'deferred'}`,
      );
    if (settlement.state === 'sent' || (settlement.state === 'failed' && !keepFailed))
      await removeAttachments(folder, message);
    await listeners.get(reference.split(':')[0] ?? '')?.(reference, settlement);
  };

  return {
    isConfigured: ownTransport !== undefined || config.smtpUrl !== null,
    async folder() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
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
        (config.smtpUrl === null ? null : smtpTransport({ url: config.smtpUrl, attachmentFolder: folder }));
      if (!transport) return { stop: async () => {} };
      const running = startOutboxWorker({
        store: tableOutboxStore(store),
        transport,
        now: clock,
        onSettled: settled,
        onError: (error) => log.error({ err: error }, 'the outbox stumbled'),
      });
      worker = running;
      const sweeping = sweep(store, folder, clock()).catch((error: unknown) =>
        log.error({ err: error }, 'the outbox was not swept'),
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

async function removeAttachments(folder: string, message: MailMessage): Promise<void> {
  await Promise.all(message.attachments.map(({ file }) => rm(join(folder, basename(file)), { force: true })));
}

const ORPHAN_AGE_MS = 3_600_000;

/** Removes files whose mail was never handed over, because the process died between the two. */
async function sweep(store: Store, folder: string, nowMs: number): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) return;
  const jobs = await store
    .table(outboxTable)
    .find({ state: { in: ['parked', 'held', 'queued', 'sending', 'failed'] } });
  const named = new Set(jobs.flatMap((job) => (job.message?.attachments ?? []).map(({ file }) => basename(file))));
  for (const file of files) {
    const path = join(folder, file);
    const age =
      nowMs -
      (await stat(path).then(
        (facts) => facts.mtimeMs,
        () => nowMs,
      ));
    if (!named.has(file) && age > ORPHAN_AGE_MS) await rm(path, { force: true });
  }
}
