import { constants } from 'node:sqlite';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Jobs, warningJobs } from '../../src/lib/jobs.ts';
import { everything, type Visibility } from '../../src/rules/visibility.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import { StatementCache } from '../../src/storage/query/statement.ts';
import { SqliteFile } from '../../src/storage/sqlite/sqlite-file.ts';
import type { ColumnOrder, OpenStore, PostFilter, PostOrder } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../support/database.ts';

const published: Visibility = { anyOf: [{ types: ['post', 'page'], statuses: ['publish'] }] };
const visitor: Visibility = {
  anyOf: [
    ...published.anyOf,
    { types: ['attachment'], statuses: ['inherit'], parent: 'none' },
    { types: ['attachment'], statuses: ['inherit'], parent: published },
  ],
};
const author: Visibility = { anyOf: [...visitor.anyOf, { statuses: 'any', authorId: 7 }] };
const posts: PostFilter = { types: ['post'], visibility: visitor, statuses: ['publish'] };
const media: PostFilter = { types: ['attachment'], visibility: visitor, statuses: ['inherit'] };
const page = { limit: 10, offset: 490 };
const desc = (by: ColumnOrder['by']): PostOrder => ({ by, direction: 'desc' });
const category = { withTerms: [{ taxonomy: 'category', termIds: [3] }] };
const comments = { anyOf: [{ approved: ['1'], post: published, unprotected: { exceptPostIds: [] } }] };

/** Queries that a site runs all day; whatever it holds, each must find its rows by an index, in order. */
const hot: Record<string, (store: OpenStore) => unknown> = {
  'newest posts': (s) => s.posts.find(posts, desc('date'), page),
  'oldest posts': (s) => s.posts.find(posts, { by: 'date', direction: 'asc' }, page),
  'posts by change': (s) => s.posts.find(posts, desc('modified'), page),
  'posts by title': (s) => s.posts.find(posts, desc('title'), page),
  'posts by slug': (s) => s.posts.find(posts, desc('slug'), page),
  'posts by id': (s) => s.posts.find(posts, desc('id'), page),
  'posts by author': (s) => s.posts.find(posts, desc('author'), page),
  'posts by parent': (s) => s.posts.find(posts, desc('parent'), page),
  'pages by menu order': (s) => s.posts.find({ ...posts, types: ['page'] }, desc('menuOrder'), page),
  'pages at the top in menu order': (s) =>
    s.posts.find({ ...posts, types: ['page'], parentIds: [0] }, { by: 'menuOrder', direction: 'asc' }, page),
  'pages at the top by date': (s) => s.posts.find({ ...posts, types: ['page'], parentIds: [0] }, desc('date'), page),
  'posts since a date': (s) => s.posts.find({ ...posts, after: '2024-01-01 00:00:00' }, desc('date'), page),
  'posts of an author': (s) => s.posts.find({ ...posts, authorIds: [7] }, desc('date'), page),
  'posts of two authors': (s) => s.posts.find({ ...posts, authorIds: [7, 8] }, desc('date'), page),
  'posts of a category': (s) => s.posts.find({ ...posts, ...category }, desc('date'), page),
  'posts of two tags': (s) =>
    s.posts.find({ ...posts, withTerms: [{ taxonomy: 'post_tag', termIds: [3, 4] }] }, desc('date'), page),
  'posts without a category': (s) => s.posts.find({ ...posts, withoutTerms: category.withTerms }, desc('date'), page),
  'posts in several states': (s) =>
    s.posts.find({ ...posts, statuses: ['publish', 'draft', 'private'], visibility: author }, desc('date'), page),
  'media of a visitor': (s) => s.posts.find(media, desc('date'), page),
  'what revisions posts have': (s) => s.posts.revisionFacts([1, 2, 3]),
  'children of a page': (s) => s.posts.children(5, ['page']),
  'a slug that may be taken': (s) => s.posts.slugTaken('one', { types: ['post'], exceptId: 1 }),
  'a slug that any row may have taken': (s) => s.posts.slugTaken('one', { exceptId: 1 }),
  'one post': (s) => s.posts.byId(5),
  'the next scheduled post': (s) => s.posts.nextDue(),
  'scheduled posts that are due': (s) => s.posts.due('2024-01-01 00:00:00', 10),
  'total of posts': (s) => s.posts.count(posts),
  'total of an author': (s) => s.posts.count({ ...posts, authorIds: [7] }),
  'total of a category': (s) => s.posts.count({ ...posts, ...category }),
  'total of media': (s) => s.posts.count(media),
  'total as an author': (s) => s.posts.count({ ...posts, statuses: ['publish', 'draft'], visibility: author }),
  'authors with posts': (s) => s.posts.authorsWith(['post'], ['publish'], [7, 8]),
  'tags by name': (s) => s.terms.find({ taxonomy: 'post_tag' }, { by: 'name', direction: 'asc' }, page),
  'total of tags': (s) => s.terms.count({ taxonomy: 'post_tag', hideEmpty: true }),
  'terms of posts': (s) => s.terms.ofPosts([1, 2, 3]),
  'a term by slug': (s) =>
    s.terms.find({ taxonomy: 'category', slugs: ['news'] }, { by: 'id', direction: 'asc' }, page),
  'one value of meta': (s) => s.meta.removeValue('post', '_thumbnail_id', '7'),
  'a user by login': (s) => s.users.byLogin('anna'),
  'a user by e-mail': (s) => s.users.byEmail('anna@example.org'),
  'newest comments': (s) =>
    s.comments.find(
      { visibility: comments, types: ['comment'], approved: ['1'] },
      { by: 'dateGmt', direction: 'desc' },
      page,
    ),
  'comments of a post': (s) =>
    s.comments.find(
      { visibility: comments, postIds: [5], approved: ['1'] },
      { by: 'dateGmt', direction: 'desc' },
      page,
    ),
  'answers to comments': (s) => s.comments.withChildren([1, 2], { visibility: comments, approved: ['1', '0'] }),
  'total of comments': (s) => s.comments.count({ visibility: comments, types: ['comment'], approved: ['1'] }),
  'total of comments of a post': (s) => s.comments.count({ visibility: comments, postIds: [5] }),
};

