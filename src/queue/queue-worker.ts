import { type Loop, startLoop } from '../jobs/loop.ts';
import { workerIdentity } from '../jobs/process-identity.ts';
import type { Store } from '../storage/store.ts';
import { abandonedJobs, claimJobs, failQueueJob, finishQueueJob, nextDueMs, releaseQueueJob } from './queue-jobs.ts';
import type { QueueRow } from './queue-table.ts';
import type { CompleteTopic, QueueJob, TopicTally } from './queue-topic.ts';
import { retryDelayMs } from './retry-delay.ts';

export interface QueueWorkerOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly report: (error: unknown) => void;
  readonly pollMs?: number;
  readonly topics: readonly CompleteTopic[];
  readonly tallies: ReadonlyMap<string, TopicTally>;
}

/** How much longer than its deadline a job is leased: the time to write its outcome. */
const leaseMarginMs = 30_000;

/** Works on the queue until stopped. Each topic has its own places, so that a slow one does not hold up the others. */
export function startQueueWorker(options: QueueWorkerOptions): Loop {
  const { store, clock, report, topics, tallies, pollMs = 5_000 } = options;
  const identity = workerIdentity();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const claim = async (topic: CompleteTopic, tally: TopicTally): Promise<void> => {
    const nowMs = clock();
    for (const job of await abandonedJobs(store, topic.name, nowMs)) {
      await recordFailure(job, topic, tally, new Error('The process that ran the job ended, or was too slow.'));
    }
    const limit = topic.concurrency - tally.running;
    if (limit <= 0) return;
    const lease = { owner: identity, untilMs: nowMs + topic.deadlineMs + leaseMarginMs };
    for (const job of await claimJobs(store, { topic: topic.name, limit, nowMs }, lease)) start(job, topic, tally);
  };

  const start = (job: QueueRow, topic: CompleteTopic, tally: TopicTally): void => {
    tally.running += 1;
    const work = runJob(job, topic, tally)
      .catch(report)
      .finally(() => {
        tally.running -= 1;
        running.delete(work);
        loop.wake();
      });
    running.add(work);
  };

  const runJob = async (job: QueueRow, topic: CompleteTopic, tally: TopicTally): Promise<void> => {
    const outcome = await attempt(job, topic, stopping.signal);
    if (outcome === 'stopped') return releaseQueueJob(store, job);
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
    for (const topic of topics) {
      const tally = tallies.get(topic.name);
      if (tally) await claim(topic, tally);
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

  const loop = startLoop({ round, everyMs: pollMs, report });
  return {
    wake: loop.wake,
    async runDue() {
      // Each round may find the next job of an item whose last one has ended.
      for (await round(); running.size > 0; await round()) await Promise.all(running);
    },
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(running);
    },
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
  { handle, deadlineMs }: CompleteTopic,
  stopping: AbortSignal,
): Promise<'done' | 'stopped' | { readonly error: unknown }> {
  const { promise: late, resolve: end } = Promise.withResolvers<'stopped' | { readonly error: unknown }>();
  const ending = new AbortController();
  const stop = () => end('stopped');
  const timer = setTimeout(() => end({ error: new Error(`It took longer than ${deadlineMs} ms.`) }), deadlineMs);
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
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
