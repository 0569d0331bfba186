import { isFree, workerIdentity } from '../../../background/lease.ts';
import type { Queue } from '../../../background/queue.ts';
import type { QueueJob } from '../../../background/queue-topic.ts';
import type { Job } from '../../../lib/jobs.ts';
import type { Store } from '../../../storage/store.ts';
import { freshProgress, type RegenerationWork, regeneratePictures, resumedProgress } from './regenerate-pictures.ts';
import {
  type RegenerationChoices,
  type RegenerationProgress,
  type RegenerationRow,
  type RegenerationState,
  regenerationsTable,
} from './regeneration-table.ts';

const topic = 'picture copies';
const hourMs = 3_600_000;
const flushMs = 500;
/** How long a run belongs to its process after that was last heard of. */
const leaseMs = 60_000;
/** Ended runs are forgotten after this time. */
const keptMs = 30 * 24 * hourMs;
const unfinished = { in: ['queued', 'running'] } as const;

class Cancelled extends Error {}

/** Making all copies again: work that survives a crash, one run at a time, whatever the number of instances. */
export interface RegenerationJobs {
  /** Null while another run is under way. */
  begin(choices: RegenerationChoices, userId: number): Promise<RegenerationRow | null>;
  cancel(): Promise<void>;
  /** The last run; null where there was none. */
  latest(): Promise<RegenerationRow | null>;
}

export interface RegenerationContext extends RegenerationWork {
  readonly job: Job;
}

export function createRegenerationJobs(context: RegenerationContext, queue: Queue): RegenerationJobs {
  const { store, clock, job: own } = context;
  const rows = (of: Store = store) => of.table(regenerationsTable);
  queue.handle({
    name: topic,
    concurrency: 1,
    deadlineMs: 24 * hourMs,
    retries: { maxAttempts: 6, firstDelayMs: 1_000, longestDelayMs: 60_000 },
    handle: (job) => run(job),
    onFailure: (error, { payload }, gaveUp) => {
      own.report(error);
      const why = error instanceof Error ? error.message : String(error);
      if (gaveUp) void own.run(() => end(store, clock, idIn(payload), 'failed', why));
    },
  });

  const run = async ({ payload, signal }: QueueJob): Promise<void> => {
    const [row] = await rows().find({ id: idIn(payload), state: unfinished });
    if (!row) return;
    if (row.isCancelWanted) return end(store, clock, row.id, 'cancelled');
    // One at a time, so that uploads do not wait for long.
    await runRow(context, row, { workers: 1, signal });
  };

  return {
    latest: () => latestRun(store),
    cancel: async () => {
      await rows().update({ state: unfinished }, { isCancelWanted: 1 });
      queue.wake();
    },
    begin: async (choices, userId) => {
      const progress = await freshProgress(store, 0);
      const id = await store.transaction(async (inside) => {
        if (!(await endAbandoned(inside, clock))) return null;
        await rows(inside).remove({ endedMs: { from: 1, below: clock() - keptMs } });
        const made = await rows(inside).insert({ ...newRow, choices, progress, userId, createdMs: clock() });
        await queue.enqueue(inside, { topic, key: 'site', payload: { id: made } });
        return made;
      });
      queue.wake();
      return id === null ? null : ((await rows().find({ id }))[0] ?? null);
    },
  };
}

export async function latestRun(store: Store): Promise<RegenerationRow | null> {
  const [row] = await store
    .table(regenerationsTable)
    .find({}, { by: 'id', direction: 'desc' }, { limit: 1, offset: 0 });
  return row ?? null;
}

const newRow = {
  state: 'queued',
  error: '',
  isCommand: 0,
  owner: '',
  untilMs: 0,
  isCancelWanted: 0,
  endedMs: 0,
} as const;

/** Ends the runs of commands whose process is gone; false where another run is under way. Waits for others who begin one. */
async function endAbandoned(inside: Store, clock: () => number): Promise<boolean> {
  await inside.lock('media regenerations');
  for (const row of await inside.table(regenerationsTable).find({ state: unfinished })) {
    if (!row.isCommand || !isFree(row, clock(), leaseMs)) return false;
    await end(inside, clock, row.id, 'failed', 'The command ended before it was done.');
  }
  return true;
}

/** A run that a command does itself: a new one, or one that was killed and goes on; null while another is under way. */
export async function beginCommand(
  { store, clock }: Pick<RegenerationWork, 'store' | 'clock'>,
  choices: RegenerationChoices,
  from: number | null,
): Promise<{ readonly row: RegenerationRow; readonly goesOn: boolean } | null> {
  const start = await freshProgress(store, Math.max(0, (from ?? 0) - 1));
  return store.transaction(async (inside) => {
    await inside.lock('media regenerations');
    const rows = inside.table(regenerationsTable);
    const [open] = await rows.find({ state: unfinished });
    if (open && (!open.isCommand || !isFree(open, clock(), leaseMs))) return null;
    const isSame = open && from === null && JSON.stringify(open.choices) === JSON.stringify(choices);
    if (isSame) return { row: open, goesOn: true };
    if (open) await end(inside, clock, open.id, 'cancelled');
    const added = { ...newRow, isCommand: 1, choices, progress: start, userId: 0, createdMs: clock() };
    const id = await rows.insert(added);
    const [row] = await rows.find({ id });
    return row ? { row, goesOn: false } : null;
  });
}

interface RunOptions {
  readonly workers: number;
  readonly signal?: AbortSignal;
  readonly watch?: (progress: RegenerationProgress) => void;
}

/** Does a run from where it is to its end, which it stores. Throws where it must be begun again. */
export async function runRow(
  context: RegenerationContext,
  row: RegenerationRow,
  { workers, signal, watch }: RunOptions,
): Promise<RegenerationState> {
  const { store, clock, job } = context;
  const rows = store.table(regenerationsTable);
  const owner = workerIdentity();
  const start = await resumedProgress(store, row.progress);
  let last = start;
  let isCancelled = false;
  const flush = async () => {
    // One that comes late must not change a run that has ended.
    const changes = { state: 'running', progress: last, owner, untilMs: clock() + leaseMs } as const;
    const isOpen = await rows.update({ id: row.id, state: unfinished }, changes);
    const [now] = await rows.find({ id: row.id });
    isCancelled = isOpen === 0 || now?.isCancelWanted !== 0;
  };
  await flush();
  const timer = setInterval(() => void job.run(flush), flushMs);
  try {
    last = await regeneratePictures(context, {
      choices: row.choices,
      start,
      workers,
      watch: (progress) => {
        last = progress;
        if (isCancelled) throw new Cancelled('Somebody stopped it.');
        signal?.throwIfAborted();
        watch?.(progress);
      },
    });
    await end(store, clock, row.id, 'done', '', last);
    return 'done';
  } catch (error) {
    if (!(error instanceof Cancelled)) {
      await rows.update({ id: row.id, state: unfinished }, { progress: last });
      throw error;
    }
    await end(store, clock, row.id, 'cancelled', '', last);
    return 'cancelled';
  } finally {
    clearInterval(timer);
  }
}

async function end(
  store: Store,
  clock: () => number,
  id: number,
  state: RegenerationState,
  error = '',
  progress?: RegenerationProgress,
): Promise<void> {
  const changes = { state, error, endedMs: clock(), owner: '', ...(progress ? { progress } : {}) };
  await store.table(regenerationsTable).update({ id, state: unfinished }, changes);
}

function idIn(payload: unknown): number {
  return typeof payload === 'object' && payload !== null && 'id' in payload ? Number(payload.id) : 0;
}
