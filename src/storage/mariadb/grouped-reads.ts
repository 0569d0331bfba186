import type { CompiledQuery, QueryResult } from 'kysely';
import type { ReadTogether } from '../query/open-dialect.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { isConnectionLost } from './explain-mariadb-error.ts';

/** A read that was asked for, until it is answered. */
interface AskedRead {
  readonly query: CompiledQuery<unknown>;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads that one session asks for at the same time are sent as one block, over one connection: most of the cost of a
 * small read is its way to the server and back.
 */
export function groupedReads(pool: ConnectionPool): ReadTogether {
  const waiting = new Map<object, AskedRead[]>();
  return <Row>(session: object, query: CompiledQuery<Row>) =>
    new Promise<QueryResult<Row>>((resolve, reject) => {
      // The rows are those of this query, whose type the caller stated.
      const asked: AskedRead = { query, resolve: (rows) => resolve({ rows: rows as Row[] }), reject };
      const group = waiting.get(session);
      if (group) {
        group.push(asked);
        return;
      }
      const begun = [asked];
      waiting.set(session, begun);
      // After everything that can run now has run, so that what is asked for next to it is there.
      process.nextTick(() => {
        waiting.delete(session);
        for (let from = 0; from < begun.length; from += mostInGroup)
          void send(pool, begun.slice(from, from + mostInGroup));
      });
    });
}

/** More than any response asks for at once. */
const mostInGroup = 16;

async function send(pool: ConnectionPool, group: readonly AskedRead[]): Promise<void> {
  const [first, ...others] = group;
  if (!first) return;
  try {
    await pool.use(async (connection) => {
      if (others.length === 0 || !connection.facts.runsReadBlocks) {
        for (const read of group) await sendAlone(connection.ask, read);
        return;
      }
      const values = group.flatMap(({ query }) => [...query.parameters]);
      const text = `begin not atomic ${group.map(({ query }) => query.sql).join('; ')}; end`;
      let results: unknown;
      try {
        results = await connection.ask(text, values);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        // One of them failed: alone, each gets the error or the rows that are its own.
        for (const read of group) await sendAlone(connection.ask, read);
        return;
      }
      for (const [at, read] of group.entries()) read.resolve(rowsIn(Array.isArray(results) ? results[at] : null));
    });
  } catch (error) {
    // Those that were answered before are not affected.
    for (const read of group) read.reject(error);
  }
}

type Ask = (text: string, values: readonly unknown[]) => Promise<unknown>;

async function sendAlone(ask: Ask, { query, resolve, reject }: AskedRead): Promise<void> {
  try {
    resolve(rowsIn(await ask(query.sql, query.parameters)));
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    reject(error);
  }
}

function rowsIn(result: unknown): unknown[] {
  if (!Array.isArray(result)) throw new TypeError('The database server sent no rows for a read.');
  return result;
}
