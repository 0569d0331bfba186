/** A row of a tree with how deep it stands; 0 is the top. */
export interface Placed<Row> {
  readonly row: Row;
  readonly level: number;
}

/**
 * The rows of a tree, each before those below it. Rows whose parent is missing, or that stand in a circle, follow at the
 * top, so that none is lost.
 */
export function inReadingOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  parentOf: (row: Row) => number,
): readonly Placed<Row>[] {
  const below = Map.groupBy(rows, parentOf);
  const placed = new Map<number, Placed<Row>>();
  const place = (first: Row): void => {
    const waiting = [{ row: first, level: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { row, level } = next;
      if (placed.has(row.id)) continue;
      placed.set(row.id, next);
      for (const child of (below.get(row.id) ?? []).toReversed()) waiting.push({ row: child, level: level + 1 });
    }
  };
  const ids = new Set(rows.map((row) => row.id));
  for (const row of rows.filter((one) => parentOf(one) === 0)) place(row);
  for (const row of rows.filter((one) => !ids.has(parentOf(one)))) place(row);
  for (const row of rows) place(row);
  return [...placed.values()];
}
