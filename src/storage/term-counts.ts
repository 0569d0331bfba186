import { sql } from 'kysely';
import { oneOf } from './condition.ts';
import type { Session } from './session.ts';

/** After posts came, went or changed their status: sets the counts of the terms they hold. */
export async function recountTermsOf(session: Session, postIds: readonly number[]): Promise<void> {
  const held = oneOf('object_id', postIds);
  const rows = await session.select<{ rowId: number }>(`terms.rowsOf ${held.shape}`, held.values, (slots) =>
    session.db.selectFrom('term_relationships').select('term_taxonomy_id as rowId').distinct().where(held.build(slots)),
  );
  await recountRows(
    session,
    rows.map((row) => row.rowId),
  );
}

/** Sets the stored count of these taxonomy rows to their number of published posts. */
export async function recountRows(session: Session, taxonomyRowIds: readonly number[]): Promise<void> {
  if (taxonomyRowIds.length === 0) return;
  const which = oneOf('term_taxonomy_id', taxonomyRowIds);
  if (session.dialect.can.manyWriters) {
    await session.select(`terms.lock ${which.shape}`, which.values, (slots) =>
      session.db
        .selectFrom('term_taxonomy')
        .select('term_taxonomy_id')
        .where(which.build(slots))
        .orderBy('term_taxonomy_id')
        .forUpdate(),
    );
  }
  await session.change(`terms.recount ${which.shape}`, which.values, (slots) =>
    session.db
      .updateTable('term_taxonomy')
      .set({ count: publishedPosts(session) })
      .where(which.build(slots)),
  );
  const touched = await session.select<{ id: number }>(`terms.idsOfRows ${which.shape}`, which.values, (slots) =>
    session.db.selectFrom('term_taxonomy').select('term_id as id').where(which.build(slots)),
  );
  session.touch('terms', ...touched.map((term) => `term:${term.id}`));
}

function publishedPosts(session: Session) {
  const row = sql.ref<number>('term_taxonomy.term_taxonomy_id');
  if (session.dialect.can.readyIndexes) {
    return session.db
      .selectFrom('platen_counts as k')
      .select(sql<number>`coalesce(sum(k.n), 0)`.as('n'))
      .where('k.scope', '=', sql.lit(2))
      .where('k.owner', '=', row)
      .where('k.post_status', '=', sql.lit('publish'));
  }
  return session.db
    .selectFrom('term_relationships as r')
    .innerJoin('posts as p', 'p.ID', 'r.object_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('r.term_taxonomy_id', '=', row)
    .where('p.post_status', '=', sql.lit('publish'));
}