/** Look-ups of a few rows, which are put in order after they are found. */
const fewRows: typeof hot = {
  'revisions of posts': (s) =>
    s.posts.find({ types: ['revision'], visibility: everything, parentIds: [1] }, desc('id'), page),
  'posts by their ids': (s) => s.posts.find({ ...posts, ids: [1, 2, 3] }, desc('include'), page),
  'a search': (s) => s.posts.find({ ...posts, search: ['some words'] }, desc('date'), page),
  'posts by their slugs': (s) => s.posts.find({ ...posts, slugs: ['one', 'two'] }, desc('id'), page),
  'a category with those below it': (s) => s.terms.withDescendants(3, 'category'),
  'meta of posts': (s) => s.meta.of('post', [1, 2, 3]),
  'roles of users': (s) => s.users.capabilities([1, 2]),
};

/** Lists that are asked for often are not read in the background, beside the query of a later test. */
const jobs: Jobs = {
  ...warningJobs,
  of: (name) => ({ ...warningJobs.of(name), ...(name === 'list orders' ? { run: async () => {} } : {}) }),
};

describe('hot queries on SQLite', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  let planner: SqliteFile;

  beforeAll(async () => {
    database = await freshDatabase('sqlite');
    store = await openStore({ url: database.url, jobs });
    // What looks for texts to index is not a query of the site.
    store.holdIndexing();
    planner = new SqliteFile(database.url.slice('sqlite:'.length), { readOnly: false, waitMs: 1000 });
  });
  afterAll(async () => {
    planner.close();
    await store.close();
    await database.drop();
  });

  /** Every select that the work runs, with its values. */
  async function selectsOf(work: (store: OpenStore) => unknown): Promise<[string, readonly unknown[]][]> {
    // Nothing comes from memory.
    await store.invalidateTags('everything');
    const run = vi.spyOn(SqliteFile.prototype, 'run');
    await work(store);
    const selects = run.mock.calls.filter(([sql]) => /^(?:select|with) /.test(sql));
    run.mockRestore();
    expect(selects.length).toBeGreaterThan(0);
    return selects;
  }

  /** The plan of every select that the work runs. */
  async function plansOf(work: (store: OpenStore) => unknown): Promise<string[]> {
    return (await selectsOf(work)).flatMap(([sql]) =>
      (planner.run(`explain query plan ${sql}`, []).rows as { detail: string }[]).map((row) => row.detail),
    );
  }

  it.each(Object.entries(hot))('%s', async (_name, work) => {
    const plan = await plansOf(work);
    expect(scans(plan)).toEqual([]);
    // A merged page is put in order once more, by the ten rows it holds.
    const sorts = plan.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'));
    expect(sorts.length).toBeLessThanOrEqual(plan.some((step) => step.startsWith('MERGE')) ? 1 : 0);
  });

  /** How often SQLite asks, while it runs a statement that is prepared, what only compiling asks. */
  function compilingsOf([sql, values]: [string, readonly unknown[]]): number {
    const file = new SqliteFile(database.url.slice('sqlite:'.length), { readOnly: true, waitMs: 1000 });
    let asked = 0;
    file.database.setAuthorizer(() => {
      asked += 1;
      return constants.SQLITE_OK;
    });
    try {
      file.run(sql, values);
      file.run(sql, values);
      expect(asked).toBeGreaterThan(0);
      const before = asked;
      file.run(sql, values);
      return asked - before;
    } finally {
      file.close();
    }
  }

  it.each(Object.entries(hot))('%s: compiled once, not at every run', async (_name, work) => {
    for (const select of await selectsOf(work)) expect(compilingsOf(select), select[0]).toBe(0);
  });

  it('is not fooled: a bare parameter as a limit is compiled at every run', () => {
    expect(compilingsOf(['select ID from wp_posts limit ?', [10]])).toBeGreaterThan(0);
  });

  it('takes the index of pages at the top only where nothing else finds fewer', async () => {
    const top: PostFilter = { ...posts, types: ['page'], parentIds: [0] };
    const planOf = async (filter: PostFilter) =>
      (await plansOf((s) => s.posts.find(filter, { by: 'menuOrder', direction: 'asc' }, page))).join('\n');
    expect(await planOf(top)).toContain('posts_top');
    expect(await planOf({ ...top, notIds: [3] })).toContain('posts_top');
    const narrower: Partial<PostFilter>[] = [
      { slugs: ['one'] },
      { ids: [1, 2] },
      { authorIds: [7] },
      { after: '2024-01-01' },
    ];
    for (const filter of narrower) expect(await planOf({ ...top, ...filter })).not.toContain('posts_top');
  });

  it.each(Object.entries(fewRows))('%s', async (_name, work) => expect(scans(await plansOf(work))).toEqual([]));

  /** Statements of all triggers, with the row they stand for left open. */
  const triggered = (): string[] =>
    (planner.run("select sql from sqlite_schema where type = 'trigger'", []).rows as { sql: string }[]).flatMap(
      ({ sql }) =>
        sql
          .slice(sql.indexOf(' begin ') + ' begin '.length, -'; end'.length)
          .replace(/\b(?:old|new)\.\w+/g, '?1')
          .split('; '),
    );
  const planOf = (sql: string): string[] =>
    (planner.run(`explain query plan ${sql}`, ['']).rows as { detail: string }[]).map((row) => row.detail);

  it('leaving the list of a term, however many posts share a date', () => {
    const leaving = triggered().filter((sql) => sql.startsWith('delete from wp_platen_term_posts'));
    expect(leaving.length).toBeGreaterThanOrEqual(3);
    for (const sql of leaving) expect(planOf(sql)[0]).toContain('post_date=? AND post_id=?)');
  });

  it('is not fooled: a query that no index serves shows as a scan', async () => {
    const plan = await plansOf((s) => s.comments.count({ visibility: { anyOf: [{ approved: 'any' }] }, content: 'x' }));
    expect(scans(plan)).toEqual(['SCAN c']);
  });
});

