/** How caches learn what was written, by this process or another. */
export interface Changes {
  /**
   * The tags touched by any process since the last call: null for none (the usual, cheap case), `everything` if it is
   * not known. Synchronous on SQLite (`data_version`), a promise for a database server.
   */
  poll(): TouchedTags | null | Promise<TouchedTags | null>;
}

export type TouchedTags = ReadonlySet<string> | 'everything';
