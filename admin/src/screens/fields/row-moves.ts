/** The rows with one of them at another place; the same rows where there is no such place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from];
  if (row === undefined || to === from || to < 0 || to >= rows.length) return rows;
  const rest = without(rows, from);
  return [...rest.slice(0, to), row, ...rest.slice(to)];
}

export const without = <Row>(rows: readonly Row[], at: number): readonly Row[] => rows.filter((_, row) => row !== at);

export const inserted = <Row>(rows: readonly Row[], at: number, row: Row): readonly Row[] => [
  ...rows.slice(0, at),
  row,
  ...rows.slice(at),
];

/** Where a row ends up that is dropped before or after another one. */
export function dropPlace(from: number, onto: number, isAfter: boolean): number {
  const place = onto + (isAfter ? 1 : 0);
  return place > from ? place - 1 : place;
}

/** Where a key moves a row to; null for keys that move nothing. */
export function placeForKey(key: string, at: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined || place < 0 || place >= count ? null : place;
}
