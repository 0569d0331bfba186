import type { OpenStore } from '../../../src/storage/store.ts';
import type { TestPlaten } from '../platen.ts';

/** Lets the site forget what it has read, and read again what every request needs. */
export async function forgetRead({ platen, as }: Pick<TestPlaten, 'platen' | 'as'>): Promise<void> {
  await platen.store.invalidateTags('everything');
  await as('anonymous').get('/wp/v2/types');
}

/** How many statements a request takes, whatever runs beside it; none at all means that it was not counted. */
export async function countStatements(store: OpenStore, request: () => unknown): Promise<number> {
  const statements = await store.statementsDuring(request);
  if (statements === 0) throw new Error('The request ran no statement, or not in this process.');
  return statements;
}
