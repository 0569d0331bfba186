import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, member } from './support/ask.ts';
import { type Cluster, clusterAvailable, startCluster } from './support/cluster.ts';
import { runCommand } from './support/run-command.ts';

describe.runIf(clusterAvailable)('an empty database of a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  const originOf = async (database: string): Promise<string[]> => {
    const rows = await Promise.all(
      cluster.nodes.map((node) => node.query(`select value from ${database}.wp_platen_meta where name = 'origin'`)),
    );
    return rows.map((found) => String(member(found[0], 'value')));
  };
  const count = async (database: string, table: string): Promise<number> =>
    Number(member((await cluster.nodes[0].query(`select count(*) as n from ${database}.${table}`))[0], 'n'));

  it('becomes one site when three servers start at once, each at another node', async () => {
    for (let round = 0; round < 3; round += 1) {
      const database = await cluster.createDatabase();
      const instances = await Promise.all(cluster.nodes.map((node) => cluster.instance(node, database)));
      expect(await originOf(database)).toEqual(['made', 'made', 'made']);
      expect([await count(database, 'wp_users'), await count(database, 'wp_terms')]).toEqual([1, 1]);
      for (const instance of instances) {
        const { status } = await ask(instance, 'POST', '/wp/v2/posts', { title: 'Here', status: 'publish' });
        expect(status).toBe(201);
      }
      for (const instance of instances) expect((await ask(instance, 'GET', '/wp/v2/posts')).body).toHaveLength(3);
      for (const instance of instances) expect(await instance.stop()).toBe(0);
    }
  });

  it('becomes one site when it is set up three times at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const database = await cluster.createDatabase();
      await Promise.all(cluster.nodes.map((node) => runCommand(cluster, database, ['init'], node)));
      expect(await originOf(database)).toEqual(['made', 'made', 'made']);
      expect(await count(database, 'wp_users')).toBe(1);
    }
  });
});
