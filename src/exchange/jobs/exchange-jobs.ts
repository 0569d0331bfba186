import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queue } from '../../queue/queue.ts';
import type { QueueJob } from '../../queue/queue-topic.ts';
import type { Store } from '../../storage/store.ts';
import { type ExchangeContext, exchangeFolder } from './exchange-context.ts';
import {
  bringsIn,
  type ExchangeChoices,
  type ExchangeJobRow,
  type ExchangeKind,
  type ExchangeProgress,
  type ExchangeReport,
  exchangeJobsTable,
} from './exchange-table.ts';

const topic = 'exchange';
const hourMs = 3_600_000;
const flushMs = 500;
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
}

/** Imports and exports that survive a crash; one at a time, whatever the number of instances. */
export interface ExchangeJobs {
  /** Null while another one is under way. */
  begin(job: NewExchange): Promise<number | null>;
  cancel(id: number): Promise<void>;
  remove(id: number): Promise<void>;
  /** A new path for a file that comes in; its name is what `begin` takes as `stored`. */
  newFile(): Promise<{ readonly path: string; readonly stored: string }>;
  pathOf(job: Pick<ExchangeJobRow, 'stored'>): Promise<string>;
}

const unfinished = { in: ['queued', 'running'] } as const;

export function createExchangeJobs(context: ExchangeContext, queue: Queue): ExchangeJobs {
  const { store, clock } = context;
  const folder = () => context.folder(exchangeFolder);
  const pathOf = async ({ stored }: Pick<ExchangeJobRow, 'stored'>) => join(await folder(), stored);
  const rows = (of: Store = store) => of.table(exchangeJobsTable);

  queue.handle({
    name: topic,
    concurrency: 1,
    deadlineMs: 12 * hourMs,
    retries: { maxAttempts: 4, firstDelayMs: 1_000, longestDelayMs: 10_000 },
    handle: (job) => run(job),
    onFailure: (error, { payload }, gaveUp) => {
      const why = error instanceof Error ? error.message : String(error);
      if (gaveUp) void end(idIn(payload), { state: 'failed', error: why }).catch(() => {});
    },
  });

  const run = async (queued: QueueJob): Promise<void> => {
    const [job] = await rows().find({ id: idIn(queued.payload) });
    if (!job || (job.state !== 'queued' && job.state !== 'running')) return;
    if (job.isCancelWanted) return end(job.id, { state: 'cancelled' });
    const path = await pathOf(job);
    if (bringsIn(job.kind) && !(await stat(path).catch(() => null)))
      throw new Error('The file is not on this machine; it is on the one that received it.');
    await rows().update({ id: job.id }, { state: 'running', startedMs: clock(), attempts: queued.attempt });
    const watching = watchJob(job.id, queued.signal);
    try {
      const report = await work(job, path, watching.watch);
      await end(job.id, { state: 'done', report, progress: watching.last() });
    } catch (error) {
      // The process ends: the job is begun again by the next one.
      if (queued.signal.aborted) throw error;
      await end(job.id, { ...(await failure(error)), progress: watching.last() });
    } finally {
      watching.stop();
    }
  };

  const work = async (
    job: ExchangeJobRow,
    path: string,
    watch: (progress: ExchangeProgress) => void,
  ): Promise<ExchangeReport | null> => {
    if (job.kind === 'import') {
      const { plainReport, runImport } = await import('./run-import.ts');
      return plainReport(await runImport(context, path, job.options, watch));
    }
    if (job.kind !== 'restore') {
      await exportTo(job.kind, path, watch);
      return null;
    }
    if (!job.options.isDry) await keepArchive(job, watch);
    const { runRestore } = await import('./run-restore.ts');
    return runRestore(context, path, job.options, watch);
  };

  const exportTo = async (
    kind: 'archive' | 'export',
    path: string,
    watch: (progress: ExchangeProgress) => void,
  ): Promise<void> => {
    const { runExport } = await import('./run-export.ts');
    await runExport(context, kind, path, watch);
  };

  /** Before the site is replaced: an archive of it, so that it can be brought back. */
  const keepArchive = async ({ id, userId }: ExchangeJobRow, watch: (progress: ExchangeProgress) => void) => {
    const fileName = `before-restore-${id}.tar.gz`;
    const [kept] = await rows().find({ kind: 'archive', fileName });
    if (kept) return;
    const stored = randomUUID();
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
      await rows().update({ id }, { progress: last });
      const [job] = await rows().find({ id });
      isCancelled = job?.isCancelWanted !== 0;
    };
    const timer = setInterval(() => void flush().catch(() => {}), flushMs);
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

  /** The outcome; the file of an import is not needed any more. */
  const end = async (id: number, outcome: Partial<ExchangeJobRow>): Promise<void> => {
    const [job] = await rows().find({ id });
    const isFileKept = job !== undefined && !bringsIn(job.kind) && outcome.state === 'done';
    await rows().update({ id }, { ...outcome, ...(isFileKept ? {} : { stored: '' }), endedMs: clock() });
    if (!isFileKept) await removeFile(job);
  };

  const removeFile = async (job: ExchangeJobRow | undefined): Promise<void> => {
    if (job?.stored) await rm(await pathOf(job), { force: true });
  };

  const remove = async (id: number): Promise<void> => {
    const [job] = await rows().find({ id });
    await rows().remove({ id });
    await removeFile(job);
  };

  return {
    pathOf,
    remove,
    newFile: async () => {
      const stored = randomUUID();
      return { path: join(await folder(), stored), stored };
    },
    begin: async (job) => {
      for (const old of await rows().find({ endedMs: { from: 1, below: clock() - keptMs } })) await remove(old.id);
      const id = await store.transaction(async (inside) => {
        await inside.lock('exchange jobs');
        if ((await rows(inside).count({ state: unfinished })) > 0) return null;
        const made = await rows(inside).insert({
          ...job,
          state: 'queued',
          progress: noProgress,
          report: null,
          createdMs: clock(),
        });
        await queue.enqueue(inside, { topic, key: 'site', payload: { id: made } });
        return made;
      });
      queue.wake();
      return id;
    },
    async cancel(id) {
      await rows().update({ id, state: unfinished }, { isCancelWanted: 1 });
      queue.wake();
    },
  };
}

/** What became of a job that did not succeed. */
async function failure(error: unknown): Promise<Partial<ExchangeJobRow>> {
  const [{ ImportStopped }, { plainReport }] = await Promise.all([
    import('../import/import-wxr.ts'),
    import('./run-import.ts'),
  ]);
  const cause = error instanceof ImportStopped ? error.cause : error;
  const report = error instanceof ImportStopped ? { report: plainReport(error.report) } : {};
  if (cause instanceof Cancelled) return { ...report, state: 'cancelled' };
  return { ...report, state: 'failed', error: cause instanceof Error ? cause.message : String(cause) };
}

function idIn(payload: unknown): number {
  return typeof payload === 'object' && payload !== null && 'id' in payload ? Number(payload.id) : 0;
}
