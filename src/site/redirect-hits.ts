import type { Job } from '../lib/jobs.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';

interface RedirectHitsRow {
  redirect: number;
  hits: number;
  lastHitMs: number;
}

/** How often each redirect was followed. */
export const redirectHitsTable: ExtensionTable<RedirectHitsRow> = {
  name: 'redirect_hits',
  columns: { redirect: 'integer', hits: 'integer', lastHitMs: 'integer' },
  key: 'redirect',
};

/** Counts in memory and adds to the table now and then: a visitor never waits for a write. */
export interface RedirectHits {
  note(redirect: number): void;
  /** Writes what was counted since. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface RedirectHitsOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly job: Job;
}

const everyMs = 10_000;

export function createRedirectHits({ store, clock, job }: RedirectHitsOptions): RedirectHits {
  let counted = new Map<number, { readonly hits: number; readonly lastHitMs: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const plan = (): void => {
    if (!isClosed) timer ??= setTimeout(() => void job.run(flush), everyMs).unref();
  };
  let writing = Promise.resolve();
  /** Who has it written waits for what is being written already. */
  const flush = (): Promise<void> => {
    writing = writing.then(write, write);
    return writing;
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = counted;
    counted = new Map();
    if (batch.size === 0) return;
    try {
      await store.transaction(async (inside) => {
        await inside.lock('redirect hits');
        for (const [redirect, { hits, lastHitMs }] of batch) {
          const rows = inside.table(redirectHitsTable);
          if ((await rows.increase({ redirect }, { hits })) > 0) await rows.update({ redirect }, { lastHitMs });
          else await rows.insert({ redirect, hits, lastHitMs });
        }
      });
    } catch (error) {
      // Counted again with the next batch.
      for (const [redirect, { hits, lastHitMs }] of batch) add(redirect, hits, lastHitMs);
      plan();
      throw error;
    }
  };
  const add = (redirect: number, hits: number, lastHitMs: number): void => {
    const before = counted.get(redirect);
    counted.set(redirect, { hits: hits + (before?.hits ?? 0), lastHitMs: Math.max(lastHitMs, before?.lastHitMs ?? 0) });
  };
  return {
    note(redirect) {
      add(redirect, 1, clock());
      plan();
    },
    flush,
    close: () => {
      isClosed = true;
      return job.run(flush);
    },
  };
}
