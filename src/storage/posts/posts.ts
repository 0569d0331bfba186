import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { columnValues } from '../query/column-map.ts';
import { all, never, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import { foldedColumn } from '../query/dialect.ts';
import { mapped } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { type Post, postColumns } from '../rows.ts';
import type { Page } from '../store/list.ts';
import type { MetaKey, TooBroad } from '../store/post-expression.ts';
import type {
  AuthorRow,
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
import { countedAuthors } from './counters.ts';
import { planExpression } from './expression-plan.ts';
import { findPosts } from './find-posts.ts';
import {
  dependOnList,
  indexChanged,
  reassignPosts,
  recordInserted,
  recordUpdate,
  removePosts,
} from './post-changes.ts';
import { shownMetaValue } from './post-condition.ts';
import { internRow, mayReuseRows, pageOfRows, partOfPosts, postRow, revisionFacts } from './post-row-cache.ts';
import {
  authorsWhere,
  countsOfAuthor,
  duePosts,
  firstPostWhere,
  insertPostRow,
  lockedPostsWhere,
  nextDuePost,
  postIdsWhere,
  postsWhere,
  rowsOfAuthor,
  shownMetaValues,
  updatePostRow,
} from './post-statements.ts';
import { prefetchWith } from './prefetch.ts';
import { preparedSearch } from './search/prepared-search.ts';
import { countPosts, countPostsBy, countPostsByPeriod, countPostsByTerm } from './totals.ts';

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
    const session = this.#session;
    dependOnList(session, filter);
    const find = (columns?: readonly (keyof Post)[]) => findPosts(session, filter, order, page, columns);
    if (names) return find(names);
    const name = () => JSON.stringify([filter, order, page]);
    if (!filter.search && mayReuseRows(session)) return pageOfRows(session, name(), find);
    const rows = await prefetchWith(session, name, find);
    return rows.map((row) => internRow(session, row));
  }

  count(filter: PostFilter): Promise<number> {
    this.#session.dependOn('posts');
    return countPosts(this.#session, filter);
  }

  countAhead(filter: PostFilter): Promise<number> | null {
    const { site, inTransaction } = this.#session;
    // A search visits every post: a page that is not full tells the total without one.
    const visitsAll = filter.search ?? filter.notSearch ?? filter.where;
    return !site.readTogether || inTransaction || visitsAll ? null : this.count(filter);
  }

  async plan(filter: PostFilter, order: PostOrder): Promise<PostFilter | TooBroad> {
    await this.#session.site.metaIndex.catchUp();
    return planExpression(await preparedSearch(this.#session, filter), filter, order);
  }

  async newestMatches(filter: PostFilter, most: number): Promise<TextMatches> {
    const newest = { by: 'date', direction: 'desc' } as const;
    const rows = await this.find(filter, newest, { limit: most + 1, offset: 0 }, ['id']);
    return { ids: rows.slice(0, most).map(({ id }) => id), isComplete: rows.length <= most };
  }

  async metaValues(ids: readonly number[], key: MetaKey): Promise<Map<number, string | number>> {
    const condition = oneOf('p.ID', ids);
    if (condition === never) return new Map();
    this.#session.dependOnEach('post', ids);
    const value = mapped(shownMetaValue(key, this.#session.dialect), (built) => built.$castTo<string | number>());
    const rows = await this.#session.select(shownMetaValues, { condition, value });
    return new Map(rows.map((row) => [row.id, row.value]));
  }

  countBy(filter: CountedFilter, by: 'status' | 'type'): Promise<Map<string, number>> {
    this.#session.dependOn('posts');
    return countPostsBy(this.#session, filter, by);
  }

  countByTerm(filter: CountedFilter, taxonomy: string): Promise<Map<number, number>> {
    this.#session.dependOn('posts');
    this.#session.dependOn('terms');
    return countPostsByTerm(this.#session, filter, taxonomy);
  }

  byPeriod(filter: PostFilter, unit: 'year' | 'month' | 'day', page: Page): Promise<PostPeriod[]> {
    this.#session.dependOn('posts');
    return countPostsByPeriod(this.#session, filter, unit, page);
  }

  byId(id: number): MaybePromise<Post | null> {
    return andThen(this.byIds([id]), ([post]) => post ?? null);
  }

  async lockedById(id: number): Promise<Post | null> {
    const session = this.#session;
    session.dependOn(`post:${id}`);
    const rows = session.dialect.can.manyWriters ? lockedPostsWhere : postsWhere;
    const [post] = await session.select(rows, { condition: oneOf('p.ID', [id]) });
    return post ?? null;
  }

  byIds(ids: readonly number[]): MaybePromise<Post[]> {
    this.#session.dependOnEach('post', ids);
    const read = () => andThen(partOfPosts(this.#session, ids, postRow), (found) => [...found.values()]);
    const reading = prefetchWith(this.#session, () => `posts ${ids.join()}`, read);
    return andThen(reading, (rows) => (rows.length > 1 ? rows.sort((one, other) => one.id - other.id) : rows));
  }

  async children(parentId: number, types: readonly string[]): Promise<Post[]> {
    this.#session.dependOn('posts');
    return this.#where(all([oneOf('p.post_parent', [parentId]), oneOf('p.post_type', types)]));
  }

  async slugTaken(slug: string, among: SlugScope): Promise<boolean> {
    return (await this.slugHolder(slug, among)) !== null;
  }

  async slugHolder(slug: string, among: SlugScope): Promise<number | null> {
    const session = this.#session;
    session.dependOn('posts');
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
      recordInserted(session, id, row);
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
      recordInserted(session, id, row);
      return { id, isTaken };
    });
  }

  async update(id: number, changes: PostChanges): Promise<void> {
    const columns = columnValues(postColumns, changes);
    if (columns.values.length === 0) return;
    await this.#session.transaction(async (session) => {
      const isCountedOtherwise = await recordUpdate(session, id, changes);
      await session.changeLater(updatePostRow, { columns, id });
      session.touch('posts', `post:${id}`);
      indexChanged(session, id, changes);
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

  ofAuthor(authorId: number, afterId: number, limit: number): Promise<AuthorRow[]> {
    this.#session.dependOn('posts');
    return this.#session.select(rowsOfAuthor, { authorId, afterId, limit });
  }

  async typesOfAuthor(authorId: number): Promise<Map<string, number>> {
    this.#session.dependOn('posts');
    const rows = await this.#session.select(countsOfAuthor, { authorId });
    return new Map(rows.map(({ type, n }) => [type, n]));
  }

  reassign(ids: readonly number[], authorId: number): Promise<void> {
    return this.#session.transaction((session) => reassignPosts(session, ids, authorId));
  }

  async remove(id: number): Promise<void> {
    await this.#session.transaction((session) => removePosts(session, [id]));
  }

  async removeChildren(parentId: number, types: readonly string[]): Promise<void> {
    const children = all([oneOf('p.post_parent', [parentId]), oneOf('p.post_type', types)]);
    await this.#session.transaction(async (session) => removePosts(session, await idsWhere(session, children)));
  }

  revisionFacts(postIds: readonly number[]): MaybePromise<Map<number, RevisionFacts>> {
    const session = this.#session;
    session.dependOnEach('revisions', postIds);
    return partOfPosts(session, postIds, revisionFacts);
  }

  async authorsWith(
    types: readonly string[],
    statuses: readonly string[],
    among?: readonly number[],
  ): Promise<Set<number>> {
    const session = this.#session;
    if (among) session.dependOnEach('author', among);
    else session.dependOn('posts');
    if (session.hasLists) return countedAuthors(session, types, statuses, among);
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

async function idsWhere(session: Session, condition: SqlCondition): Promise<number[]> {
  if (condition === never) return [];
  const rows = await session.select(postIdsWhere, { condition });
  return rows.map((row) => row.id);
}
