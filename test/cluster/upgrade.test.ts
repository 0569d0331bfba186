import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDump } from '../support/load-dump.ts';
import { ask, member } from './support/ask.ts';
import { type Cluster, clusterAvailable, startCluster } from './support/cluster.ts';
import type { Instance } from './support/instance.ts';

/** Tables of the public layout whose rows the writes below do not touch. */
const untouched = ['commentmeta', 'comments', 'termmeta', 'terms', 'users'];

describe.runIf(clusterAvailable)('a database of the version before, in a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  const onEveryNode = async (database: string, text: string): Promise<unknown[]> => {
    const rows = await Promise.all(cluster.nodes.map((node) => node.query(text, database)));
    return rows.map((found) => member(found[0], 'value'));
  };
  const triggers = (database: string) =>
    onEveryNode(
      database,
      'select count(*) as value from information_schema.TRIGGERS where TRIGGER_SCHEMA = database()',
    );
  const checksums = (database: string) =>
    Promise.all(
      cluster.nodes.map(async (node) => {
        const found = await node.query(`checksum table ${untouched.map((name) => `wp_${name}`).join(', ')}`, database);
        return found.map((row) => String(member(row, 'Checksum')));
      }),
    );
  const total = async (instance: Instance, query: string): Promise<number> => {
    const response = await fetch(`${instance.url}/wp-json/wp/v2/posts?per_page=1&${query}`);
    return Number(response.headers.get('x-wp-total'));
  };

  it('is whole when one instance after the other is upgraded, and each is killed meanwhile', async () => {
    const database = await cluster.createDatabase();
    await loadDump(cluster.nodes[0].url(database), 'mariadb-9-made');
    const synced = () =>
      onEveryNode(database, 'select count(*) as value from information_schema.TABLES where TABLE_SCHEMA = database()');
    await expect.poll(async () => new Set((await synced()).map(String)).size).toBe(1);
    await expect.poll(() => triggers(database)).toEqual([39, 39, 39]);
    const before = await checksums(database);
    const instances: Instance[] = [];
    for (const [at, node] of cluster.nodes.entries()) {
      for (const ms of [1_000, 2_000, 4_000]) {
        const killed = await cluster.instance(node, database, { wait: false });
        await pause(ms);
        await killed.kill();
      }
      const upgraded = await cluster.instance(node, database);
      instances.push(upgraded);
      const { status } = await ask(upgraded, 'POST', '/wp/v2/posts', { title: `New ${at}`, status: 'publish' });
      expect(status).toBe(201);
      for (const instance of instances) expect(await total(instance, '')).toBe(10 + instances.length);
    }
    for (const instance of instances) {
      await expect.poll(() => total(instance, 'search=violet')).toBe(9);
      expect(await total(instance, 'orderby=title')).toBe(13);
    }
    // In a cluster the tables of the site answer, so that no trigger is needed.
    await expect.poll(() => triggers(database)).toEqual([0, 0, 0]);
    expect(await onEveryNode(database, "select count(*) as value from wp_platen_meta where name = 'marks'")).toEqual([
      0, 0, 0,
    ]);
    expect(await onEveryNode(database, "select value from wp_platen_meta where name = 'reached'")).toEqual([
      '10',
      '10',
      '10',
    ]);
    expect(await checksums(database)).toEqual(before);
    for (const instance of instances) expect(await instance.stop()).toBe(0);
  });
});
