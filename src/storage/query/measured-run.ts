import type { CompiledQuery, QueryResult } from 'kysely';
import type { Ready } from '../../ready.ts';
import type { SiteContext } from './site-context.ts';

type Measured = Pick<SiteContext, 'count' | 'slow' | 'dialect'>;

/** Runs a query, which may stand for several statements: it is counted and timed, and its error is one that callers know. */
export function runMeasured<Row>(
  { count, slow, dialect }: Measured,
  query: CompiledQuery<Row>,
  run: (query: CompiledQuery<Row>) => Ready<QueryResult<Row>>,
  statements = 1,
): Ready<QueryResult<Row>> {
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
