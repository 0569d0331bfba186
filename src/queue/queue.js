import { enqueueJob } from './queue-jobs.ts';
import { startQueueWorker } from './queue-worker.ts';
import { usualRetries } from './retry-delay.ts';
export function createQueue(options) {
  const topics = new Map();
  const tallies = new Map();
  let wake = () => {};
  return {
    enqueue: (store, job) => enqueueJob(store, job, options.clock()),
    handle(topic) {
      if (topics.has(topic.name)) throw new Error(`The topic ${topic.name} has a handler already.`);
      const usual = { deadlineMs: 30000, concurrency: 4, onFailure: () => {} };
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
