import type { Background } from '../../background/loop.ts';
import { startLoop } from '../../background/loop.ts';
import type { Queue } from '../../background/queue.ts';
import type { Job } from '../../lib/jobs.ts';
import { type DeliveryContext, deliveriesTopic, Undelivered } from './deliver.ts';
import { type FanOutContext, fanOut } from './fan-out.ts';

export interface WebhookWorkOptions extends FanOutContext, DeliveryContext {
  readonly queue: Queue;
  readonly job: Job;
}

/** How soon a change is looked for while there are endpoints, and how often it is looked whether there are any. */
const lookMs = 500;
const idleMs = 5_000;

/** The work on webhooks: changes become deliveries, which the queue sends. */
export interface WebhookWork {
  /** Works until stopped; several processes may. While there are no endpoints, nothing but their table is looked at. */
  start(): Background;
  /** Makes deliveries of all changes, once. */
  runDue(): Promise<void>;
}

/** Registers the handler of deliveries with the queue. */
export function createWebhookWork(options: WebhookWorkOptions): WebhookWork {
  const { queue, job } = options;
  queue.handle({
    ...deliveriesTopic(options),
    onFailure: (error) => {
      if (!(error instanceof Undelivered)) job.report(error);
    },
  });
  const round = async (stopping?: AbortSignal): Promise<number> => {
    for (;;) {
      const result = await fanOut(options);
      if (result === 'idle') return idleMs;
      // Whoever was faster goes on with the next changes; who was asked for all of them looks whether it has.
      const isDone = result === 'quiet' || (result === 'overtaken' && stopping !== undefined);
      if (isDone || stopping?.aborted) return lookMs;
      queue.wake();
    }
  };
  return {
    start: () => startLoop({ job, round, everyMs: idleMs, firstAfterMs: lookMs }),
    runDue: async () => void (await round()),
  };
}
