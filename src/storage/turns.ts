import type { OwnTable, Store } from './store.ts';
import { StoreError } from './store-error.ts';

interface Turn {
  readonly name: string;
  readonly taken: number;
}

/** One row per decision that only one writer may take at a time. */
export const turnsTable: OwnTable<Turn> = {
  name: 'turns',
  columns: { name: 'short', taken: 'integer' },
  key: 'name',
};

/**
 * Waits until nobody else is deciding on the same thing, and keeps others waiting until this transaction ends. Looking
 * whether a name is free and then taking it is safe only after this: the public tables have no unique index to rely on.
 */
export async function takeTurn(store: Store, name: string): Promise<void> {
  if (store.isSerial) return;
  const turns = store.table(turnsTable);
  const take = () => turns.increase({ name }, { taken: 1 });
  if ((await take()) > 0) return;
  try {
    await turns.insert({ name, taken: 1 });
  } catch (error) {
    if (!(error instanceof StoreError) || error.failure !== 'duplicate') throw error;
    await take();
  }
}
