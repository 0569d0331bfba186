/** How long the database may take, in milliseconds. */
export interface Deadlines {
  /** To accept a connection, and to answer the small statements that check it or the change log. */
  readonly connectMs: number;
  /** For a connection of the pool to become free. */
  readonly acquireMs: number;
  /** For one statement; for a transaction with all its repetitions, until the last one begins. */
  readonly statementMs: number;
}

export const defaultDeadlines: Deadlines = { connectMs: 3_000, acquireMs: 5_000, statementMs: 15_000 };

/** What `work` resolves to, unless it takes too long; it then rejects with what `late` returns. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
