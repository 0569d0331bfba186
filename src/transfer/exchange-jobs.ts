import { rm, stat } from 'node:fs/promises';
import { recordAudit } from '../background/audit-log.ts';
import type { Queue } from '../background/queue.ts';
import { Postponed, type QueueJob } from '../background/queue-topic.ts';
import { unlessAbsent } from '../lib/error-code.ts';
import type { Store } from '../storage/store.ts';
import { createExchangeFiles } from './exchange-files.ts';
import type { ExchangeContext } from './exchange-table.ts';
import {
  bringsIn,
  type ExchangeChoices,
  type ExchangeJobRow,
  type ExchangeKind,
  type ExchangeProgress,
  type ExchangeReport,
  exchangeJobsTable,
  exchangeKinds,
} from './exchange-table.ts';

const topic = 'exchange';
const hourMs = 3_600_000;
const flushMs = 500;
/** How long a job waits for the instance that has its file, and how long before another instance looks again. */
const longestWaitMs = 24 * hourMs;
const handBackMs = 5_000;
/** Ended jobs and their files are removed after this time. */
const keptMs = 7 * 24 * hourMs;
const noProgress: ExchangeProgress = { done: 0, all: null, items: 0, files: 0 };

class Cancelled extends Error {}

/** A job that is to be done. */
export interface NewExchange {
  readonly kind: ExchangeKind;
  readonly fileName: string;
  readonly stored: string;
  readonly options: ExchangeChoices;
  readonly userId: number;
  /** Where the request came from. */
  readonly address: string;
}

/** Imports and exports that survive a crash; one at a time, whatever the number of instances. */
export interface ExchangeJobs {
  /** Null while another one is under way. */
  begin(job: NewExchange): Promise<number | null>;
  /** Queues a job for a request of a person, however many there are; `settle` joins its transaction and says which request. */
  beginPerson(job: NewExchange, settle: (inside: Store, id: number) => Promise<number>): Promise<void>;
  cancel(id: number): Promise<void>;
  remove(id: number): Promise<void>;
  /** A new path for a file that comes in; its name is what `begin` takes as `stored`. */
  newFile(): Promise<{ readonly path: string; readonly stored: string }>;
  pathOf(job: Pick<ExchangeJobRow, 'stored'>): Promise<string>;
}

/** How a job ended. */
type Outcome = Pick<ExchangeJobRow, 'state'> & Partial<Pick<ExchangeJobRow, 'report' | 'error' | 'progress'>>;

const unfinished = { in: ['queued', 'running'] } as const;

