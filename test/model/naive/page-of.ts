/** What the interface must answer. */
export interface Expected {
  readonly status: number;
  readonly ids?: readonly number[];
  readonly total?: number;
  readonly pages?: number;
  /** Members of each item, by id. */
  readonly items?: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** The whole answer. */
  readonly body?: unknown;
}

export interface Paging {
  readonly page?: number;
  readonly perPage: number;
  readonly offset?: number;
}

/** One page of a sorted list. */
export function pageOf<T extends { readonly id: number }>(
  all: readonly T[],
  { page = 1, perPage, offset }: Paging,
): T[] {
  const from = offset ?? (page - 1) * perPage;
  return all.slice(from, from + perPage);
}

export const pagesOf = (total: number, perPage: number): number => Math.ceil(total / perPage);

/** Compares by each key in turn, then by the id, all in one direction. */
export function inOrder<T extends { readonly id: number }>(
  rows: readonly T[],
  direction: 'asc' | 'desc',
  ...keys: readonly ((row: T) => string | number)[]
): T[] {
  const sign = direction === 'asc' ? 1 : -1;
  const all = [...keys, (row: T) => row.id];
  return rows.toSorted((a, b) => {
    for (const key of all) {
      const [x, y] = [key(a), key(b)];
      if (x !== y) return x < y ? -sign : sign;
    }
    return 0;
  });
}
