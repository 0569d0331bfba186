import { sql } from 'kysely';
import { type BuiltCondition, oneOf } from '../query/condition.ts';
import { choice } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import type { Term } from '../rows.ts';

interface Which {
  readonly which: BuiltCondition;
}

/** A term of one taxonomy, and the row that holds its count. */
export type CountedTerm = Pick<Term, 'id' | 'taxonomyRowId'>;

const termsHeld = statement(({ db }, { which }: Which) =>
  db
    .selectFrom('term_relationships as r')
    .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .select(['x.term_id as id', 'x.term_taxonomy_id as taxonomyRowId'])
    .distinct()
    .where(which),
);

const lockRows = statement(({ db }, { which }: Which) =>
  db.selectFrom('term_taxonomy').select('term_taxonomy_id').where(which).orderBy('term_taxonomy_id').forUpdate(),
);

interface Setting extends Which {
  /** Whether the counts by term can be relied on. */
  readonly isCounted: boolean;
}

const setCounts = statement((context, { which, isCounted }: Setting) =>
  context.db
    .updateTable('term_taxonomy')
    .set({ count: publishedPosts(context, isCounted) })
    .where(which),
);

/** Updates the counts of these posts' terms, after posts were added, removed or changed their status. */
export async function recountTermsOf(session: Session, postIds: readonly number[]): Promise<void> {
  recountAtEnd(session, await session.select(termsHeld, { which: oneOf('r.object_id', postIds) }));
}

/** Sets the stored count of these terms to their number of published posts, at the end of the transaction. */
export function recountAtEnd(session: Session, terms: readonly CountedTerm[]): void {
  if (terms.length === 0) return;
  session.touch('terms', ...terms.map(({ id }) => `term:${id}`));
  session.defer(
    recountNow,
    terms.map((term) => term.taxonomyRowId),
  );
}

async function recountNow(session: Session, taxonomyRowIds: readonly number[]): Promise<void> {
  const which = oneOf('term_taxonomy_id', taxonomyRowIds);
  // Counted only after the rows are locked, which all writers do in one order: posts of others count when they commit.
  if (session.dialect.can.manyWriters) await session.changeLater(lockRows, { which });
  await session.changeLater(setCounts, { which, isCounted: choice(session.hasLists) });
}

/** A revision is no post of its own, whatever its status. */
function publishedPosts({ db }: StatementContext, isCounted: boolean) {
  const row = sql.ref<number>('term_taxonomy.term_taxonomy_id');
  if (isCounted) {
    return db
      .selectFrom('platen_counts as k')
      .select(sql<number>`coalesce(sum(k.n), 0)`.as('n'))
      .where('k.scope', '=', sql.lit(2))
      .where('k.owner', '=', row)
      .where('k.post_status', '=', sql.lit('publish'))
      .where('k.post_type', '<>', sql.lit('revision'));
  }
  return db
    .selectFrom('term_relationships as r')
    .innerJoin('posts as p', 'p.ID', 'r.object_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('r.term_taxonomy_id', '=', row)
    .where('p.post_status', '=', sql.lit('publish'))
    .where('p.post_type', '<>', sql.lit('revision'));
}
