import type { OpenStore } from '../../../src/storage/store.ts';

/** How many statements a request takes, whatever runs beside it; none at all means that it was not counted. */
export async function countStatements(store: OpenStore, request: () => unknown): Promise<number> {
  const statements = await store.statementsDuring(request);
  if (statements === 0) throw new Error('The request ran no statement, or not in this process.');
  return statements;
}
