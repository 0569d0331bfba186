import { readMailFile, storeMailFile, sweepMailFiles } from './mail-files.ts';
import { addMailJob, retryMail } from './mail-jobs.ts';
import { startOutboxWorker } from './outbox-worker.ts';
import { smtpTransport } from './smtp-transport.ts';
import { tableOutboxStore } from './table-outbox-store.ts';
/** The site's outbox. */
export function createOutbox({ store, config, clock, log, report, transport: ownTransport }) {
  const listeners = new Map();
  let worker = null;
  const settled = async ({ id, reference }, settlement) => {
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
      const sweeping = sweepMailFiles(store, clock()).catch((error) =>
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
