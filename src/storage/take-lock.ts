import { sql } from 'kysely';
import type { Param } from './query/param.ts';
import type { Session } from './query/session.ts';
import { statement } from './query/statement.ts';

const countUpLock = statement(({ db }, { name }: { name: Param<string> }) =>
  db.insertInto('platen_locks').values({ name, taken: 1 }).onDuplicateKeyUpdate({ taken: sql`taken + 1` }),
);

/**
 * Waits, with the next statement, until no other transaction holds the lock of this name, and holds it until this one ends.
 *
 * With a single writer there is nothing to do. On a server the lock is a row whose counter is incremented:
 * in a cluster only a write that changes a row is visible to other nodes, and of two that change the same row one is
 * rolled back and runs again.
 */
export async function takeLock(session: Session, name: string): Promise<void> {
  if (!session.inTransaction) throw new TypeError(`The lock '${name}' can only be taken inside a transaction.`);
  if (session.dialect.can.manyWriters) await session.changeLater(countUpLock, { name });
}
