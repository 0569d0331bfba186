import type { RawBuilder } from 'kysely';
import { all, never, oneOf } from '../../query/condition.ts';
import type { PostsWithWords } from '../../query/dialect.ts';
import { fragment, literal, tableRef } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import { blockSize, NumberSet } from '../../search/number-set.ts';
import type { PostFilter } from '../../store/posts.ts';
import { bitmapOf, filterBitmaps } from '../filter-bitmaps.ts';
import { isListed, postCondition } from '../post-condition.ts';
import { inherits } from '../visibility.ts';

/** Up to so many posts with the words are looked up one by one. */
const fewPosts = 1_000;

/** The posts with the words of a filter, and the rest of the filter. */
export interface FoundPosts {
  readonly found: PostsWithWords;
  readonly areMany: boolean;
  readonly rest: PostFilter;
}

/** What the words of a filter find, where they were looked up before the statement. */
export function foundPosts({ dialect }: Session, { search, withoutPassword, ...rest }: PostFilter): FoundPosts | null {
  const found = search ? dialect.foundPosts(search, withoutPassword === true) : null;
  return found && { found, areMany: found.ids.size > fewPosts, rest };
}

/** Those with the words that the rest of the filter shows. The set of all that it shows is the same for most searches. */
export async function shownPosts(session: Session, { found, areMany, rest }: FoundPosts): Promise<NumberSet> {
  return areMany ? found.ids.and(await filteredPosts(session, rest)) : readPosts(session, rest, [...found.ids]);
}

async function filteredPosts(session: Session, filter: PostFilter): Promise<NumberSet> {
  const { site, inTransaction } = session;
  // Words of `notSearch` were looked up before: what is read now would be kept as if it were of now.
  if (!dependsOnPostsAlone(filter) || filter.notSearch || inTransaction) return readPosts(session, filter, null);
  await session.refresh();
  const reader = session.pastReplica();
  // Without marks another program may have changed a post that no tag names.
  const dependsOnAll = inherits(filter.visibility, filter.types) || !site.lists.areMarked();
  const cache = site.caches.of(filterBitmaps);
  return bitmapOf(cache, JSON.stringify(filter), dependsOnAll, (among) => readPosts(reader, filter, among));
}

interface Block {
  readonly block: number;
  readonly bits: number | string;
}

const blocksOf = statement(({ db }, { rows }: { readonly rows: RawBuilder<Block> }) =>
  db.selectFrom(rows.as('b')).select(['b.block', 'b.bits']),
);

async function readPosts(session: Session, filter: PostFilter, among: readonly number[] | null): Promise<NumberSet> {
  const ids = new NumberSet();
  const shown = postCondition(filter, session.dialect);
  const condition = among ? all([shown, oneOf('p.ID', among)]) : shown;
  if (condition === never) return ids;
  const hasList = isListed(filter, session.dialect) && session.hasLists;
  // Only a server looks posts up before the statement, and divides so.
  const size = literal(blockSize);
  const rows = fragment<Block>`(select p.ID div ${size} as block, bit_or(1 << (p.ID % ${size})) as bits from ${tableRef(hasList ? 'platen_list' : 'posts')} as p where ${condition} group by 1)`;
  for (const { block, bits } of await session.select(blocksOf, { rows })) ids.addBlock(Number(block), Number(bits));
  return ids;
}

/** Whether the rows of a filter change only when a post does. */
function dependsOnPostsAlone({ withTerms, withoutTerms, where, among, beyond }: PostFilter): boolean {
  return !(withTerms || withoutTerms || where || among || beyond);
}
