import type { Job } from '../lib/jobs.ts';
import type { Store } from '../storage/store.ts';
import { workerIdentity } from './lease.ts';
import { type Background, type Loop, startLoop } from './loop.ts';
import {
  abandonedJobs,
  adjustToClock,
  claimJobs,
  enqueueJob,
  failQueueJob,
  finishQueueJob,
  type NewQueueJob,
  nextDueMs,
  type QueueRow,
  releaseQueueJob,
  renewQueueJob,
} from './queue-jobs.ts';
import {
  type CompleteTopic,
  Postponed,
  type QueueJob,
  type QueueTopic,
  retryDelayMs,
  type TopicTally,
  usualRetries,
} from './queue-topic.ts';

/**
 * Jobs that survive a crash: each is done at least once, those of one topic and item in the order in which they were
 * committed. Failed jobs are repeated with growing pauses and become dead in the end; a dead one lets the next pass.
 */
export interface Queue {
  /** Queues a job through the given store, in its transaction; call `wake` after the commit. */
  enqueue(store: Store, job: NewQueueJob): Promise<number>;
  /** Registers a handler. All are registered before `start`. */
  handle(topic: QueueTopic): void;
  /** Looks for jobs at once instead of at the next poll. */
  wake(): void;
  /** The same where this process has queued a job lately; a poll has found what it queued before. For writes that may queue nothing. */
  wakeIfQueued(): void;
  /** What this process did so far, by topic. */
  tallies(): ReadonlyMap<string, TopicTally>;
  /** Starts working; safe in every process, since each job is leased. Without handlers it does nothing. */
  start(): Background;
}

export interface QueueOptions {
  readonly store: Store;
  readonly clock: () => number;
  /** Fails when the queue itself does, such as without a database. */
  readonly job: Job;
  /** Longest pause between two looks at the table, which find the jobs of other processes. */
  readonly pollMs?: number;
  /** How long a job stays claimed after its process was last heard of; it renews the lease while the job runs. */
  readonly leaseMs?: number;
}

export function createQueue(options: QueueOptions): Queue {
  const topics = new Map<string, CompleteTopic>();
  const tallies = new Map<string, TopicTally>();
  const { pollMs = 5_000 } = options;
  let wake = (): void => {};
  let queuedAt = Number.NEGATIVE_INFINITY;
  return {
    enqueue(store, job) {
      queuedAt = performance.now();
      return enqueueJob(store, job, options.clock());
    },
    handle(topic) {
      if (topics.has(topic.name)) throw new Error(`The topic ${topic.name} has a handler already.`);
      const usual = { deadlineMs: 30_000, concurrency: 4, finishes: false, onFailure: options.job.report };
      topics.set(topic.name, { ...usual, ...topic, retries: { ...usualRetries, ...topic.retries } });
      tallies.set(topic.name, { done: 0, failed: 0, dead: 0, running: 0 });
    },
    wake: () => wake(),
    wakeIfQueued() {
      if (performance.now() - queuedAt < pollMs) wake();
    },
    tallies: () => tallies,
    start() {
      if (topics.size === 0) return { stop: async () => {} };
      const worker = startQueueWorker({ ...options, pollMs, topics: [...topics.values()], tallies });
      wake = worker.wake;
      return worker;
    },
  };
}

interface QueueWorkerOptions extends QueueOptions {
  readonly pollMs: number;
  readonly topics: readonly CompleteTopic[];
  readonly tallies: ReadonlyMap<string, TopicTally>;
}

