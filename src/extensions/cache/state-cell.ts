import type { OwnTable, Store } from '../../extension.ts';

/** A small value the toolset remembers, by name. */
export interface Cell<Value> {
  readonly name: string;
  /** What holds while nothing was stored. */
  readonly blank: Value;
}

interface CellRow {
  name: string;
  value: unknown;
  changes: number;
}

export const cellTable: OwnTable<CellRow> = {
  name: 'cache_state',
  columns: { name: 'short', value: 'json', changes: 'integer' },
  key: 'name',
};

export async function readCell<Value>(store: Store, { name, blank }: Cell<Value>): Promise<Value> {
  const [row] = await store.table(cellTable).find({ name });
  return (row?.value as Value | null | undefined) ?? blank;
}

/** Replaces a value by what `change` makes of it; of two changes at once, the second sees what the first has made. */
export function changeCell<Value>(store: Store, cell: Cell<Value>, change: (value: Value) => Value): Promise<Value> {
  return store.transaction(async (inside) => {
    const rows = inside.table(cellTable);
    // Counting first locks the row, so that nobody reads it between our reading and our writing.
    if ((await rows.increase({ name: cell.name }, { changes: 1 })) === 0)
      await rows.insert({ name: cell.name, value: null, changes: 1 });
    const next = change(await readCell(inside, cell));
    await rows.update({ name: cell.name }, { value: next });
    return next;
  });
}
