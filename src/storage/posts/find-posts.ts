import { all, always, never, oneOf, type SqlCondition } from '../query/condition.ts';
import { aliasName, choice, column, type Fragment, fragment, type SqlFragment, tableRef } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import type { Post } from '../rows.ts';
import type { Page } from '../store/list.ts';
import type { MetaOrder, PostFilter, PostOrder } from '../store/posts.ts';
import { type MergedRow, mergedPage, rowsOfRanges } from './index-ranges.ts';
import { type ListPlan, listFacts, planList, planPlain } from './list-plan.ts';
import { orderedPage } from './ordered-lists.ts';
import { beyondValue, postCondition, postListOrder } from './post-condition.ts';
import { listedPosts, type PostSelection, postSelection } from './post-statements.ts';
import { withFewFound } from './search/few-found.ts';
import { foundPosts } from './search/found-posts.ts';
import { pageOfRanks } from './search/found-ranks.ts';
import { preparedSearch } from './search/prepared-search.ts';
import { findRelevant, findSearched } from './search/searched-posts.ts';

interface AskedList {
  readonly filter: PostFilter;
  readonly order: PostOrder;
  readonly page: Page;
  readonly columns: Fragment<PostSelection>;
  /** Only rows that meet it are shown. */
  readonly only: SqlCondition;
}

const newest: PostOrder = { by: 'date', direction: 'desc' };

/** Another program may change texts again and again. */
const mostTries = 3;

/** The rows of a page; what a search has found is read again if its text was changed meanwhile. */
export async function findPosts(
  session: Session,
  filter: PostFilter,
  order: PostOrder,
  page: Page,
  names?: readonly (keyof Post)[],
): Promise<Post[]> {
  const { confirm } = session.site.searchIndex;
  const list = { filter, order, page, columns: postSelection(names), only: always };
  const find = async (): Promise<Post[]> => {
    const prepared = await preparedSearch(session, filter);
    return runList(prepared, planList(filter, order, page, await listFacts(prepared, filter, order)), list);
  };
  let rows = await find();
  for (let tries = 1; confirm && filter.search && rows[0]?.id && tries < mostTries; tries += 1) {
    const ids = rows.map(({ id }) => id);
    if (await confirm(ids, filter.search)) break;
    rows = await find();
  }
  return rows;
}

async function runList(session: Session, plan: ListPlan, list: AskedList): Promise<Post[]> {
  const { filter, order, page, columns } = list;
  switch (plan.kind) {
    case 'empty':
      return [];
    case 'metaIndex': {
      const merged = pageOfMetaIndex(session, filter, plan.order, page);
      return session.select(mergedPage, { columns, merged, direction: choice(order.direction) }, true);
    }
    case 'ranks':
      return readRanks(session, list);
    case 'search': {
      const { found, key } = plan;
      return findSearched(session, list, { found, key, isByDate: order.by === 'date', direction: order.direction });
    }
    case 'relevance': {
      const { search: _words, ...rest } = filter;
      const ids = await findRelevant(session, list, plan.index);
      return ids ? rowsInOrder(session, { ...list, filter: rest }, ids) : runList(session, plan.otherwise, list);
    }
    case 'orderedIds': {
      const ids = await orderedPage(session, plan.list, page, order.direction);
      const rows = ids && (await rowsInOrder(session, list, ids));
      // A row that is not in the list any more: its order has changed meanwhile.
      const isCurrent = rows && rows.length === ids.length;
      return isCurrent ? rows : runList(session, plan.otherwise, list);
    }
    case 'ranges': {
      const matches = plan.onlyMatches ? foundPosts(session, filter)?.found : null;
      const among = matches ? matches.among(matches.ids) : list.only;
      return rowsOfRanges(session, plan, { columns, page, isLong: plan.isLong, among });
    }
    case 'rows':
      return readRows(await withFewFound(session, filter), list, plan);
  }
}

/** A page by relevance, of posts that were looked up. */
async function readRanks(session: Session, { filter, page, columns }: AskedList): Promise<Post[]> {
  const found = foundPosts(session, filter);
  if (!found) return [];
  const list: AskedList = { filter: found.rest, order: newest, page, columns, only: always };
  const ranked = await pageOfRanks(session, filter.search ?? [], found, page);
  if ('ids' in ranked) return rowsInOrder(session, list, ranked.ids);
  const plan = planPlain(list.filter, newest, await listFacts(session, list.filter, newest));
  const rows: Post[] = [];
  for (const part of ranked.newestOf) rows.push(...(await runList(session, plan, { ...list, ...part })));
  return rows;
}

async function readRows(
  session: Session,
  { filter, order, page, columns, only }: AskedList,
  { idsFirst, isLong }: { readonly idsFirst: boolean; readonly isLong: boolean },
): Promise<Post[]> {
  const condition = all([postCondition(filter, session.dialect, order), only]);
  if (condition === never) return [];
  const inputs = {
    columns,
    condition,
    order: postListOrder(session.dialect, filter, order),
    limit: page.limit,
    offset: page.offset,
    idsFirst: choice(idsFirst),
  };
  return session.select(listedPosts, inputs, isLong);
}

/** Those of the rows that are still in the list, in this order. */
async function rowsInOrder(session: Session, list: AskedList, ids: readonly number[]): Promise<Post[]> {
  if (ids.length === 0) return [];
  const named: AskedList = {
    ...list,
    filter: { ...list.filter, ids },
    order: { by: 'include', direction: 'asc' },
    page: { limit: ids.length, offset: 0 },
  };
  return readRows(session, named, { idsFirst: false, isLong: false });
}

/** A page in the order of an index of values: key and id of each post. */
function pageOfMetaIndex(
  { dialect }: Session,
  filter: PostFilter,
  { key, direction }: MetaOrder,
  page: Page,
): SqlFragment<MergedRow> {
  const { where: _ordered, beyond, ...rest } = filter;
  const { from, which, value } = dialect.indexedMeta(key);
  const isFirst: SqlCondition = fragment`not exists (select 1 from ${tableRef('postmeta')} as f where f.post_id = v.post_id and f.meta_key = ${key.name} and f.meta_id < v.meta_id)`;
  const isStill: SqlCondition = fragment`exists (select 1 from ${tableRef('postmeta')} as m where m.meta_id = v.meta_id and m.post_id = v.post_id and ${oneOf('m.meta_key', [key.name])})`;
  const condition = all([
    which,
    isFirst,
    isStill,
    ...(beyond ? [beyondValue(value, column('v.post_id'), beyond, key.type)] : []),
    postCondition(rest, dialect),
  ]);
  const order = direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;
  return fragment`(select ${value} as ${aliasName('key')}, v.post_id as id from ${from} ${dialect.fixedJoin} ${tableRef('posts')} as p on p.ID = v.post_id where ${condition} order by ${order} limit ${dialect.limit(page.limit)} offset ${page.offset})`;
}
