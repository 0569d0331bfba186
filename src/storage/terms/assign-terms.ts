import type { Param } from '../query/param.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import { unlessDuplicate } from '../query/unless-duplicate.ts';
import { recountRows } from './term-counts.ts';

const heldRows = statement(({ db }, { postId, taxonomy }: { postId: Param<number>; taxonomy: Param<string> }) =>
  db
    .selectFrom('term_relationships as r')
    .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .select('r.term_taxonomy_id as id')
    .where('r.object_id', '=', postId)
    .where('x.taxonomy', '=', taxonomy),
);

const holdRow = statement(({ db }, { postId, rowId }: { postId: Param<number>; rowId: Param<number> }) =>
  db.insertInto('term_relationships').values({ object_id: postId, term_taxonomy_id: rowId, term_order: 0 }),
);

/** Sets the taxonomy rows of a post to exactly these; false where nothing changes. */
export async function assignTerms(
  session: Session,
  postId: number,
  taxonomy: string,
  wanted: ReadonlySet<number>,
): Promise<boolean> {
  const current = new Set((await session.select(heldRows, { postId, taxonomy })).map((row) => row.id));
  const gone = [...current].filter((rowId) => !wanted.has(rowId));
  const added = [...wanted].filter((rowId) => !current.has(rowId));
  if (gone.length + added.length === 0) return false;
  if (gone.length > 0) {
    await session.execute(
      session.db.deleteFrom('term_relationships').where('object_id', '=', postId).where('term_taxonomy_id', 'in', gone),
    );
  }
  for (const rowId of added) await unlessDuplicate(session.change(holdRow, { postId, rowId }));
  recountRows(session, [...gone, ...added]);
  return true;
}
