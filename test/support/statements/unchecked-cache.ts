import type { CompiledQuery } from 'kysely';
import { StatementCache } from '../../../src/storage/query/statement.ts';

/** A look into the cache, whatever the types of a statement are. */
export type Query = (this: StatementCache, statement: never, inputs: never) => CompiledQuery;

/** What replaced the method of the class, with the method. */
export interface CheckedQuery extends Query {
  unchecked?: Query;
}

/** The class without the check of `check-statements.ts`, whether that is set up or not. */
export function uncheckedCache(): typeof StatementCache {
  class UncheckedCache extends StatementCache {}
  const checked: { query: CheckedQuery } = StatementCache.prototype;
  const own: { query: Query } = UncheckedCache.prototype;
  own.query = checked.query.unchecked ?? checked.query;
  return UncheckedCache;
}
