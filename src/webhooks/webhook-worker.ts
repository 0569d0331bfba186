import type { Background } from '../jobs/background.ts';
import { startLoop } from '../jobs/loop.ts';
import { createQueue } from '../queue/queue.ts';
import { type DeliveryContext, deliveriesTopic } from './deliver.ts';
import { type FanOutContext, fanOut } from './fan-out.ts';

export interface WebhookWorkerOptions extends FanOutContext, DeliveryContext {
  readonly report: (error: unknown) => void;
}

/** How soon a change is looked for while there are endpoints, and how often it is looked whether there are any. */
const lookMs = 500;
const idleMs = 5_000;

/** The work on webhooks: changes become deliveries, and deliveries are sent. */
export interface WebhookWork {
  /** Works until stopped; several processes may. While there are no endpoints, nothing but their table is looked at. */
  start(): Background;
  /** Does what is due now, once. */
  runDue(): Promise<void>;
}

export function createWebhookWork(options: WebhookWorkerOptions): WebhookWork {
  const { store, clock, report } = options;
  const queue = createQueue({ store, clock, report, pollMs: 1_000 });
  queue.handle(deliveriesTopic(options));

  const round = async (stopping?: AbortSignal): Promise<number> => {
    for (;;) {
      const result = await fanOut(options);
      if (result === 'idle') return idleMs;
      if (result === 'quiet' || stopping?.aborted) return lookMs;
      queue.wake();
    }
  };
  return {
    start() {
      let sending: Background | null = null;
      const watched = async (stopping: AbortSignal): Promise<number> => {
        const nextMs = await round(stopping);
        if (nextMs !== idleMs && !stopping.aborted) sending ??= queue.start();
        return nextMs;
      };
      const loop = startLoop({ round: watched, everyMs: idleMs, firstAfterMs: lookMs, report });
      return {
        async stop() {
          await loop.stop();
          await sending?.stop();
        },
      };
    },
    async runDue() {
      if ((await round()) === idleMs) return;
      const sending = queue.start();
      await sending.runDue?.();
      await sending.stop();
    },
  };
}