/**
 * Steps that walk a whole table. Not counted: `b` and subqueries, pages that were made before; the index of scheduled posts, which
 * holds no others; and a look into the index of trigrams, which SQLite calls a scan of a virtual table.
 */
const scans = (plan: readonly string[]): string[] =>
  plan.filter(
    (step) =>
      step.startsWith('SCAN') &&
      !/^SCAN (b|below|CONSTANT ROW)\b|^SCAN \(subquery-\d+\)|posts_due|VIRTUAL TABLE INDEX 0:M/.test(step),
  );

/** What a server must do without reading or sorting all posts; the other hot queries grow with other tables. */
const onServer: typeof hot = {
  ...Object.fromEntries(
    Object.entries(hot).filter(
      ([name]) =>
        /^(newest|oldest|posts|pages|media|the next|scheduled|total of (posts|an|a c|m)|total as|authors)/.test(name) &&
        !/slug that/.test(name),
    ),
  ),
  'the first page': (s) => s.posts.find(posts, desc('date'), { limit: 10, offset: 0 }),
  'a page in the middle': (s) => s.posts.find(posts, desc('date'), { limit: 10, offset: 1_500 }),
  'the last page': (s) => s.posts.find(posts, desc('date'), { limit: 10, offset: 2_990 }),
  'the last page by title': (s) => s.posts.find(posts, desc('title'), { limit: 10, offset: 2_990 }),
  'a page by title in the middle': (s) => s.posts.find(posts, desc('title'), { limit: 10, offset: 1_500 }),
  'the last page by slug': (s) => s.posts.find(posts, desc('slug'), { limit: 10, offset: 2_990 }),
  'the last page of an author': (s) =>
    s.posts.find({ ...posts, authorIds: [7] }, desc('date'), { limit: 10, offset: 140 }),
  'posts of a category and a tag': (s) =>
    s.posts.find(
      { ...posts, withTerms: [...category.withTerms, { taxonomy: 'post_tag', termIds: [4] }] },
      desc('date'),
      { limit: 10, offset: 0 },
    ),
  'posts without a category, first page': (s) =>
    s.posts.find({ ...posts, withoutTerms: category.withTerms }, desc('date'), { limit: 10, offset: 0 }),
  'posts before a date': (s) =>
    s.posts.find({ ...posts, before: '2020-02-01 00:00:00' }, desc('date'), { limit: 10, offset: 0 }),
  'posts that changed after a moment': (s) =>
    s.posts.find({ ...posts, modifiedAfter: '2019-01-01 00:00:00' }, desc('date'), { limit: 10, offset: 0 }),
  'all but a few posts': (s) => s.posts.find({ ...posts, notIds: [3, 4] }, desc('date'), { limit: 10, offset: 0 }),
  'pages without parent': (s) =>
    s.posts.find({ ...posts, types: ['page'], parentIds: [0] }, desc('date'), { limit: 10, offset: 0 }),
  'posts with a word that all have': (s) =>
    s.posts.find({ ...posts, search: ['xxx'] }, desc('date'), { limit: 10, offset: 0 }),
  'posts with a word in their titles, by relevance': (s) =>
    s.posts.find({ ...posts, search: ['title'] }, desc('relevance'), { limit: 10, offset: 0 }),
  'the last page of a category': (s) =>
    s.posts.find({ ...posts, ...category }, desc('date'), { limit: 10, offset: 990 }),
  'users with posts': (s) =>
    s.users.find({ withPublished: ['post', 'page'] }, { by: 'name', direction: 'asc' }, { limit: 10, offset: 0 }),
  'total of users with posts': (s) => s.users.count({ withPublished: ['post'] }),
};

