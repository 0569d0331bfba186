import { StatementCache } from '../../../src/storage/query/statement.ts';
import type { CheckedQuery, Query } from './unchecked-cache.ts';

/**
 * Set up for every behaviour test on MariaDB: whatever a store takes from its cache of statements is compiled again and compared,
 * so that no two queries with different texts can pass for one. Files of a worker share the class, so it is changed once.
 */
const methods: { query: CheckedQuery } = StatementCache.prototype;
if (!methods.query.unchecked) methods.query = checking(methods.query);

function checking(query: Query): CheckedQuery {
  const checked: CheckedQuery = function checked(statement, inputs) {
    const cached = query.call(this, statement, inputs);
    const fresh = query.call(new StatementCache(this.context, 1), statement, inputs);
    if (cached.sql !== fresh.sql || !isSame(cached.parameters, fresh.parameters))
      throw new Error(`A statement was taken for another.\nCached: ${cached.sql}\nBuilt now: ${fresh.sql}`);
    return cached;
  };
  checked.unchecked = query;
  return checked;
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((value, position) => Object.is(value, others[position]));
}
