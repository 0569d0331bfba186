import type { Background } from '../jobs/background.ts';
import type { Store } from '../storage/store.ts';
import { enqueueJob, type NewQueueJob } from './queue-jobs.ts';
import type { CompleteTopic, QueueTopic, TopicTally } from './queue-topic.ts';
import { startQueueWorker } from './queue-worker.ts';
import { usualRetries } from './retry-delay.ts';

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
  /** What this process did so far, by topic. */
  tallies(): ReadonlyMap<string, TopicTally>;
  /** Starts working; safe in every process, since each job is leased. Without handlers it does nothing. */
  start(): Background;
}

export interface QueueOptions {
  readonly store: Store;
  readonly clock: () => number;
  /** Called when the queue itself fails, such as without a database. */
  readonly report: (error: unknown) => void;
  /** Longest pause between two looks at the table, which find the jobs of other processes. */
  readonly pollMs?: number;
}

export function createQueue(options: QueueOptions): Queue {
  const topics = new Map<string, CompleteTopic>();
  const tallies = new Map<string, TopicTally>();
  let wake = (): void => {};
  return {
    enqueue: (store, job) => enqueueJob(store, job, options.clock()),
    handle(topic) {
      if (topics.has(topic.name)) throw new Error(`The topic ${topic.name} has a handler already.`);
      const usual = { deadlineMs: 30_000, concurrency: 4, onFailure: () => {} };
      topics.set(topic.name, { ...usual, ...topic, retries: { ...usualRetries, ...topic.retries } });
      tallies.set(topic.name, { done: 0, failed: 0, dead: 0, running: 0 });
    },
    wake: () => wake(),
    tallies: () => tallies,
    start() {
      if (topics.size === 0) return { stop: async () => {} };
      const worker = startQueueWorker({ ...options, topics: [...topics.values()], tallies });
      wake = worker.wake;
      return worker;
    },
  };
}