export function createExchangeJobs(context: ExchangeContext, queue: Queue): ExchangeJobs {
  const { store, clock, job: own } = context;
  const uploads = createExchangeFiles(context);
  const { pathOf } = uploads;
  const rows = (of: Store = store) => of.table(exchangeJobsTable);

  queue.handle({
    name: topic,
    concurrency: 1,
    deadlineMs: 12 * hourMs,
    retries: { maxAttempts: 4, firstDelayMs: 1_000, longestDelayMs: 10_000 },
    handle: (job) => run(job),
    onFailure: (error, { payload }, gaveUp) => {
      const why = error instanceof Error ? error.message : String(error);
      own.report(error);
      if (gaveUp) void own.run(() => end(readPayload(payload), { state: 'failed', error: why }));
    },
  });

  const run = async (queued: QueueJob): Promise<void> => {
    const payload = readPayload(queued.payload);
    const [job] = await rows().find({ id: payload.id });
    if (!job || (job.state !== 'queued' && job.state !== 'running')) return;
    if (job.isCancelWanted) return end(payload, { state: 'cancelled' });
    const path = await pathOf(job);
    if (bringsIn(job.kind) && !(await unlessAbsent(stat(path)))) return end(payload, await withoutFile(job));
    await rows().update({ id: job.id }, { state: 'running', startedMs: clock(), attempts: queued.attempt });
    const watching = watchJob(job.id, queued.signal);
    try {
      const report = await work(job, path, watching.watch);
      await end(payload, { state: 'done', report, progress: watching.last() });
    } catch (error) {
      // The process ends: the job is begun again by the next one.
      if (queued.signal.aborted) throw error;
      await end(payload, { ...(await failure(error)), progress: watching.last() });
    } finally {
      watching.stop();
    }
  };

  /** Another instance received the file: it may have ended for a moment, and does the job when it is back. */
  const withoutFile = async ({ stored, createdMs }: ExchangeJobRow): Promise<Outcome> => {
    const isOwn = await uploads.isOwn(stored);
    if (!isOwn && clock() - createdMs < longestWaitMs)
      throw new Postponed(handBackMs, 'The file is on another instance.');
    const error = isOwn
      ? 'The file is gone. Send it again.'
      : 'The file is not on this machine, and the one that received it did not come back within a day. Send it again.';
    return { state: 'failed', error };
  };

  const work = async (
    job: ExchangeJobRow,
    path: string,
    watch: (progress: ExchangeProgress) => void,
  ): Promise<ExchangeReport | null> => {
    const { person = 0 } = job.options;
    if (job.kind === 'person-export') {
      await context.people.exportTo(person, path, watch);
      return null;
    }
    if (job.kind === 'person-erase') {
      await context.people.erase(person, watch, remove);
      return null;
    }
    if (job.kind === 'import') {
      const { plainReport, runImport } = await import('./run-exchange.ts');
      return plainReport(await runImport(context, path, job.options, watch));
    }
    if (job.kind !== 'restore') {
      await exportTo(job.kind, path, watch);
      return null;
    }
    if (!job.options.isDry) await keepArchive(job, watch);
    const { runRestore } = await import('./run-exchange.ts');
    return runRestore(context, path, job.options, watch);
  };

  const exportTo = async (
    kind: 'archive' | 'export',
    path: string,
    watch: (progress: ExchangeProgress) => void,
  ): Promise<void> => {
    const { runExport } = await import('./run-exchange.ts');
    await runExport(context, kind, path, watch);
  };

  /** Before the site is replaced: an archive of it, so that it can be brought back. */
  const keepArchive = async ({ id, userId }: ExchangeJobRow, watch: (progress: ExchangeProgress) => void) => {
    const fileName = `before-restore-${id}.tar.gz`;
    const [kept] = await rows().find({ kind: 'archive', fileName });
    if (kept) return;
    const stored = await uploads.newName();
    await exportTo('archive', await pathOf({ stored }), watch);
    await rows().insert({
      kind: 'archive',
      state: 'done',
      fileName,
      stored,
      options: { isDry: false, fetchesFiles: false, author: '' },
      progress: noProgress,
      report: null,
      userId,
      createdMs: clock(),
      endedMs: clock(),
    });
  };

  /** Writes the progress twice a second, and looks whether somebody wants the job to end. */
  const watchJob = (id: number, signal: AbortSignal) => {
    let last = noProgress;
    let isCancelled = false;
    const flush = async () => {
      // One that comes late must not replace the progress with which the job ended.
      await rows().update({ id, state: 'running' }, { progress: last });
      const [job] = await rows().find({ id });
      isCancelled = job?.isCancelWanted !== 0;
    };
    const timer = setInterval(() => void own.run(flush), flushMs);
    return {
      last: () => last,
      stop: () => clearInterval(timer),
      watch: (progress: ExchangeProgress) => {
        last = progress;
        if (isCancelled) throw new Cancelled('Somebody stopped it.');
        signal.throwIfAborted();
      },
    };
  };

  /** The outcome, with its entry in the audit log; the file of an import is not needed any more. */
  const end = async ({ id, address }: Payload, outcome: Outcome): Promise<void> => {
    const [job] = await rows().find({ id });
    if (!job) return;
    const isFileKept = !bringsIn(job.kind) && job.stored !== '' && outcome.state === 'done';
    const changes = { ...outcome, ...(isFileKept ? {} : { stored: '' }), endedMs: clock() };
    const isEnded = await store.transaction(async (inside) => {
      if ((await rows(inside).update({ id, state: unfinished }, changes)) === 0) return false;
      if (!job.options.isDry) await recordEnd(inside, job, outcome, { nowMs: clock(), address });
      return true;
    });
    if (isEnded && !isFileKept) await removeFile(job);
  };

  const removeFile = async (job: ExchangeJobRow | undefined): Promise<void> => {
    if (job?.stored) await rm(await pathOf(job), { force: true });
  };

  const remove = async (id: number): Promise<void> => {
    const [job] = await rows().find({ id });
    await rows().remove({ id });
    await removeFile(job);
  };

  // What a job left here that another instance ended.
  void own.run(() => uploads.sweep());

  return {
    pathOf,
    remove,
    newFile: async () => {
      const stored = await uploads.newName();
      return { path: await pathOf({ stored }), stored };
    },
    begin: async ({ address, ...job }) => {
      await uploads.sweep();
      for (const old of await rows().find({ endedMs: { from: 1, below: clock() - keptMs } })) await remove(old.id);
      const id = await store.transaction(async (inside) => {
        await inside.lock('exchange jobs');
        const kind = { in: exchangeKinds };
        if ((await rows(inside).count({ kind, state: unfinished })) > 0) return null;
        const made = await rows(inside).insert({
          ...job,
          state: 'queued',
          progress: noProgress,
          report: null,
          createdMs: clock(),
        });
        await queue.enqueue(inside, { topic, key: 'site', payload: { id: made, address } satisfies Payload });
        return made;
      });
      queue.wake();
      return id;
    },
    async beginPerson({ address, ...job }, settle) {
      await store.transaction(async (inside) => {
        const made = await rows(inside).insert({
          ...job,
          state: 'queued',
          progress: noProgress,
          report: null,
          createdMs: clock(),
        });
        const person = await settle(inside, made);
        await rows(inside).update({ id: made }, { options: { ...job.options, person } });
        await queue.enqueue(inside, { topic, key: 'site', payload: { id: made, address } satisfies Payload });
      });
      queue.wake();
    },
    async cancel(id) {
      await rows().update({ id, state: unfinished }, { isCancelWanted: 1 });
      queue.wake();
    },
  };
}

