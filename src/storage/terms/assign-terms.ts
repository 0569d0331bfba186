import type { Param } from '../query/param.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import { unlessDuplicate } from '../query/unless-duplicate.ts';
import { type CountedTerm, recountAtEnd } from './term-counts.ts';

const heldTerms = statement(({ db }, { postId, taxonomy }: { postId: Param<number>; taxonomy: Param<string> }) =>
  db
    .selectFrom('term_relationships as r')
    .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .select(['x.term_id as id', 'x.term_taxonomy_id as taxonomyRowId'])
    .where('r.object_id', '=', postId)
    .where('x.taxonomy', '=', taxonomy),
);

const holdRow = statement(({ db }, { postId, rowId }: { postId: Param<number>; rowId: Param<number> }) =>
  db.insertInto('term_relationships').values({ object_id: postId, term_taxonomy_id: rowId, term_order: 0 }),
);

/** Sets the terms of a post in a taxonomy to exactly these; false where nothing changes. */
export async function assignTerms(
  session: Session,
  postId: number,
  taxonomy: string,
  wanted: readonly CountedTerm[],
): Promise<boolean> {
  const first = `${taxonomy} of post:${postId}`;
  const isNew = session.hasMade(`post:${postId}`) && !session.hasMade(first);
  session.made(first);
  const current = isNew ? [] : await session.select(heldTerms, { postId, taxonomy });
  const gone = without(current, wanted);
  const added = without(wanted, current);
  if (gone.length + added.length === 0) return false;
  if (gone.length > 0) {
    const rowIds = gone.map((term) => term.taxonomyRowId);
    await session.execute(
      session.db
        .deleteFrom('term_relationships')
        .where('object_id', '=', postId)
        .where('term_taxonomy_id', 'in', rowIds),
    );
  }
  for (const { taxonomyRowId: rowId } of added) await unlessDuplicate(session.change(holdRow, { postId, rowId }));
  recountAtEnd(session, [...gone, ...added]);
  return true;
}

function without(terms: readonly CountedTerm[], others: readonly CountedTerm[]): CountedTerm[] {
  const rows = new Set(others.map((term) => term.taxonomyRowId));
  return terms.filter((term) => !rows.has(term.taxonomyRowId));
}
