import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Connection, createConnection } from 'mysql2/promise';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlaten } from '../../src/index.ts';
import { createJobs, type Jobs, type JobTally } from '../../src/lib/jobs.ts';
import { everything } from '../../src/rules/visibility.ts';
import { mariadbSchema } from '../../src/storage/mariadb/mariadb-schema.ts';
import { openMariadb } from '../../src/storage/mariadb/open-mariadb.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { MetaKey, OpenStore, PostFilter } from '../../src/storage/store.ts';
import { startFaultProxy } from '../cluster/support/fault-proxy.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../support/database.ts';
import { type JobTestedIn, jobsTestedIn } from '../support/job-tests.ts';
import { postRow } from '../support/rows.ts';

type JobName = JobTestedIn<'test/store/store-jobs.test.ts'> | 'search index';

/** The jobs that only a server has; the name of each is that of its test. */
const named: Record<JobTestedIn<'test/store/store-jobs.test.ts'>, string> = {
  'database servers': 'reports that no server can be reached, without a request',
  'foreign changes': 'reports that changes of other programs cannot be looked for',
  lists: 'reports counters that cannot be compacted, and counts all the same',
  'meta index comparison': 'reports meta values that cannot be compared',
  prefetch: 'reports what was read ahead in vain, without failing the request',
  replica: 'reports a replica that fails, and reads where writes go',
  'search comparison': 'reports texts that cannot be compared',
};