/** What became of a job that did not succeed. */
async function failure(error: unknown): Promise<Outcome> {
  const [{ ImportStopped }, { plainReport }] = await Promise.all([
    import('./import/import-wxr.ts'),
    import('./run-exchange.ts'),
  ]);
  const cause = error instanceof ImportStopped ? error.cause : error;
  const report = error instanceof ImportStopped ? { report: plainReport(error.report) } : {};
  if (cause instanceof Cancelled) return { ...report, state: 'cancelled' };
  return { ...report, state: 'failed', error: cause instanceof Error ? cause.message : String(cause) };
}

/** Adds to the audit log who brought the site in or took it out, and how that ended. */
function recordEnd(
  store: Store,
  { id, kind, fileName, userId, options }: ExchangeJobRow,
  { state, report }: Outcome,
  { nowMs, address }: { readonly nowMs: number; readonly address: string },
): Promise<void> {
  // Who it was about is not in the log: after an erasure nobody is to know.
  if (kind === 'person-export' || kind === 'person-erase') {
    const event = kind === 'person-export' ? 'person.export' : 'person.erase';
    return recordAudit(store, { event, nowMs, userId, objectId: options.person ?? 0, address, detail: { state } });
  }
  const form = kind === 'import' || kind === 'export' ? 'wxr' : 'archive';
  const refused = report?.rows.reduce((sum, row) => sum + row.refused, 0) ?? 0;
  return recordAudit(store, {
    event: bringsIn(kind) ? 'exchange.import' : 'exchange.export',
    nowMs,
    userId,
    objectId: id,
    objectName: fileName,
    address,
    detail: { form, state, ...(refused > 0 ? { refused } : {}) },
  });
}

/** What the queue keeps of a job. */
interface Payload {
  readonly id: number;
  readonly address: string;
}

function readPayload(payload: unknown): Payload {
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return { id: 0, address: '' };
  return { id: Number(payload.id), address: 'address' in payload ? String(payload.address) : '' };
}
