import { vi } from 'vitest';
import type { Inputs, InputsFor, Statement } from '../../../src/storage/query/statement.ts';

/**
 * Set up for every behaviour test: whatever a store takes from its cache of statements is compiled again and compared,
 * so that no two queries with different texts can pass for one.
 */
vi.mock('../../../src/storage/query/statement-cache.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/storage/query/statement-cache.ts')>();

  class CheckedStatementCache extends original.StatementCache {
    override query<Built extends object, Row>(
      statement: Statement<Built, Row>,
      inputs: InputsFor<NoInfer<Built>> & Inputs,
    ) {
      const cached = super.query(statement, inputs);
      const fresh = new original.StatementCache(this.context).query(statement, inputs);
      if (cached.sql !== fresh.sql || !isSame(cached.parameters, fresh.parameters)) {
        throw new Error(`A statement was taken for another.\nCached: ${cached.sql}\nBuilt now: ${fresh.sql}`);
      }
      return cached;
    }
  }

  const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
    some.length === others.length && some.every((value, position) => Object.is(value, others[position]));

  return { ...original, StatementCache: CheckedStatementCache };
});
