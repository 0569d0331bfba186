import type { ExtensionTable, Store } from '../storage/store.ts';
import { wasInserted } from '../storage/store-error.ts';
import type { LimitState, OpenLimitStates } from './limiter.ts';

interface LimitRow {
  /** The name of the limiter and its key, hashed: addresses are not stored. */
  name: string;
  state: unknown;
  untilMs: number;
  /** Counts the changes of the row, so that a change can be refused after another one. */
  version: number;
}

/** The counts of rate limits, shared by all processes on the database; no response depends on it. */
export const limitsTable: ExtensionTable<LimitRow> = {
  name: 'limits',
  columns: { name: 'short', state: 'json', untilMs: 'integer', version: 'integer' },
  key: 'name',
  indexes: [['untilMs']],
  isLogged: false,
};

/** The share of changes that also remove rows which no longer matter. */
const sweepShare = 0.01;

/** States in a table of the site; `nameOf` makes the stored name of a limiter's key. */
export function databaseLimitStates(store: Store, nameOf: (text: string) => Promise<string>): OpenLimitStates {
  const rows = store.table(limitsTable);
  /** The version of each state that was read, for replacing it. */
  const versions = new WeakMap<LimitState, number>();
  return (limiter) => ({
    async read(key, nowMs) {
      const [row] = await rows.find({ name: await nameOf(`${limiter}\n${key}`) });
      if (row === undefined || row.untilMs <= nowMs) return null;
      const seen = { state: row.state, untilMs: row.untilMs };
      versions.set(seen, row.version);
      return seen;
    },
    async replace(key, seen, { state, untilMs }, nowMs) {
      if (Math.random() < sweepShare) await rows.remove({ untilMs: { below: nowMs } });
      const name = await nameOf(`${limiter}\n${key}`);
      const version = seen === null ? undefined : versions.get(seen);
      if (version !== undefined) {
        return (await rows.update({ name, version }, { state, untilMs, version: version + 1 })) > 0;
      }
      await rows.remove({ name, untilMs: { below: nowMs + 1 } });
      return wasInserted(rows.insert({ name, state, untilMs, version: 1 }));
    },
    async remove(key) {
      await rows.remove({ name: await nameOf(`${limiter}\n${key}`) });
    },
  });
}
