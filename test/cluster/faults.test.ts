import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { ask } from './support/ask.ts';
import { type Cluster, clusterAvailable, startCluster } from './support/cluster.ts';
import { commitAfter, startFaultProxy } from './support/fault-proxy.ts';
import type { Instance } from './support/instance.ts';
import { type Load, type LoadReport, startLoad } from './support/load.ts';
import { startStandalone } from './support/standalone.ts';
import { pause, waitUntil } from './support/wait-until.ts';

/** Beyond every deadline of a request with its repetitions; nobody may wait longer. */
const longestMs = 45_000;

describe.runIf(clusterAvailable)('under load', () => {
  let cluster: Cluster;
  let database: string;
  let instances: readonly Instance[];
  beforeAll(async () => {
    cluster = await startCluster();
    database = await cluster.createDatabase();
    // Each instance prefers another node and knows them all.
    const ports = cluster.nodes.map((node) => node.port);
    const urls = ports.map((_, at) => {
      const hosts = [0, 1, 2].map((step) => `127.0.0.1:${ports[(at + step) % 3]}`).join();
      return { url: (name: string) => `mysql://root@${hosts}/${name}` };
    });
    const first = await cluster.instance(urls[0]!, database);
    instances = [first, ...(await Promise.all(urls.slice(1).map((through) => cluster.instance(through, database))))];
  });
  afterAll(() => cluster?.stop());

  /** More writes are acknowledged than before, at every instance. */
  const goesOn = async (load: Load) => {
    const before = load.acknowledgedSoFar();
    await waitUntil('writes are acknowledged again', () => load.acknowledgedSoFar() > before + 10, {
      withinMs: 90_000,
    });
    for (const instance of instances) {
      await waitUntil(`${instance.url} is ready`, async () => {
        const { status } = await ask(instance, 'POST', '/wp/v2/tags', { name: `tag ${Math.random()}` });
        return status === 201;
      });
    }
  };
  const stored = async () => {
    const rows = await cluster.nodes[0].query("select post_title from wp_posts where post_type = 'page'", database);
    return new Set(rows.map((row) => String(row['post_title'])));
  };
  async function judge({ acknowledged, refused, statuses, longestMs: longest }: LoadReport, { annotate }: TestContext) {
    const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    await annotate(
      `${acknowledged.length} acknowledged, ${refused.size} refused, answers ${counts}, ${longest} ms at most`,
    );
    const titles = await stored();
    expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
    expect([...refused].filter(([title]) => titles.has(title))).toEqual([]);
    expect([...statuses.keys()].filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([]);
    expect(longest).toBeLessThan(longestMs);
    expect(acknowledged.length).toBeGreaterThan(20);
  }

  it('a node that is killed takes nothing with it', async (context) => {
    const load = startLoad(instances);
    await waitUntil('the load runs', () => load.acknowledgedSoFar() > 10);
    await cluster.nodes[1].kill();
    await goesOn(load);
    await cluster.nodes[1].start();
    await goesOn(load);
    const report = await load.stop();
    await judge(report, context);
    expect(report.unknown).toEqual([]);
  });

  it('a node that hangs for 25 seconds holds nobody up for ever', async (context) => {
    const load = startLoad(instances);
    await waitUntil('the load runs', () => load.acknowledgedSoFar() > 10);
    await cluster.nodes[2].freeze();
    await pause(25_000);
    cluster.nodes[2].thaw();
    await goesOn(load);
    await cluster.nodes[2].ready();
    const report = await load.stop();
    await judge(report, context);
    expect(report.unknown).toEqual([]);
  });

  it('an instance that is killed takes nothing with it, and comes back', async (context) => {
    const [, , victim] = instances;
    const load = startLoad(instances);
    await waitUntil('the load runs', () => load.acknowledgedSoFar() > 10);
    await victim!.kill();
    await pause(1_000);
    await victim!.start();
    await goesOn(load);
    await judge(await load.stop(), context);
  });

  it('a server that hangs with a commit unread, and has no second, does not store what was refused', async () => {
    const server = await startStandalone(cluster.guard);
    await server.query('create database site character set utf8mb4 collate utf8mb4_unicode_ci');
    const proxy = await startFaultProxy(server.port);
    const env = { PLATEN_DB_STATEMENT_SECONDS: '3', PLATEN_DB_CONNECT_SECONDS: '1' };
    const instance = await cluster.instance(proxy, 'site', { env });
    const create = (title: string) => ask(instance, 'POST', '/wp/v2/pages', { title, status: 'publish' });
    const hold = proxy.hold(commitAfter(/wp_posts/));
    const creating = create('refused');
    await hold.caught;
    await server.freeze();
    hold.release();
    expect(await creating).toMatchObject({ status: 503 });
    server.thaw();
    await server.ready();
    await waitUntil('writes are acknowledged again', async () => (await create('after')).status === 201);
    const rows = await server.query("select post_title from wp_posts where post_type = 'page'", 'site');
    expect(new Set(rows.map((row) => row['post_title']))).toEqual(new Set(['after']));
    await instance.stop();
    await proxy.close();
    await server.kill();
  });
});
