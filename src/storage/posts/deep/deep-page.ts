import { all, always, any, type BuiltCondition, oneOf, type SqlCondition } from '../../query/condition.ts';
import { choice, type Fragment, fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import type { Post } from '../../rows.ts';
import type { Direction, Page } from '../../store/list.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../../store/posts.ts';
import { deepOffset } from '../page-start.ts';
import {
  type Branches,
  type CountedPart,
  listBranches,
  mergedPage,
  type Part,
  type PartColumns,
  rowsWhich,
} from '../post-branches.ts';
import type { PostSelection } from '../post-columns.ts';
import { countedPosts } from '../post-statements.ts';
import { type Blocks, blockAt, blocksOf, fillsBlocks, type Start, startBefore } from './block-position.ts';
import { countedLists } from './counted-lists.ts';

/** Another program may write again and again. */
const mostTries = 3;

interface DeepPage {
  readonly order: PostOrder;
  readonly page: Page;
  readonly columns: Fragment<PostSelection>;
}

/** The rows of a page deep in a list, found by the counts of its blocks; null where the list has none. */
export async function deepRows(session: Session, filter: PostFilter, deep: DeepPage): Promise<Post[] | null> {
  const { order, page, columns } = deep;
  if (!session.dialect.can.summaryTables || page.offset < deepOffset || page.limit <= 0) return null;
  if (filter.types.includes('revision')) return null;
  const branches = await listBranches(session, filter, order);
  const lists = branches && listsOf(branches);
  if (!lists) return null;
  const { feed, keptLists } = session.site;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (!session.inTransaction) await feed.refresh();
    const { generation } = keptLists;
    const blocks = await blocksIn(session, lists, generation);
    const place = await placeOf(session, branches, blocks, page.offset);
    if (!place) return null;
    const rows = rowsWhich(session, branches, (columns) => place.which(columns), {
      direction: order.direction,
      page: { limit: page.limit, offset: place.offset },
    });
    const found = await session.select(mergedPage, { columns, merged: rows, direction: choice(order.direction) });
    if (session.inTransaction) return found;
    await feed.refresh();
    // What was read may be of two states if anything changed meanwhile.
    if (keptLists.generation === generation) return found;
  }
  return null;
}

const ofAll: Readonly<Partial<Record<ColumnOrder['by'], number>>> = countedLists;
const byDate: Readonly<Record<CountedPart['of'], number>> = {
  all: countedLists.date,
  author: countedLists.dateOfAuthor,
  term: countedLists.dateOfTerm,
};

/** A list that is counted in blocks. */
interface BlockedList {
  readonly name: string;
  readonly condition: SqlCondition;
}

/** The list of each part; null where one has none. A post can have two terms, and is counted for each. */
function listsOf({ parts, order }: Branches): BlockedList[] | null {
  if (parts.length > 1 && parts[0]?.from === 'terms') return null;
  const lists = parts.flatMap(({ counted }) => {
    if (!counted) return [];
    const list = order.by === 'date' ? byDate[counted.of] : counted.of === 'all' ? ofAll[order.by] : undefined;
    if (list === undefined) return [];
    const { type, status, owner } = counted;
    const condition = all([
      oneOf('k.list', [list]),
      fragment`k.owner = ${owner}`,
      oneOf('k.post_type', [type]),
      oneOf('k.post_status', [status]),
    ]);
    return { name: JSON.stringify([list, owner, type, status]), condition };
  });
  return lists.length === parts.length ? lists : null;
}

const blockRows = statement(({ db }, { condition }: { readonly condition: BuiltCondition }) =>
  db
    .selectFrom('platen_blocks as k')
    .select(['k.key as key', 'k.id as id', 'k.n as n'])
    .where(condition)
    .orderBy('k.key')
    .orderBy('k.id'),
);

/**
 * The blocks of lists; within a transaction they are always read, because it may have changed them. So they are where reads
 * beside a transaction see what it has written.
 */
async function blocksIn(session: Session, lists: readonly BlockedList[], generation: number): Promise<Blocks[]> {
  const { keptBlocks, readSync } = session.site;
  const mayKeep = !session.inTransaction && readSync !== null;
  const found: Blocks[] = [];
  for (const { name, condition } of lists) {
    const kept = mayKeep ? keptBlocks.get(name, generation) : undefined;
    const blocks = kept ?? blocksOf(await session.select(blockRows, { condition }));
    if (!kept && mayKeep) keptBlocks.keep(name, generation, blocks);
    found.push(blocks);
  }
  return found;
}

/** What all rows of a page and those between it and the place meet, and how many these are. */
interface Place {
  readonly which: (columns: PartColumns) => readonly SqlCondition[];
  readonly offset: number;
}

/** Null where the lists are so short that they are not divided. */
async function placeOf(
  session: Session,
  branches: Branches,
  lists: readonly Blocks[],
  offset: number,
): Promise<Place | null> {
  const { direction } = branches.order;
  if (lists.every(({ starts }) => starts.length <= 1)) return null;
  const start = startBefore(lists, direction, offset);
  if (!start) return { which: () => [always], offset };
  let below = 0;
  for (const [at, list] of lists.entries())
    below += await rowsBelow(session, branches, { part: branches.parts[at]!, list, start });
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  const isWide = lists.some((list) => fillsBlocks(list, start));
  return {
    which: (columns) => (isWide ? rangesFrom(columns, start, direction) : [from(columns, start, direction)]),
    offset: offset - (direction === 'asc' ? below : total - below),
  };
}

interface Bounded {
  readonly part: Part;
  readonly list: Blocks;
  readonly start: Start;
}

/** How many rows of a part stand before a row, which may be one of another part. */
async function rowsBelow(session: Session, branches: Branches, { part, list, start }: Bounded): Promise<number> {
  const block = list.starts[blockAt(list, start)];
  if (!block) return 0;
  if (block.key === start.key && block.id === start.id) return block.before;
  const columns = { key: branches.key, id: fragment`p.ID` };
  const condition = all([part.condition, from(columns, block, 'asc'), from(columns, start, 'desc')]);
  const [row] = await session.select(countedPosts, { condition });
  return block.before + (row?.n ?? 0);
}

/** The rows from a place on in a direction: those that are not before it, or those that are. */
function from({ key, id }: PartColumns, start: Start, direction: Direction): SqlCondition {
  return direction === 'asc'
    ? all([fragment`${key} >= ${start.key}`, any([fragment`${key} > ${start.key}`, fragment`${id} >= ${start.id}`])])
    : all([fragment`${key} <= ${start.key}`, any([fragment`${key} < ${start.key}`, fragment`${id} < ${start.id}`])]);
}

/** The same as two ranges of an index. */
function rangesFrom({ key, id }: PartColumns, start: Start, direction: Direction): SqlCondition[] {
  return direction === 'asc'
    ? [fragment`${key} = ${start.key} and ${id} >= ${start.id}`, fragment`${key} > ${start.key}`]
    : [fragment`${key} = ${start.key} and ${id} < ${start.id}`, fragment`${key} < ${start.key}`];
}