describe.runIf(storeKind() === 'mariadb')('background work of a store', () => {
  let database: FreshDatabase;
  let other: Connection;
  let jobs: Jobs;
  const opened: OpenStore[] = [];
  beforeEach(async () => {
    database = await freshDatabase();
    other = await createConnection({ uri: database.url, multipleStatements: true });
    jobs = createJobs(() => {}, Date.now);
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await other.end();
    await database.drop();
  });

  const open = async (url = database.url): Promise<OpenStore> => {
    const store = await openStore({ url, jobs });
    opened.push(store);
    return store;
  };
  /** The tables of another program, with a post. */
  const adopt = async (): Promise<void> => {
    for (const text of mariadbSchema('wp_').filter((each) => !each.includes('platen_'))) await other.query(text);
    await other.query("set sql_mode = ''; insert into wp_posts (post_title, post_status) values ('a', 'publish')");
    await other.query('insert into wp_term_relationships (object_id, term_taxonomy_id) values (1, 1)');
  };
  const move = (from: string, to: string, ...tables: readonly string[]) =>
    other.query(tables.map((table) => `rename table wp_${table}${from} to wp_${table}${to}`).join(';'));
  const tally = (name: JobName): JobTally => jobs.tallies.get(name) ?? { failures: 0, lastSuccessMs: null };
  /** Asks until the job has failed, or has succeeded since a time. */
  const failing = (name: JobName, ask: () => Promise<unknown>) =>
    expect.poll(async () => [await ask(), tally(name).failures > 0], { interval: 100 });
  const working = (name: JobName, ask: () => Promise<unknown>) => {
    const since = Date.now();
    return expect.poll(async () => [await ask(), (tally(name).lastSuccessMs ?? 0) >= since], { interval: 100 });
  };
  const published: PostFilter = { types: ['post'], statuses: ['publish'], visibility: everything };

  it('has a test for each of its jobs', () => {
    expect(Object.keys(named).sort()).toEqual(jobsTestedIn('test/store/store-jobs.test.ts').sort());
  });

  it('reports an index that cannot be read, and goes on when it can; lists need no comparison', async () => {
    await adopt();
    const store = await open();
    const look = () => store.posts.count(published);
    await move('', '_away', 'platen_list', 'platen_search_waiting');
    await other.query("update wp_posts set post_title = 'b'");
    await failing('search index', look).toEqual([1, true]);
    await move('_away', '', 'platen_list', 'platen_search_waiting');
    await other.query("update wp_posts set post_title = 'c'");
    await working('search index', look).toEqual([1, true]);
  });

  it(named['search comparison'], async () => {
    await adopt();
    const store = await open();
    const found = (word: string) => () =>
      store.posts.count({ ...published, search: [word] }).catch((error: unknown) => String(error));
    await working('search comparison', found('a')).toEqual([1, true]);
    await move('', '_away', 'platen_search_waiting');
    await other.query("update wp_posts set post_title = 'lantern'");
    await failing('search comparison', found('lantern')).toEqual([expect.anything(), true]);
    await move('_away', '', 'platen_search_waiting');
    await other.query("update wp_posts set post_title = 'anchor'");
    await working('search comparison', found('anchor')).toEqual([1, true]);
  });

  it(named['meta index comparison'], async () => {
    await adopt();
    const store = await open();
    const key: MetaKey = { name: 'price', type: 'number', isIndexed: true };
    await store.declareMetaIndexes([key]);
    const cheap = (value: number) => async () => {
      const filter: PostFilter = { ...published, where: { kind: 'meta', key, compared: { is: '<', value } } };
      const planned = await store.posts.plan(filter, { by: 'id', direction: 'asc' });
      return 'types' in planned ? store.posts.count(planned).catch((error: unknown) => String(error)) : planned;
    };
    const setPrice = (value: number) =>
      other.query(
        `replace into wp_postmeta (meta_id, post_id, meta_key, meta_value) values (1, 1, 'price', '${value}')`,
      );
    await setPrice(5);
    await working('meta index comparison', cheap(6)).toEqual([1, true]);
    await move('', '_away', 'platen_meta_values');
    await setPrice(7);
    await failing('meta index comparison', cheap(8)).toEqual([expect.anything(), true]);
    await move('_away', '', 'platen_meta_values');
    await setPrice(9);
    await working('meta index comparison', cheap(10)).toEqual([1, true]);
  });

  it(named['lists'], async () => {
    const store = await open();
    /** What is counted is read again after a write only. */
    const count = async () => {
      await store.posts.update(1, { title: 'Again' });
      return store.posts.count(published);
    };
    await other.query(
      "create trigger broken before delete on wp_platen_counts for each row signal sqlstate '45000' set message_text = 'no'",
    );
    for (let n = 0; n < 60; n += 1) await store.posts.insert(postRow({ slug: `p${n}`, status: 'publish' }));
    await failing('lists', count).toEqual([60, true]);
    await other.query('drop trigger broken');
    await store.posts.insert(postRow({ slug: 'last', status: 'publish' }));
    await working('lists', count).toEqual([61, true]);
  });

  it(named['prefetch'], async () => {
    const store = await open();
    const id = await store.posts.insert(postRow({ status: 'publish' }));
    await store.meta.set('post', id, 'colour', ['red']);
    const page = { limit: 5, offset: 0 };
    /** A request reads a list, and perhaps what belongs to its posts. */
    const request = async (readsMeta: boolean) => {
      const own = await store.observe(new Set()).forVisitor();
      const rows = await own.posts.find(published, { by: 'date', direction: 'desc' }, page);
      if (readsMeta)
        await own.meta.of(
          'post',
          rows.map((row) => row.id),
        );
      return rows.map((row) => row.id);
    };
    for (let n = 0; n < 3; n += 1) expect(await request(true)).toEqual([id]);
    await move('', '_away', 'postmeta');
    await failing('prefetch', () => request(false)).toEqual([[id], true]);
    await expect(request(true)).rejects.toThrow();
    await move('_away', '', 'postmeta');
    // What an earlier request read ahead may still be failing.
    const again = async () => {
      const { failures } = tally('prefetch');
      return [await request(true), tally('prefetch').failures - failures];
    };
    await expect.poll(again).toEqual([[id], 0]);
  });

  it('tells who closes a snapshot that its connection is lost', async () => {
    const dialect = await openMariadb({ url: database.url, prefix: 'wp_', readOnly: false, jobs });
    const snapshot = await dialect.snapshot();
    const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(snapshot.db);
    await other.query(`kill ${rows[0]?.id}`);
    await expect(snapshot.close()).rejects.toThrow();
    await dialect.close();
  });

  it(named['replica'], async () => {
    const port = Number(new URL(database.url).port || 3306);
    const replica = await startFaultProxy(port);
    try {
      const store = await open(`${database.url}?replicas=127.0.0.1:${replica.port}`);
      const id = await store.posts.insert(postRow({ title: 'first' }));
      const title = async () => (await (await store.observe(new Set()).forVisitor()).posts.byId(id))?.title;
      const reads = () => replica.seen.filter((text) => /^select .*`post_title`.*from `wp_posts`/.test(text)).length;
      expect([await title(), reads()]).toEqual(['first', 1]);
      replica.target();
      replica.cut();
      await failing('replica', title).toEqual(['first', true]);
      replica.target(port);
      const before = reads();
      await expect.poll(async () => [await title(), reads() > before], { interval: 100 }).toEqual(['first', true]);
    } finally {
      for (const store of opened.splice(0)) await store.close();
      await replica.close();
    }
  });

  it(named['database servers'], async () => {
    const url = new URL(database.url);
    const port = Number(url.port || 3306);
    const proxy = await startFaultProxy(port);
    url.host = `127.0.0.1:${proxy.port}`;
    try {
      const store = await open(url.href);
      await store.ping();
      proxy.target();
      proxy.cut();
      await failing('database servers', async () => 0).toEqual([0, true]);
      proxy.target(port);
      await working('database servers', async () => 0).toEqual([0, true]);
      await store.ping();
    } finally {
      for (const store of opened.splice(0)) await store.close();
      await proxy.close();
    }
  });

  it(named['foreign changes'], async () => {
    await adopt();
    const lines: string[] = [];
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-foreign-'));
    const platen = await createPlaten({
      databaseUrl: database.url,
      dataDir,
      port: 0,
      siteUrl: 'http://site.test',
      adminPassword: 'pw',
      sampleContent: false,
      leads: true,
      log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    });
    const metric = async (name: string): Promise<number> => {
      const text = await (await platen.fetch('/metrics')).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name}{job="foreign changes"}`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const write = (title: string) => other.query(`update wp_posts set post_title = '${title}' where ID = 1`);
    try {
      await move('', '_away', 'platen_seen');
      await write('b');
      await expect.poll(() => metric('platen_job_failures_total')).toBeGreaterThan(0);
      expect(lines.filter((line) => line.includes('foreign changes'))).not.toEqual([]);
      expect((await platen.fetch('/wp-json/wp/v2/posts/1')).status).toBe(200);
      await move('_away', '', 'platen_seen');
      const since = Date.now() / 1000;
      await write('c');
      await expect.poll(() => metric('platen_job_last_success_timestamp_seconds')).toBeGreaterThan(since);
    } finally {
      await platen.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
