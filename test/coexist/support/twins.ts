import type { Client } from './client.ts';
import type { Pair } from './pair.ts';
import { changesBetween, readTables } from './tables.ts';
import { tellChanges } from './tell-changes.ts';

/** One side of a pair of twins: the same act is done by each system on content of its own. */
export interface Side {
  readonly client: Client;
  /** A word of its own for texts and slugs; of one length, so that lengths agree. */
  readonly word: string;
  /** Gives an id a name that both sides share. */
  name(name: string, id: number): number;
}

/** Prepares, and returns the act itself; only what the act touches is compared. */
export type Twin = (side: Side) => Promise<() => Promise<{ status: number }>>;

export interface TwinResult {
  readonly status: number;
  readonly rows: readonly string[];
}

const words = { wordpress: 'amber', ours: 'coral' } as const;

export async function actAsTwins(pair: Pair, twin: Twin): Promise<{ wordpress: TwinResult; ours: TwinResult }> {
  return {
    wordpress: await actAs(pair, pair.wordpress(), words.wordpress, twin),
    ours: await actAs(pair, pair.ours(), words.ours, twin),
  };
}

async function actAs(pair: Pair, client: Client, word: string, twin: Twin): Promise<TwinResult> {
  const ids = new Map<number, string>();
  const act = await twin({
    client,
    word,
    name: (name, id) => {
      ids.set(id, name);
      return id;
    },
  });
  const before = await readTables(pair.database, pair.facts.prefix);
  const { status } = await act();
  const after = await readTables(pair.database, pair.facts.prefix);
  return { status, rows: tellChanges(changesBetween(before, after), { ids, word }) };
}
