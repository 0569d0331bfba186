import type { ExtensionTable, Store } from '../../extension.ts';

/** A small value that the toolset stores under a name. */
export interface StateEntry<Value> {
  readonly name: string;
  /** The default, used while nothing is stored. */
  readonly blank: Value;
}

interface StateRow {
  name: string;
  value: unknown;
  changes: number;
}

export const stateTable: ExtensionTable<StateRow> = {
  name: 'cache_state',
  columns: { name: 'short', value: 'json', changes: 'integer' },
  key: 'name',
};

export async function readState<Value>(store: Store, { name, blank }: StateEntry<Value>): Promise<Value> {
  const [row] = await store.table(stateTable).find({ name });
  // Only `changeState` writes these rows, with values of the entry's type.
  return (row?.value as Value | null | undefined) ?? blank;
}

/** Replaces a value by the result of `change`; of two concurrent changes, the second sees the result of the first. */
export function changeState<Value>(
  store: Store,
  entry: StateEntry<Value>,
  change: (value: Value) => Value,
): Promise<Value> {
  return store.transaction(async (inside) => {
    const rows = inside.table(stateTable);
    await inside.lock(`cache state ${entry.name}`);
    if ((await rows.increase({ name: entry.name }, { changes: 1 })) === 0)
      await rows.insert({ name: entry.name, value: null, changes: 1 });
    const next = change(await readState(inside, entry));
    await rows.update({ name: entry.name }, { value: next });
    return next;
  });
}
