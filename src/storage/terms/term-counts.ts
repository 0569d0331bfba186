import { sql } from 'kysely';
import { type BuiltCondition, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';

interface Which {
  readonly which: BuiltCondition;
}

const rowsHeld = statement(({ db }, { which }: Which) =>
  db.selectFrom('term_relationships').select('term_taxonomy_id as rowId').distinct().where(which),
);

const lockedTerms = statement(({ db }, { which }: Which) =>
  db.selectFrom('term_taxonomy').select('term_id as id').where(which).orderBy('term_taxonomy_id').forUpdate(),
);

const setCounts = statement((context, { which }: Which) =>
  context.db
    .updateTable('term_taxonomy')
    .set({ count: publishedPosts(context) })
    .where(which),
);

const termsOfRows = statement(({ db }, { which }: Which) =>
  db.selectFrom('term_taxonomy').select('term_id as id').where(which),
);

/** Updates the counts of these posts' terms, after posts were added, removed or changed their status. */
export async function recountTermsOf(session: Session, postIds: readonly number[]): Promise<void> {
  const rows = await session.select(rowsHeld, { which: oneOf('object_id', postIds) });
  recountRows(
    session,
    rows.map((row) => row.rowId),
  );
}

/** Sets the stored count of these taxonomy rows to their number of published posts, at the end of the transaction. */
export function recountRows(session: Session, taxonomyRowIds: readonly number[]): void {
  if (taxonomyRowIds.length > 0) session.defer(recountNow, taxonomyRowIds);
}

async function recountNow(session: Session, taxonomyRowIds: readonly number[]): Promise<void> {
  const which = oneOf('term_taxonomy_id', taxonomyRowIds);
  const touched = await session.select(session.dialect.can.manyWriters ? lockedTerms : termsOfRows, { which });
  await session.change(setCounts, { which });
  session.touch('terms', ...touched.map((term) => `term:${term.id}`));
}

function publishedPosts({ db, dialect }: StatementContext) {
  const row = sql.ref<number>('term_taxonomy.term_taxonomy_id');
  if (dialect.can.summaryTables) {
    return db
      .selectFrom('platen_counts as k')
      .select(sql<number>`coalesce(sum(k.n), 0)`.as('n'))
      .where('k.scope', '=', sql.lit(2))
      .where('k.owner', '=', row)
      .where('k.post_status', '=', sql.lit('publish'));
  }
  return db
    .selectFrom('term_relationships as r')
    .innerJoin('posts as p', 'p.ID', 'r.object_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('r.term_taxonomy_id', '=', row)
    .where('p.post_status', '=', sql.lit('publish'));
}
