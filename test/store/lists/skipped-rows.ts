import { vi } from 'vitest';
import { StatementCache } from '../../../src/storage/query/statement.ts';

/** How many rows a statement skips, at most. */
export async function skippedBy(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(StatementCache.prototype, 'query');
  let queries: readonly { sql: string; parameters: readonly unknown[] }[];
  try {
    await work();
    queries = asked.mock.results.map(({ value }) => value as { sql: string; parameters: readonly unknown[] });
  } finally {
    asked.mockRestore();
  }
  // The number of rows to skip is the last value of a statement.
  return Math.max(
    0,
    ...queries.filter(({ sql }) => / offset /.test(sql)).map(({ parameters }) => Number(parameters.at(-1))),
  );
}
