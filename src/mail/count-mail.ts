import type { Store } from '../storage/store.ts';
import { outboxTable } from './outbox-table.ts';

/** How much mail waits, and how much could not be delivered. */
export async function countMail(store: Store): Promise<{ readonly waiting: number; readonly failed: number }> {
  const rows = store.table(outboxTable);
  return {
    waiting: await rows.count({ state: { in: ['queued', 'sending'] } }),
    failed: await rows.count({ state: 'failed' }),
  };
}
