import type { RawBuilder } from 'kysely';
import { all, never, oneOf } from '../../query/condition.ts';
import { fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { tableRef } from '../../query/sql-names.ts';
import { literal } from '../../query/sql-values.ts';
import { statement } from '../../query/statement.ts';
import { blockSize, NumberSet } from '../../search/number-set.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isListed } from '../post-branches.ts';
import { postCondition } from '../post-condition.ts';
import { inherits } from '../post-notes.ts';
import { dependsOnPostsAlone } from './kept-total.ts';

interface Block {
  readonly block: number;
  readonly bits: number | string;
}

const blocksOf = statement(({ db }, { rows }: { readonly rows: RawBuilder<Block> }) =>
  db.selectFrom(rows.as('b')).select(['b.block', 'b.bits']),
);

/** The posts that a filter without words shows. */
export async function filteredPosts(session: Session, filter: PostFilter): Promise<NumberSet> {
  const { site, inTransaction } = session;
  // Words of `notSearch` were looked up before: what is read now would be kept as if it were of now.
  if (!dependsOnPostsAlone(filter) || filter.notSearch || inTransaction) return readPosts(session, filter, null);
  await session.catchUp();
  const reader = session.pastReplica();
  // Without marks another program may have changed a post that no tag names.
  const dependsOnAll = inherits(filter.visibility, filter.types) || !site.lists.areMarked();
  return site.keptSets.of(JSON.stringify(filter), dependsOnAll, (among) => readPosts(reader, filter, among));
}

async function readPosts(session: Session, filter: PostFilter, among: readonly number[] | null): Promise<NumberSet> {
  const ids = new NumberSet();
  const shown = postCondition(filter, session.dialect);
  const condition = among ? all([shown, oneOf('p.ID', among)]) : shown;
  if (condition === never) return ids;
  const hasList = isListed(filter, session.dialect) && (await session.hasLists());
  // Only a server looks posts up before the statement, and divides so.
  const size = literal(blockSize);
  const rows = fragment<Block>`(select p.ID div ${size} as block, bit_or(1 << (p.ID % ${size})) as bits from ${tableRef(hasList ? 'platen_list' : 'posts')} as p where ${condition} group by 1)`;
  for (const { block, bits } of await session.select(blocksOf, { rows })) ids.addBlock(Number(block), Number(bits));
  return ids;
}