/** Works on the queue until stopped. Each topic has its own places, so that a slow one does not hold up the others. */
function startQueueWorker(options: QueueWorkerOptions): Loop {
  const { store, clock, job: own, topics, tallies, pollMs, leaseMs = 60_000 } = options;
  const identity = workerIdentity();
  const running = new Set<Promise<void>>();
  /** How many jobs were started so far. */
  let started = 0;
  const stopping = new AbortController();
  const watch = watchClock(clock, leaseMs);

  const claim = async (topic: CompleteTopic, tally: TopicTally, time: WatchedTime): Promise<void> => {
    const { nowMs } = time;
    if (time.mayHaveGoneBack) await adjustToClock(store, topic.name, nowMs, leaseMs);
    for (const job of await abandonedJobs(store, topic.name, time.mayHaveGoneForward ? undefined : nowMs)) {
      if (job.owner === identity) continue;
      await recordFailure(job, topic, tally, new Error('The process that ran the job ended, or was too slow.'));
    }
    const limit = topic.concurrency - tally.running;
    if (limit <= 0) return;
    const lease = { owner: identity, untilMs: nowMs + leaseMs };
    for (const job of await claimJobs(store, { topic: topic.name, limit, nowMs }, lease)) start(job, topic, tally);
  };

  const start = (job: QueueRow, topic: CompleteTopic, tally: TopicTally): void => {
    tally.running += 1;
    started += 1;
    const work = own
      .run(() => runJob(job, topic, tally))
      .then(() => {
        tally.running -= 1;
        running.delete(work);
        loop.wake();
      });
    running.add(work);
  };

  const runJob = async (job: QueueRow, topic: CompleteTopic, tally: TopicTally): Promise<void> => {
    let isRenewing = false;
    // One at a time: an earlier one that takes longer would set an earlier end.
    const renew = async (): Promise<void> => {
      if (isRenewing) return;
      isRenewing = true;
      await own.run(() => renewQueueJob(store, job, clock() + leaseMs));
      isRenewing = false;
    };
    const renewing = setInterval(() => void renew(), leaseMs / 3);
    const outcome = await attempt(job, topic, stopping.signal).finally(() => clearInterval(renewing));
    if (outcome === 'stopped') return releaseQueueJob(store, job);
    if (outcome !== 'done' && outcome.error instanceof Postponed)
      return releaseQueueJob(store, job, { nowMs: clock(), delayMs: outcome.error.delayMs });
    if (outcome !== 'done') return recordFailure(job, topic, tally, outcome.error);
    if (await finishQueueJob(store, job, clock())) tally.done += 1;
  };

  const recordFailure = async (
    job: QueueRow,
    topic: CompleteTopic,
    tally: TopicTally,
    error: unknown,
  ): Promise<void> => {
    const delayMs = retryDelayMs(job.attempts + 1, topic.retries);
    const text = error instanceof Error ? error.message : String(error);
    await failQueueJob(store, job, { error: text, retryAtMs: delayMs === null ? null : clock() + delayMs }, clock());
    tally.failed += 1;
    if (delayMs === null) tally.dead += 1;
    topic.onFailure(error, jobOf(job, stopping.signal), delayMs === null);
  };

  const look = async (): Promise<number> => {
    const time = watch();
    for (const topic of topics) {
      const tally = tallies.get(topic.name);
      if (tally) await claim(topic, tally, time);
    }
    const free = topics.filter(({ name, concurrency }) => (tallies.get(name)?.running ?? 0) < concurrency);
    const next = await nextDueMs(
      store,
      free.map((topic) => topic.name),
    );
    // Another process may claim a job that is due, so it is not worth looking again at once.
    return next === null ? Number.POSITIVE_INFINITY : Math.max(next - clock(), 50);
  };

  // One at a time: a round that ends knows of every job that was claimed.
  let last: Promise<unknown> = Promise.resolve();
  const round = (): Promise<number> => {
    const next = last.then(look, look);
    last = next;
    return next;
  };

  const loop = startLoop({ job: own, round, everyMs: pollMs });
  return {
    wake: loop.wake,
    async runDue() {
      // A job that ends lets the next one of its item run, which a round that was under way did not see.
      for (let seen = -1; seen !== started && !stopping.signal.aborted; ) {
        while (running.size > 0) await Promise.all(running);
        seen = started;
        await round();
      }
    },
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(running);
    },
  };
}

/** The time of the clock, and whether it may have been set since the rows of the queue were written. */
interface WatchedTime {
  readonly nowMs: number;
  readonly mayHaveGoneBack: boolean;
  /** Leases may only seem to have expired: processes that run renew them in time. */
  readonly mayHaveGoneForward: boolean;
}

/** How often rows are compared with the clock that was not seen to go back: that of another machine may have. */
const compareEveryMs = 60_000;

/** Compares the clock with the time that passes, which no step of a clock changes. */
function watchClock(clock: () => number, leaseMs: number): () => WatchedTime {
  let [lastMs, lastAt] = [clock(), performance.now()];
  let [compareAt, trustAt] = [0, 0];
  return () => {
    const [nowMs, at] = [clock(), performance.now()];
    const stepMs = nowMs - lastMs - (at - lastAt);
    [lastMs, lastAt] = [nowMs, at];
    const mayHaveGoneBack = stepMs < -1_000 || at >= compareAt;
    if (mayHaveGoneBack) compareAt = at + compareEveryMs;
    if (stepMs > leaseMs / 3) trustAt = at + leaseMs;
    return { nowMs, mayHaveGoneBack, mayHaveGoneForward: at < trustAt };
  };
}

const jobOf = (job: QueueRow, signal: AbortSignal): QueueJob => ({
  id: job.id,
  key: job.itemKey,
  payload: job.payload,
  attempt: job.attempts + 1,
  signal,
});

/** One attempt, ended by its deadline or by the process that stops; what the handler does after that is ignored. */
async function attempt(
  job: QueueRow,
  { handle, deadlineMs, finishes }: CompleteTopic,
  stopping: AbortSignal,
): Promise<'done' | 'stopped' | { readonly error: unknown }> {
  const { promise: late, resolve: end } = Promise.withResolvers<'stopped' | { readonly error: unknown }>();
  const ending = new AbortController();
  const stop = () => end('stopped');
  const timer = setTimeout(() => end({ error: new Error(`It took longer than ${deadlineMs} ms.`) }), deadlineMs);
  if (!finishes) stopping.addEventListener('abort', stop, { once: true });
  if (!finishes && stopping.aborted) stop();
  const handled = (async () => handle(jobOf(job, ending.signal)))().then(
    () => 'done' as const,
    (error: unknown) => ({ error }),
  );
  try {
    return await Promise.race([handled, late]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
    ending.abort();
  }
}
