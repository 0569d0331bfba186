import type { CompiledQuery, QueryResult } from 'kysely';
import type { Jobs } from '../../lib/jobs.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { CacheRegistry } from '../cache/cache-registry.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { ExtensionTableRegistry } from '../extension-tables/extension-table.ts';
import type { OpenDialect } from './open-dialect.ts';
import type { StatementCache } from './statement.ts';
import type { SlowStatements, StatementCount } from './statement-metrics.ts';

/** What every session of one open store shares. */
export interface SiteContext
  extends Pick<
    OpenDialect,
    | 'dialect'
    | 'readSync'
    | 'runInside'
    | 'background'
    | 'readTogether'
    | 'within'
    | 'commitNext'
    | 'retryMs'
    | 'wasCommitted'
    | 'readReplica'
    | 'lists'
    | 'metaIndex'
    | 'searchIndex'
  > {
  readonly prefix: string;
  readonly jobs: Jobs;
  readonly statements: StatementCache;
  readonly feed: ChangeFeed;
  /** How long rows of the feed are kept. */
  readonly feedMs: number;
  readonly caches: CacheRegistry;
  readonly tables: ExtensionTableRegistry;
  readonly count: StatementCount;
  readonly slow: SlowStatements;
}

type Measured = Pick<SiteContext, 'count' | 'slow' | 'dialect'>;

/** Runs a query, which may stand for several statements: it is counted and timed, and its error is one that callers know. */
export function runMeasured<Row>(
  { count, slow, dialect }: Measured,
  query: CompiledQuery<Row>,
  run: (query: CompiledQuery<Row>) => MaybePromise<QueryResult<Row>>,
  statements = 1,
): MaybePromise<QueryResult<Row>> {
  count.add(statements);
  const began = performance.now();
  const note = (): void => slow.note(query.sql, performance.now() - began);
  const fail = (error: unknown): never => {
    note();
    throw dialect.explain(error) ?? error;
  };
  try {
    const result = run(query);
    if (!(result instanceof Promise)) {
      note();
      return result;
    }
    return result.then((found) => {
      note();
      return found;
    }, fail);
  } catch (error) {
    return fail(error);
  }
}
