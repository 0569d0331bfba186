import type { CompiledQuery } from 'kysely';
import { StatementCache } from '../../../src/storage/query/statement-cache.ts';

/** A look into the cache, whatever the types of a statement are. */
type Query = (this: StatementCache, statement: never, inputs: never) => CompiledQuery;

/** What replaced the method of the class, with the method. */
interface CheckedQuery extends Query {
  unchecked?: Query;
}

/**
 * Set up for every behaviour test: whatever a store takes from its cache of statements is compiled again and compared,
 * so that no two queries with different texts can pass for one. Files of a worker share the class, so it is changed once.
 */
const methods: { query: CheckedQuery } = StatementCache.prototype;
if (!methods.query.unchecked) methods.query = checking(methods.query);

function checking(query: Query): CheckedQuery {
  const checked: CheckedQuery = function checked(statement, inputs) {
    const cached = query.call(this, statement, inputs);
    const fresh = query.call(new StatementCache(this.context), statement, inputs);
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

/** The class without the check. */
export function uncheckedCache(): typeof StatementCache {
  class UncheckedCache extends StatementCache {}
  const own: { query: Query } = UncheckedCache.prototype;
  own.query = methods.query.unchecked ?? methods.query;
  return UncheckedCache;
}
