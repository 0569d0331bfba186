import { sql } from 'kysely';
import type { Session } from './session.ts';
import { recountRows } from './term-counts.ts';

/** Posts that hold `fromRow` and no other row of its taxonomy get `toRow` as well: one statement for any number of posts. */
export async function handOver(session: Session, taxonomy: string, fromRow: number, toRow: number): Promise<void> {
  const lonely = session.db
    .selectFrom('term_relationships as r')
    .select(['r.object_id', sql<number>`${sql.lit(toRow)}`.as('heir'), sql<number>`0`.as('place')])
    .where('r.term_taxonomy_id', '=', fromRow)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('term_relationships as o')
            .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'o.term_taxonomy_id')
            .select('o.object_id')
            .whereRef('o.object_id', '=', 'r.object_id')
            .where('x.taxonomy', '=', taxonomy)
            .where('o.term_taxonomy_id', '<>', fromRow),
        ),
      ),
    );
  await session.execute(
    session.db
      .insertInto('term_relationships')
      .columns(['object_id', 'term_taxonomy_id', 'term_order'])
      .expression(lonely),
  );
  await recountRows(session, [toRow]);
}