interface ServerStep {
  readonly table: string | null;
  readonly type: string | null;
  readonly rows: number;
  readonly Extra: string;
}

describe.runIf(storeKind() === 'mariadb')('hot queries on MariaDB', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  let server: Connection;

  beforeAll(async () => {
    database = await freshDatabase();
    store = await openStore({ url: database.url, jobs });
    server = await createConnection({ uri: database.url, multipleStatements: true });
    await server.query(`
      insert into wp_posts (post_author, post_date, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered)
        select seq % 20, '2020-01-01' + interval seq hour, concat('Title ', seq * 7919 % 3000), concat('slug-', seq), repeat('x', 200), '', '', '', '' from seq_1_to_3000;
      insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) values (3, 3, 'category', ''), (4, 3, 'post_tag', ''), (5, 4, 'post_tag', '');
      insert into wp_term_relationships (object_id, term_taxonomy_id) select seq, 3 + seq % 3 from seq_1_to_3000;
      insert into wp_users (user_login, display_name) select concat('user', seq), concat('User ', seq) from seq_1_to_50;
      `);
    await vi.waitFor(async () => expect(await areCompacted()).toBe(true), { timeout: 300_000, interval: 50 });
    const indexed = async () => expect(await store.searchIndex()).toEqual({ waiting: 0 });
    await vi.waitFor(indexed, { timeout: 300_000, interval: 100 });
    await server.query('analyze table wp_posts, wp_platen_list, wp_platen_term_posts, wp_platen_counts, wp_users');
  });
  afterAll(async () => {
    await server.end();
    await store.close();
    await database.drop();
  });

  /** A total that is added up of many deltas has them compacted. */
  async function areCompacted(): Promise<boolean> {
    await store.invalidateTags('everything');
    await store.posts.count(posts);
    const [rows] = await server.query('select 1 from wp_platen_counts where part > 0 limit 1');
    return Array.isArray(rows) && rows.length === 0;
  }

  async function plansOf(work: (store: OpenStore) => unknown): Promise<ServerStep[]> {
    // Nothing comes from memory.
    await store.invalidateTags('everything');
    const asked = vi.spyOn(StatementCache.prototype, 'query');
    await work(store);
    const queries = asked.mock.results.map(({ value }) => value as { sql: string; parameters: readonly unknown[] });
    asked.mockRestore();
    const selects = queries.filter(({ sql }) => sql.startsWith('select '));
    expect(selects.length).toBeGreaterThan(0);
    const plans: ServerStep[] = [];
    for (const { sql, parameters } of selects) {
      const [steps] = await server.query(`explain ${sql}`, [...parameters]);
      plans.push(...(steps as ServerStep[]));
    }
    return plans;
  }

  /**
   * Steps that read or sort a table that grows with the posts. Few rows are: a page that was found, users, and the parts
   * that a count is added up of, as long as an index finds them.
   */
  const growing = (plan: readonly ServerStep[]): ServerStep[] =>
    plan.filter(({ table, type, Extra }) => {
      if (table === null || /^(u|<.*>)$/.test(table)) return false;
      const isRead = type === 'ALL' || type === 'index';
      return isRead || (table !== 'k' && /filesort|temporary/.test(Extra ?? ''));
    });

  it.each(Object.entries(onServer))('%s', async (_name, work) => {
    const plan = await plansOf(work);
    expect(growing(plan)).toEqual([]);
    // The table with the texts is asked for the rows of the page only.
    for (const { table, type } of plan)
      if (table === 'p' && type !== 'eq_ref') expect(type).toMatch(/^(ref|range|const)$/);
  });

  it('is not fooled: what no index has is read or sorted', async () => {
    const plan = await plansOf((s) => s.posts.find({ ...posts, notSearch: ['x'] }, desc('title'), page));
    expect(growing(plan)).not.toEqual([]);
  });
});
