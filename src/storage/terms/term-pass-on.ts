import { sql } from 'kysely';
import type { Session } from '../query/session.ts';
import { type CountedTerm, recountAtEnd } from './term-counts.ts';

/** Gives `to` to every post that has `from` and not `to` already, in one statement for all posts. */
export async function passOn(session: Session, from: CountedTerm, to: CountedTerm): Promise<void> {
  const lacking = session.db
    .selectFrom('term_relationships as r')
    .select(['r.object_id', sql.lit(to.taxonomyRowId).as('term_taxonomy_id'), 'r.term_order'])
    .where('r.term_taxonomy_id', '=', from.taxonomyRowId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('term_relationships as o')
            .select('o.object_id')
            .whereRef('o.object_id', '=', 'r.object_id')
            .where('o.term_taxonomy_id', '=', to.taxonomyRowId),
        ),
      ),
    );
  await session.execute(
    session.db
      .insertInto('term_relationships')
      .columns(['object_id', 'term_taxonomy_id', 'term_order'])
      .expression(lacking),
  );
  recountAtEnd(session, [to]);
}
