export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export type Direction = 'asc' | 'desc';

/** The place in an order where a page begins: after this row. It costs the same however far it is from the beginning. */
export interface Beyond {
  readonly id: number;
  readonly direction: Direction;
  /** The value of the column that the list is ordered by, where that is not the id. */
  readonly value?: string;
}
