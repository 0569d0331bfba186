import type { RawBuilder } from 'kysely';
import { never } from '../../query/condition.ts';
import { fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { tableRef } from '../../query/sql-names.ts';
import { literal } from '../../query/sql-values.ts';
import { statement } from '../../query/statement.ts';
import { blockSize, NumberSet } from '../../search/number-set.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isListed } from '../post-branches.ts';
import { postCondition } from '../post-condition.ts';
import { dependsOnPostsAlone } from './kept-total.ts';
import { manyFound } from './many-found.ts';

interface Block {
  readonly block: number;
  readonly bits: number | string;
}

const blocksOf = statement(({ db }, { rows }: { readonly rows: RawBuilder<Block> }) =>
  db.selectFrom(rows.as('b')).select(['b.block', 'b.bits']),
);

/**
 * How many posts a search has: those with the words and those that the rest of the filter shows, as sets. The second set
 * is the same for most searches. Null where the posts with the words are few, or not looked up.
 */
export async function countFound(session: Session, filter: PostFilter): Promise<number | null> {
  const many = manyFound(session, filter);
  if (!many) return null;
  return many.found.ids.and(await postsOf(session, many.rest)).size;
}

/** The posts that a filter without words shows. */
export async function postsOf(session: Session, filter: PostFilter): Promise<NumberSet> {
  const { searchTotals } = session.site;
  const name = dependsOnPostsAlone(filter) && !session.inTransaction ? JSON.stringify(filter) : null;
  if (name === null) return readPosts(session, filter);
  await session.catchUp();
  const { generation } = searchTotals;
  const known = searchTotals.othersOf(name);
  if (known) return known;
  const ids = await readPosts(session.pastReplica(), filter);
  searchTotals.keepOthers(name, generation, ids);
  return ids;
}

async function readPosts(session: Session, filter: PostFilter): Promise<NumberSet> {
  const ids = new NumberSet();
  const condition = postCondition(filter, session.dialect);
  if (condition === never) return ids;
  const hasList = isListed(filter, session.dialect) && (await session.hasLists());
  // Only a server looks posts up before the statement, and divides so.
  const size = literal(blockSize);
  const rows = fragment<Block>`(select p.ID div ${size} as block, bit_or(1 << (p.ID % ${size})) as bits from ${tableRef(hasList ? 'platen_list' : 'posts')} as p where ${condition} group by 1)`;
  for (const { block, bits } of await session.select(blocksOf, { rows })) ids.addBlock(Number(block), Number(bits));
  return ids;
}
