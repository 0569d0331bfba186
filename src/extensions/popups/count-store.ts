import type { Store } from '../../extension.ts';
import type { CountStore } from './fold-logs.ts';
import { counters, daily, logMarks } from './popup-tables.ts';
import type { TallyRow } from './tally.ts';

/**
 * Stores the counts in the site's database: the position in a log and the counts up to it change in one transaction.
 */
export function tableCountStore(store: Store): CountStore {
  return {
    async foldedBytes(log) {
      const [row] = await store.table(logMarks).find({ name: log });
      if (row) return row.bytes;
      await store.table(logMarks).insert({ name: log, bytes: 0 }).catch(ignoreRace(store, log));
      return 0;
    },
    add: (log, fromBytes, toBytes, rows) =>
      store.transaction(async (inside) => {
        const moved = await inside.table(logMarks).update({ name: log, bytes: fromBytes }, { bytes: toBytes });
        if (moved !== 1) return false;
        // The first count of a popup or a day inserts a row, which two processes must not do at once.
        await inside.lock('popup counters');
        for (const row of rows) await addRow(inside, row);
        return true;
      }),
    forget: async (log) => void (await store.table(logMarks).remove({ name: log })),
  };
}

/** Two processes that start on a log at once both insert its position; the second finds it there. */
function ignoreRace(store: Store, log: string) {
  return async (error: unknown) => {
    if ((await store.table(logMarks).count({ name: log })) === 0) throw error;
  };
}

async function addRow(store: Store, { popup, event, day, count, lastMs }: TallyRow): Promise<void> {
  for (const subject of [popup, 0]) {
    const where = { popup: subject, event };
    const known = await store.table(counters).increase(where, { current: count, total: count });
    if (known === 0) await store.table(counters).insert({ ...where, current: count, total: count, lastMs });
    else await store.table(counters).update({ ...where, lastMs: { below: lastMs } }, { lastMs });
  }
  const where = { popup, event, day };
  if ((await store.table(daily).increase(where, { count })) === 0) await store.table(daily).insert({ ...where, count });
}
