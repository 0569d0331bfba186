import { CompiledQuery, type Kysely } from 'kysely';
import type { ReadSnapshot } from '../query/open-dialect.ts';
import type { Tables } from '../query/tables.ts';

/** A reader may be slow: the server must not end the transaction because it is idle. MySQL never does. */
const begin = [
  'set @platen_idle = 0 /*M! + @@session.idle_transaction_timeout */',
  'set @platen = 1 /*M! , session idle_transaction_timeout = 0 */',
  'set transaction isolation level repeatable read',
  'start transaction with consistent snapshot, read only',
];
const end = ['rollback', 'set @platen = 1 /*M! , session idle_transaction_timeout = @platen_idle */'];

/** A transaction on a connection of its own that sees no later writes. */
export async function openSnapshot(db: Kysely<Tables>): Promise<ReadSnapshot> {
  const done = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<Kysely<Tables>>();
  const run = async (connection: Kysely<Tables>, texts: readonly string[]): Promise<void> => {
    for (const text of texts) await connection.executeQuery(CompiledQuery.raw(text));
  };
  const held = db
    .connection()
    .execute(async (connection) => {
      await run(connection, begin);
      ready.resolve(connection);
      await done.promise;
      await run(connection, end);
    })
    .catch(ready.reject);
  return {
    db: await ready.promise,
    readSync: null,
    close: async () => {
      done.resolve();
      await held;
    },
  };
}
