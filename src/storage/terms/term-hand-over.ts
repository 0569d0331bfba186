import { sql } from 'kysely';
import type { Session } from '../query/session.ts';
import { type CountedTerm, recountAtEnd } from './term-counts.ts';

/** Adds `fallback` to posts with `from` and no other term of the taxonomy, in one statement for all posts. */
export async function handOver(
  session: Session,
  taxonomy: string,
  from: CountedTerm,
  fallback: CountedTerm,
): Promise<void> {
  const affected = session.db
    .selectFrom('term_relationships as r')
    .select(['r.object_id', sql.lit(fallback.taxonomyRowId).as('term_taxonomy_id'), sql.lit(0).as('term_order')])
    .where('r.term_taxonomy_id', '=', from.taxonomyRowId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('term_relationships as o')
            .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'o.term_taxonomy_id')
            .select('o.object_id')
            .whereRef('o.object_id', '=', 'r.object_id')
            .where('x.taxonomy', '=', taxonomy)
            .where('o.term_taxonomy_id', '<>', from.taxonomyRowId),
        ),
      ),
    );
  await session.execute(
    session.db
      .insertInto('term_relationships')
      .columns(['object_id', 'term_taxonomy_id', 'term_order'])
      .expression(affected),
  );
  recountAtEnd(session, [fallback]);
}
