import { sql } from 'kysely';
import type { Param } from './query/fragment.ts';
import type { Session } from './query/session.ts';
import { type Statement, statement } from './query/statement.ts';
import type { MetaOwner } from './rows.ts';

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

interface ItemId {
  readonly id: Param<number>;
}

/** Locks the rows of an item, as every write of it does, by this program or another. */
const lockedRows: Readonly<Record<MetaOwner, Statement<ItemId, unknown>>> = {
  post: statement(({ db }, { id }: ItemId) => db.selectFrom('posts').select('ID').where('ID', '=', id).forUpdate()),
  user: statement(({ db }, { id }: ItemId) => db.selectFrom('users').select('ID').where('ID', '=', id).forUpdate()),
  comment: statement(({ db }, { id }: ItemId) =>
    db.selectFrom('comments').select('comment_ID').where('comment_ID', '=', id).forUpdate(),
  ),
  term: statement(({ db }, { id }: ItemId) =>
    db
      .selectFrom('terms')
      .innerJoin('term_taxonomy', 'term_taxonomy.term_id', 'terms.term_id')
      .select('terms.term_id')
      .where('terms.term_id', '=', id)
      .forUpdate(),
  ),
};

/** The named locks are few, so that their table does not grow with the site. */
const shares = 256;

/**
 * Keeps others from changing an item until the transaction ends. With a single writer there is nothing to do. On a
 * server its rows are locked; a named lock is taken first, because other nodes of a cluster do not see locked rows.
 */
export async function holdItem(session: Session, kind: MetaOwner, id: number): Promise<void> {
  await takeLock(session, `items ${kind} ${id % shares}`);
  if (session.dialect.can.manyWriters) await session.changeLater(lockedRows[kind], { id });
}
