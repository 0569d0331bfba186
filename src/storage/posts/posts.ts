import { type Ready, whenReady } from '../../ready.ts';
import { columnValues } from '../query/column-map.ts';
import { all, never, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import { choice, mapped } from '../query/fragment.ts';
import { countRows } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import { foldedColumn } from '../query/text-condition.ts';
import type { Post } from '../rows.ts';
import type { Page } from '../store/list.ts';
import type { MetaKey, TooBroad } from '../store/post-expression.ts';
import type {
  CountedFilter,
  InsertablePost,
  PostChanges,
  PostFilter,
  PostOrder,
  PostPeriod,
  Posts,
  RevisionFacts,
  SlugScope,
  TextMatches,
} from '../store/posts.ts';
import { recountTermsOf } from '../terms/term-counts.ts';
import { inPeriods } from './day-counts.ts';
import { deepRows } from './deep/deep-page.ts';
import { countedToKeep, keptCount, keptPage } from './kept/kept-pages.ts';
import { knownOfPosts, knownPage, knownRow, mayKnowPosts, sameAgain } from './kept/known-rows.ts';
import { revisionsOfPosts, rowsOfPosts } from './kept/post-parts.ts';
import { readAlong } from './kept/read-ahead.ts';
import { walkedPage } from './meta-order.ts';
import { shownMetaValue } from './meta-value.ts';
import { oppositeFilter } from './opposite-filter.ts';
import { branchRows, isListed, mergedPage, postBranches } from './post-branches.ts';
import { postColumns, postSelection } from './post-columns.ts';
import { postCondition } from './post-condition.ts';
import { countedAuthors, countFromSummary, isLargeSite, mayTakeLong } from './post-counts.ts';
import { groupsFromSummary, termsFromSummary } from './post-group-counts.ts';
import { noteChangedTexts, noteInserted, noteListed, noteUpdate } from './post-notes.ts';
import { postListOrder } from './post-order.ts';
import { isWalk, planPosts } from './post-plan.ts';
import { removePosts } from './post-removal.ts';
import {
  authorsWhere,
  countedList,
  countedPosts,
  duePosts,
  firstPostWhere,
  insertPostRow,
  listedPosts,
  lockedPostsWhere,
  nextDuePost,
  postIdsWhere,
  postsByColumn,
  postsByPeriod,
  postsByTerm,
  postsWhere,
  shownMetaValues,
  updatePostRow,
} from './post-statements.ts';
import { keptDays } from './posts-by-day.ts';
import { countFound } from './search/count-found.ts';
import { countSearched } from './search/count-searched.ts';
import { withFewFound } from './search/few-found.ts';
import { keptTotal } from './search/kept-total.ts';
import { foundBranches } from './search/many-found.ts';
import { newestMatches } from './search/newest-matches.ts';
import { preparedSearch } from './search/prepared-search.ts';
import { findSearched } from './search/searched-posts.ts';

export class PostsTable implements Posts {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  find(filter: PostFilter, order: PostOrder, page: Page): Promise<Post[]>;
  find<K extends keyof Post>(
    filter: PostFilter,
    order: PostOrder,
    page: Page,
    columns: readonly K[],
  ): Promise<Pick<Post, K>[]>;
  async find(filter: PostFilter, order: PostOrder, page: Page, names?: readonly (keyof Post)[]): Promise<Post[]> {
    if (names) return this.#findConfirmed(filter, order, page, names);
    const session = this.#session;
    const name = () => JSON.stringify([filter, order, page]);
    if (!filter.search && mayKnowPosts(session)) {
      return knownPage(session, name(), (columns?: readonly (keyof Post)[]) =>
        this.#find(filter, order, page, columns),
      );
    }
    const rows = await readAlong(session, name, () => this.#findConfirmed(filter, order, page, names));
    return rows.map((row) => sameAgain(session, row.id, knownRow, row));
  }

  /** The rows of a page; what a search has found is read again if its text was changed meanwhile. */
  async #findConfirmed(
    filter: PostFilter,
    order: PostOrder,
    page: Page,
    names: readonly (keyof Post)[] | undefined,
  ): Promise<Post[]> {
    const { confirm } = this.#session.site.searchIndex;
    let rows = await this.#find(filter, order, page, names);
    for (let tries = 1; confirm && filter.search && rows[0]?.id && tries < mostTries; tries += 1) {
      const ids = rows.map(({ id }) => id);
      if (await confirm(ids, filter.search)) break;
      rows = await this.#find(filter, order, page, names);
    }
    return rows;
  }

  async #find(
    filter: PostFilter,
    order: PostOrder,
    page: Page,
    names: readonly (keyof Post)[] | undefined,
  ): Promise<Post[]> {
    let session = await preparedSearch(this.#session, filter);
    noteListed(session, filter);
    const columns = postSelection(names);
    if (order.by === 'meta' && isWalk(filter, order)) {
      const merged = walkedPage(filter, order, page, session.dialect);
      return session.select(mergedPage, { columns, merged, direction: choice(order.direction) }, true);
    }
    const searched = await findSearched(session, filter, { order, page, columns });
    if (searched) return searched;
    const deep = await deepRows(session, filter, { order, page, columns });
    if (deep) return deep;
    const kept = await keptPage(session, filter, order, page);
    const shown = kept && (await this.#named(filter, kept, names));
    if (shown) return shown;
    session = await withFewFound(session, filter);
    const branches = (await foundBranches(session, filter, order)) ?? (await postBranches(session, filter, order));
    const isLong = await mayTakeLong(session, filter);
    if (branches) return branchRows(session, branches, { filter, columns, page, isLong });
    const condition = postCondition(filter, session.dialect, order);
    if (condition === never || page.limit <= 0) return [];
    const inputs = {
      columns,
      condition,
      order: postListOrder(session.dialect, filter, order),
      limit: page.limit,
      offset: page.offset,
      findsIdsFirst: choice(filter.search !== undefined && session.dialect.can.summaryTables),
    };
    return session.select(listedPosts, inputs, isLong);
  }

  /** These rows of a list, in this order; null where one of them is not in the list any more. */
  async #named(
    filter: PostFilter,
    ids: readonly number[],
    names: readonly (keyof Post)[] | undefined,
  ): Promise<Post[] | null> {
    if (ids.length === 0) return [];
    const order = { by: 'include', direction: 'asc' } as const;
    const rows = await this.#find({ ...filter, ids }, order, { limit: ids.length, offset: 0 }, names);
    return rows.length === ids.length ? rows : null;
  }

  count(filter: PostFilter): Promise<number> {
    this.#session.note('posts');
    return keptTotal(this.#session, filter, () => this.#count(filter));
  }

  async #count(filter: PostFilter): Promise<number> {
    let session = await preparedSearch(this.#session, filter);
    const total =
      (await countFromSummary(session, filter)) ??
      (await countFound(session, filter)) ??
      (await countSearched(session, filter));
    if (total !== null) return total;
    const opposite = oppositeFilter(filter, session.dialect);
    if (opposite && (await session.hasLists())) {
      const [whole, part] = await Promise.all([this.#count(opposite.whole), this.#count(opposite.part)]);
      return Math.max(0, whole - part);
    }
    const kept = await keptCount(session, filter);
    if (kept !== null) return kept;
    session = await withFewFound(session, filter);
    const isLong = await mayTakeLong(session, filter);
    const counting = isListed(filter, session.dialect) && (await session.hasLists()) ? countedList : countedPosts;
    const condition = postCondition(filter, session.dialect);
    return countedToKeep(session, filter, () => countRows(session, counting, condition, isLong));
  }

  countAhead(filter: PostFilter): Promise<number> | null {
    const { site, inTransaction } = this.#session;
    // A search visits every post: a page that is not full tells the total without one.
    const visitsAll = filter.search ?? filter.notSearch ?? filter.where;
    return !site.readTogether || inTransaction || visitsAll ? null : this.count(filter);
  }

  async plan(filter: PostFilter, order: PostOrder): Promise<PostFilter | TooBroad> {
    await this.#session.site.metaIndex.catchUp();
    return planPosts(await preparedSearch(this.#session, filter), filter, order);
  }

  newestMatches(filter: PostFilter, most: number): Promise<TextMatches> {
    return newestMatches(this, filter, most);
  }

  async metaValues(ids: readonly number[], key: MetaKey): Promise<Map<number, string | number>> {
    const condition = oneOf('p.ID', ids);
    if (condition === never) return new Map();
    this.#session.noteEach('post', ids);
    const value = mapped(shownMetaValue(key, this.#session.dialect), (built) => built.$castTo<string | number>());
    const rows = await this.#session.select(shownMetaValues, { condition, value });
    return new Map(rows.map((row) => [row.id, row.value]));
  }

  async countBy(filter: CountedFilter, by: 'status' | 'type'): Promise<Map<string, number>> {
    const session = await preparedSearch(this.#session, filter);
    session.note('posts');
    const summed = await groupsFromSummary(session, filter, by);
    if (summed) return summed;
    const counts = new Map((by === 'status' ? filter.statuses : filter.types).map((value) => [value, 0]));
    const condition = postCondition(filter, session.dialect);
    if (condition === never) return counts;
    const column = choice(by === 'status' ? 'post_status' : 'post_type');
    const rows = await session.select(postsByColumn, { condition, by: column }, await isLong(session, filter));
    for (const { value, n } of rows) counts.set(value, n);
    return counts;
  }

  async countByTerm(filter: CountedFilter, taxonomy: string): Promise<Map<number, number>> {
    const session = await preparedSearch(this.#session, filter);
    session.note('posts');
    session.note('terms');
    const summed = await termsFromSummary(session, filter, taxonomy);
    if (summed) return summed;
    const condition = postCondition(filter, session.dialect);
    if (condition === never) return new Map();
    const rows = await session.select(postsByTerm, { condition, taxonomy }, await isLong(session, filter));
    return new Map(rows.map(({ termId, n }) => [termId, n]));
  }

  async byPeriod(filter: PostFilter, unit: 'year' | 'month' | 'day', page: Page): Promise<PostPeriod[]> {
    const session = await preparedSearch(this.#session, filter);
    session.note('posts');
    const length = { year: 4, month: 7, day: 10 }[unit];
    const days = await keptDays(session, filter);
    if (days) return inPeriods(days, length).slice(page.offset, page.offset + page.limit);
    const condition = postCondition(filter, session.dialect);
    if (condition === never) return [];
    return session.select(postsByPeriod, { condition, length, ...page }, await isLargeSite(session));
  }

  byId(id: number): Ready<Post | null> {
    return whenReady(this.byIds([id]), ([post]) => post ?? null);
  }

  async lockedById(id: number): Promise<Post | null> {
    const session = this.#session;
    session.note(`post:${id}`);
    const rows = session.dialect.can.manyWriters ? lockedPostsWhere : postsWhere;
    const [post] = await session.select(rows, { condition: oneOf('p.ID', [id]) });
    return post ?? null;
  }

  byIds(ids: readonly number[]): Ready<Post[]> {
    this.#session.noteEach('post', ids);
    const read = () => whenReady(knownOfPosts(this.#session, ids, rowsOfPosts), (found) => [...found.values()]);
    const reading = readAlong(this.#session, () => `posts ${ids.join()}`, read);
    return whenReady(reading, (rows) => (rows.length > 1 ? rows.sort((one, other) => one.id - other.id) : rows));
  }

  async children(parentId: number, types: readonly string[]): Promise<Post[]> {
    this.#session.note('posts');
    return this.#where(all([oneOf('p.post_parent', [parentId]), oneOf('p.post_type', types)]));
  }

  async slugTaken(slug: string, among: SlugScope): Promise<boolean> {
    return (await this.slugHolder(slug, among)) !== null;
  }

  async slugHolder(slug: string, among: SlugScope): Promise<number | null> {
    const session = this.#session;
    session.note('posts');
    const parts = [
      oneOf(foldedColumn(session.dialect, 'p.post_name'), [session.dialect.fold(slug)]),
      noneOf('p.post_status', among.withTrash ? ['auto-draft'] : ['trash', 'auto-draft']),
      noneOf('p.ID', [among.exceptId]),
    ];
    if (among.types !== undefined) parts.push(oneOf('p.post_type', among.types));
    if (among.parentId !== undefined) parts.push(oneOf('p.post_parent', [among.parentId]));
    const condition = all(parts);
    if (condition === never) return null;
    const [first] = await session.select(firstPostWhere, { condition });
    return first?.id ?? null;
  }

  due(nowGmt: string, limit: number): Promise<Pick<Post, 'id' | 'dateGmt'>[]> {
    return this.#session.select(duePosts, { now: nowGmt, limit });
  }

  async nextDue(): Promise<string | null> {
    const [first] = await this.#session.select(nextDuePost, {});
    return first?.dateGmt ?? null;
  }

  async insert(row: InsertablePost): Promise<number> {
    return this.#session.transaction(async (session) => {
      const { id } = await session.change(insertPostRow, { columns: columnValues(postColumns, row) });
      noteInserted(session, id, row);
      return id;
    });
  }

  async insertUnderSlug(row: InsertablePost, among: SlugScope): Promise<{ id: number; isTaken: boolean }> {
    return this.#session.transaction(async (session) => {
      // The look comes first, so that it does not find the row itself.
      const looking = new PostsTable(session).slugTaken(row.slug, among);
      if (!session.dialect.can.statementGroups) await looking;
      const inserting = session.changeTogether(insertPostRow, { columns: columnValues(postColumns, row) });
      const [isTaken, { id }] = await Promise.all([looking, inserting]);
      noteInserted(session, id, row);
      return { id, isTaken };
    });
  }

  async update(id: number, changes: PostChanges): Promise<void> {
    const columns = columnValues(postColumns, changes);
    if (columns.values.length === 0) return;
    await this.#session.transaction(async (session) => {
      const isCountedOtherwise = await noteUpdate(session, id, changes);
      await session.changeLater(updatePostRow, { columns, id });
      session.touch('posts', `post:${id}`);
      noteChangedTexts(session, id, changes);
      if (isCountedOtherwise) await recountTermsOf(session, [id]);
    });
  }

  async updateWhere(
    where: { parentId?: number; authorId?: number; types?: readonly string[] },
    changes: PostChanges,
  ): Promise<number> {
    const parts: SqlCondition[] = [];
    if (where.parentId !== undefined) parts.push(oneOf('p.post_parent', [where.parentId]));
    if (where.authorId !== undefined) parts.push(oneOf('p.post_author', [where.authorId]));
    if (where.types) parts.push(oneOf('p.post_type', where.types));
    return this.#session.transaction(async (session) => {
      const ids = await idsWhere(session, all(parts));
      const posts = new PostsTable(session);
      for (const id of ids) await posts.update(id, changes);
      return ids.length;
    });
  }

  async remove(id: number): Promise<void> {
    await this.#session.transaction((session) => removePosts(session, [id]));
  }

  async removeChildren(parentId: number, types: readonly string[]): Promise<void> {
    const children = all([oneOf('p.post_parent', [parentId]), oneOf('p.post_type', types)]);
    await this.#session.transaction(async (session) => removePosts(session, await idsWhere(session, children)));
  }

  revisionFacts(postIds: readonly number[]): Ready<Map<number, RevisionFacts>> {
    const session = this.#session;
    session.noteEach('revisions', postIds);
    return knownOfPosts(session, postIds, revisionsOfPosts);
  }

  async authorsWith(
    types: readonly string[],
    statuses: readonly string[],
    among?: readonly number[],
  ): Promise<Set<number>> {
    const session = this.#session;
    if (among) session.noteEach('author', among);
    else session.note('posts');
    if (await session.hasLists()) return countedAuthors(session, types, statuses, among);
    const parts = [oneOf('p.post_type', types), oneOf('p.post_status', statuses)];
    if (among) parts.push(oneOf('p.post_author', among));
    const condition = all(parts);
    if (condition === never) return new Set();
    const rows = await session.select(authorsWhere, { condition });
    return new Set(rows.map((row) => row.id));
  }

  async #where(condition: SqlCondition): Promise<Post[]> {
    return condition === never ? [] : this.#session.select(postsWhere, { condition });
  }
}

/** Another program may change texts again and again. */
const mostTries = 3;

const isLong = async (session: Session, filter: PostFilter): Promise<boolean> =>
  (await mayTakeLong(session, filter)) || isLargeSite(session);

async function idsWhere(session: Session, condition: SqlCondition): Promise<number[]> {
  if (condition === never) return [];
  const rows = await session.select(postIdsWhere, { condition });
  return rows.map((row) => row.id);
}
