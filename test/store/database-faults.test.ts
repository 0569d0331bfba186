import { createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../src/rules/visibility.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { OpenStore, TouchedTags } from '../../src/storage/store.ts';
import { commitAfter, type FaultProxy, startFaultProxy } from '../cluster/support/fault-proxy.ts';
import { waitUntil } from '../cluster/support/wait-until.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../support/database.ts';
import { postRow } from '../support/rows.ts';

const deadlines = { connectMs: 3_000, acquireMs: 5_000, statementMs: 8_000 };

describe.runIf(storeKind() === 'mariadb')('a database server', () => {
  let database: FreshDatabase;
  let proxies: FaultProxy[] = [];
  let stores: OpenStore[] = [];

  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    [stores, proxies] = [[], []];
    await database.drop();
  });

  const proxied = async (): Promise<FaultProxy> => {
    const proxy = await startFaultProxy(Number(new URL(database.url).port || 3306));
    proxies.push(proxy);
    return proxy;
  };
  const open = async (...through: readonly FaultProxy[]): Promise<OpenStore> => {
    const url = new URL(database.url);
    const hosts = through.map(({ port }) => `127.0.0.1:${port}`).join();
    const store = await openStore({
      url: `mysql://${url.username}@${hosts || url.host}${url.pathname}`,
      deadlines,
    });
    stores.push(store);
    return store;
  };
  const run = async (...statements: readonly string[]): Promise<void> => {
    const connection = await createConnection(database.url);
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  };

  describe('whose commits come out of order', () => {
    it('tells of a late one to those who were there and to those who started meanwhile', async () => {
      const proxy = await proxied();
      const [writer, early] = [await open(proxy), await open()];
      const id = await early.posts.insert(postRow());
      await early.changes.poll();
      const hold = proxy.hold(commitAfter(/wp_posts/));
      const writing = writer.posts.update(id, { title: 'late' });
      await hold.caught;
      for (let n = 0; n < 20; n += 1) await early.options.set('overtaking', String(n));
      const late = await open();
      expect(await early.changes.poll()).toEqual(new Set(['options']));
      expect(await late.changes.poll()).toBeNull();
      hold.release();
      await writing;
      const touched: TouchedTags = new Set([`post:${id}`, 'posts']);
      expect(await early.changes.poll()).toEqual(touched);
      expect(await late.changes.poll()).toEqual(touched);
    });

    it('is told of no gap twice, and fences those that stay', async () => {
      const store = await open();
      await store.options.set('a', '1');
      await run('insert into wp_platen_changes (seq, tags, at) values (40, \'["posts"]\', 0)');
      expect(await store.changes.poll()).toEqual(new Set(['options', 'posts']));
      await waitUntil('the gap is fenced', async () => {
        expect(await store.changes.poll()).toBeNull();
        const connection = await createConnection(database.url);
        const [rows] = await connection.query(
          'select max(seq) >= 40 and max(seq) - min(seq) + 1 = count(*) as isWhole from wp_platen_changes',
        );
        await connection.end();
        return JSON.stringify(rows) === '[{"isWhole":1}]';
      });
      await store.options.set('a', '2');
      expect(await store.changes.poll()).toEqual(new Set(['options']));
    });
  });

  describe('whose log has lost rows', () => {
    it.each([
      [
        'and given their numbers to others',
        ['update wp_platen_changes set tags = \'["x"]\', token = 1 order by seq desc limit 1'],
      ],
      ['at its end', ['delete from wp_platen_changes order by seq desc limit 1']],
      ['altogether', ['delete from wp_platen_changes']],
    ])('%s is taken as wholly changed', async (_, statements) => {
      const store = await open();
      await store.options.set('a', '1');
      await store.options.set('a', '2');
      expect(await store.changes.poll()).toEqual(new Set(['options']));
      await run(...statements);
      expect(await store.changes.poll()).toBe('everything');
      expect(await store.changes.poll()).toBeNull();
      await store.options.set('a', '3');
      expect(await store.changes.poll()).not.toBeNull();
    });
  });

  it('that ends a connection is taken as wholly changed', async () => {
    const proxy = await proxied();
    const store = await open(proxy);
    expect(await store.changes.poll()).toBeNull();
    proxy.cut();
    const polled = async () => store.changes.poll();
    await waitUntil('the store notices', async () => (await polled().catch(() => null)) === 'everything');
  });

  it('that freezes is given up within the deadlines, and used again when it answers', async () => {
    const proxy = await proxied();
    const store = await open(proxy);
    const id = await store.posts.insert(postRow());
    proxy.freeze();
    const asked = [
      store.ping(),
      store.posts.byId(id),
      store.posts.update(id, { title: 'never' }),
      store.changes.poll(),
    ];
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: 'unreachable' } });
    }
    // It is known to be away now, so nobody waits.
    await expect(store.posts.byId(id)).rejects.toMatchObject({ failure: 'unreachable' });
    proxy.thaw();
    await waitUntil('the store answers', () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    expect((await store.posts.byId(id))?.title).not.toBe('never');
  });

  it('that is lost during a commit has stored the change once or not at all', async () => {
    const proxy = await proxied();
    const [writer, other] = [await open(proxy), await open()];
    const hold = proxy.hold(commitAfter(/wp_posts/));
    const writing = writer.posts.insert(postRow({ title: 'once' }));
    await hold.caught;
    hold.release();
    proxy.cut();
    const id = await writing;
    expect((await other.posts.byId(id))?.title).toBe('once');
    expect(await other.posts.count({ types: ['post'], visibility: everything })).toBe(1);
  });

  it('takes the place of one that froze, until that one is back', async () => {
    const [first, second] = [await proxied(), await proxied()];
    const store = await open(first, second);
    await store.options.set('a', '1');
    expect(second.connections()).toBe(0);
    first.freeze();
    await waitUntil('the second server is used', async () => {
      return store.options.set('a', '2').then(
        () => true,
        () => false,
      );
    });
    expect(second.connections()).toBeGreaterThan(0);
    first.thaw();
    await waitUntil('the first server is used again', async () => {
      await store.options.set('a', '3').catch(() => null);
      return second.connections() === 0 && first.connections() > 0;
    });
  });

  it('is spared the reads of visitors by a replica that has everything, and serves them when it has not', async () => {
    const [server, replica] = [await proxied(), await proxied()];
    const url = `${server.url(new URL(database.url).pathname.slice(1))}?replicas=127.0.0.1:${replica.port}`;
    const store = await openStore({ url, deadlines });
    stores.push(store);
    const id = await store.posts.insert(postRow({ title: 'first' }));
    const title = async () => (await (await store.observe(new Set()).forVisitor()).posts.byId(id))?.title;
    const reads = ({ seen }: FaultProxy) =>
      seen.filter((text) => /^select .*`post_title`.*from `wp_posts`/.test(text)).length;
    expect(await title()).toBe('first');
    expect([reads(server), reads(replica)]).toEqual([0, 1]);
    // The replica does not get to say what it has: it counts as behind, and then as away.
    const hold = replica.hold((text) => text.includes('platen_changes'));
    await store.posts.update(id, { title: 'second' });
    expect(await title()).toBe('second');
    expect([reads(server), reads(replica)]).toEqual([1, 1]);
    hold.release();
    await waitUntil('the replica is used again', async () => {
      expect(await title()).toBe('second');
      return reads(replica) > 1;
    });
  });

  it('lets others write to a category while one of its writers is frozen', async () => {
    const proxy = await proxied();
    const [frozen, other] = [await open(proxy), await open()];
    const term = { name: 'T', slug: 't', taxonomy: 'category', description: '', parentId: 0 };
    const category = await other.terms.insert(term);
    const [held, free] = [await other.posts.insert(postRow()), await other.posts.insert(postRow())];
    const hold = proxy.hold(commitAfter(/term_relationships/));
    const writing = frozen.terms.assign(held, 'category', [category]).catch(() => null);
    await hold.caught;
    await other.terms.assign(free, 'category', [category]);
    expect((await other.terms.byId(category))?.count).toBe(1);
    hold.release();
    await writing;
  });
});
