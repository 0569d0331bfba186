import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { huntStale } from '../support/stale-hunt.ts';
import { ask, visit } from './support/ask.ts';
import { type Cluster, clusterAvailable, startCluster } from './support/cluster.ts';
import { commitAfter, startFaultProxy } from './support/fault-proxy.ts';
import { administrator } from './support/instance.ts';
import { createPages, shownTitle, staleTitles } from './support/pages.ts';
import { copyDatabase, startReplicated, startStandalone } from './support/standalone.ts';
import { pause, waitUntil } from './support/wait-until.ts';

describe.runIf(clusterAvailable)('cached responses in a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  it.each([
    ['one node', [0, 0, 0]],
    ['three nodes', [0, 1, 2]],
  ] as const)('follow a COMMIT that comes twelve seconds after its change: %s', async (_, [a, b, c]) => {
    const database = await cluster.createDatabase();
    const proxy = await cluster.proxy(cluster.nodes[a]);
    const writer = await cluster.instance(proxy, database);
    const reader = await cluster.instance(cluster.nodes[b], database);
    const other = await cluster.instance(cluster.nodes[c], database);
    const [late = 0, busy = 0] = await createPages(writer, 2);
    expect(await shownTitle(reader, late)).toBe('before');
    const hold = proxy.hold(commitAfter(/update .*wp_posts/i));
    const writing = ask(writer, 'POST', `/wp/v2/pages/${late}`, { title: 'after' });
    await hold.caught;
    // The log moves on meanwhile, and the reader with it.
    for (let turn = 0; turn < 24; turn++) {
      await ask(other, 'POST', `/wp/v2/pages/${busy}`, { title: `busy ${turn}` });
      await shownTitle(reader, busy);
      await shownTitle(reader, late);
      await pause(500);
    }
    hold.release();
    const { status } = await writing;
    expect([200, 503]).toContain(status);
    if (status === 200) expect(await shownTitle(reader, late)).toBe('after');
    for (const each of [writer, reader, other]) {
      expect(await staleTitles(each, cluster.nodes[a], database, [late, busy])).toEqual([]);
    }
    await Promise.all([writer, reader, other].map((each) => each.stop()));
  });

  it.each([
    ['one node', [0, 0, 0]],
    ['three nodes', [0, 1, 2]],
  ] as const)('of an instance that started while a change was in flight: %s', async (_, [a, b, c]) => {
    const database = await cluster.createDatabase();
    const proxy = await cluster.proxy(cluster.nodes[a]);
    const writer = await cluster.instance(proxy, database);
    const other = await cluster.instance(cluster.nodes[c], database);
    const [late = 0, busy = 0] = await createPages(writer, 2);
    const hold = proxy.hold(commitAfter(/update .*wp_posts/i));
    const writing = ask(writer, 'POST', `/wp/v2/pages/${late}`, { title: 'after' });
    await hold.caught;
    for (let turn = 0; turn < 3; turn++) await ask(other, 'POST', `/wp/v2/pages/${busy}`, { title: `busy ${turn}` });
    const reader = await cluster.instance(cluster.nodes[b], database);
    for (let turn = 0; turn < 3; turn++) await shownTitle(reader, late);
    hold.release();
    const { status } = await writing;
    expect([200, 503]).toContain(status);
    if (status === 200) expect(await shownTitle(reader, late)).toBe('after');
    expect(await staleTitles(reader, cluster.nodes[a], database, [late, busy])).toEqual([]);
    await Promise.all([writer, reader, other].map((each) => each.stop()));
  });

  it('of an instance whose connections lead to nodes of which one lags', async () => {
    const [first, second, lagging] = cluster.nodes;
    const database = await cluster.createDatabase();
    const writer = await cluster.instance(first, database);
    const reader = await cluster.instance(await cluster.proxy(second, lagging), database);
    const ids = await createPages(writer, 20);
    await Promise.all(ids.map((id) => shownTitle(reader, id)));
    const catchUp = await lagging.lag();
    for (const id of ids)
      expect((await ask(writer, 'POST', `/wp/v2/pages/${id}`, { title: 'after' })).status).toBe(200);
    const reading = Promise.all([...ids, ...ids].map((id) => shownTitle(reader, id)));
    await pause(3_000);
    await catchUp();
    await reading;
    await lagging.ready();
    expect(await staleTitles(reader, first, database, ids)).toEqual([]);
    await Promise.all([writer.stop(), reader.stop()]);
  });

  it('after a fail-over to a stand-by that misses the last changes and uses their numbers again', async () => {
    const [primary, standby] = await Promise.all([startStandalone(cluster.guard), startStandalone(cluster.guard)]);
    const database = 'site';
    await primary.query(`create database ${database} character set utf8mb4 collate utf8mb4_unicode_ci`);
    const proxy = await startFaultProxy(primary.port);
    const reader = await cluster.instance(proxy, database);
    const ids = await createPages(reader, 6);
    await copyDatabase(primary, standby, database);
    const lost = ids.slice(0, 2);
    for (const id of lost) await ask(reader, 'POST', `/wp/v2/pages/${id}`, { title: 'lost' });
    for (const id of ids) await shownTitle(reader, id);
    await primary.kill();
    proxy.target(standby.port);
    proxy.cut();
    const writer = await cluster.instance(standby, database);
    for (const id of ids.slice(2)) await ask(writer, 'POST', `/wp/v2/pages/${id}`, { title: 'after' });
    expect(await staleTitles(reader, standby, database, ids)).toEqual([]);
    await Promise.all([reader.stop(), writer.stop()]);
    await proxy.close();
  });

  it('are made from a replica only when it has what was acknowledged, and it may stop following', async () => {
    const { primary, replica } = await startReplicated(cluster.guard);
    await primary.query('create database site character set utf8mb4 collate utf8mb4_unicode_ci');
    const through = { url: (name: string) => `${primary.url(name)}?replicas=127.0.0.1:${replica.port}` };
    const writer = await cluster.instance(through, 'site');
    const reader = await cluster.instance(through, 'site');
    const [id = 0] = await createPages(writer, 1);
    const reads = async () => Number((await replica.query("show global status like 'Com_select'"))[0]?.['Value']);
    const title = async (turn: string) => {
      const { body } = await visit(reader, `/wp/v2/pages?include=${id}&turn=${turn}`);
      return Array.isArray(body) ? body[0]?.title?.rendered : body;
    };
    await waitUntil('the replica has the page', async () => {
      const rows = await replica.query(`select ID from wp_posts where ID = ${id}`, 'site').catch(() => []);
      return rows.length === 1;
    });
    const before = await reads();
    for (let turn = 0; turn < 30; turn++) {
      if (turn % 10 === 3) await replica.query('stop slave sql_thread');
      if (turn % 10 === 7) await replica.query('start slave sql_thread');
      expect((await ask(writer, 'POST', `/wp/v2/pages/${id}`, { title: `turn ${turn}` })).status).toBe(200);
      for (const again of ['a', 'b']) expect(await title(`${turn}${again}`)).toBe(`turn ${turn}`);
    }
    await waitUntil('the replica is read again', async () => {
      expect(await title(String(Math.random()))).toBe('turn 29');
      return (await reads()) > before + 20;
    });
    await replica.kill();
    expect(await title('without')).toBe('turn 29');
    await Promise.all([writer.stop(), reader.stop()]);
    await primary.kill();
  });

  it('never show less than what was acknowledged, in a hunt of 500 writes, with a node that lags', async ({
    annotate,
  }) => {
    const { instances, database, stop } = await cluster.site();
    const origins = instances.map((instance) => instance.url);
    let hunting = true;
    const lags = (async () => {
      while (hunting) {
        const catchUp = await cluster.nodes[2].lag();
        await pause(400);
        await catchUp();
        await pause(1_600);
      }
    })();
    const found = await huntStale({
      writeTo: origins,
      readFrom: [...origins, ...origins],
      login: administrator,
      posts: 12,
      milliseconds: 12_000,
      leastWrites: 500,
    }).finally(() => {
      hunting = false;
    });
    await lags;
    const { writes, refused, reads, hits, stale } = found;
    await annotate(
      `${writes} writes, ${refused} refused; ${reads} reads, ${hits} of them cached, ${stale.length} stale`,
    );
    expect(found.stale.slice(0, 10)).toEqual([]);
    expect(found.writes).toBeGreaterThanOrEqual(500);
    expect(found.hits).toBeGreaterThan(10);
    expect(found.refused).toBeLessThanOrEqual(found.writes / 20);
    const rows = await cluster.nodes[0].query('select ID, post_title from wp_posts where post_type = "post"', database);
    const truth = new Map(rows.map((row) => [Number(row['ID']), String(row['post_title'])]));
    for (const instance of instances) {
      for (const id of found.ids) {
        const { body } = await ask(instance, 'GET', `/wp/v2/posts/${id}`, undefined, { login: null });
        expect(body).toMatchObject({ id, title: { rendered: truth.get(id) } });
      }
    }
    await stop();
  });
});
