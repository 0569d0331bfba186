import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, idOf, member, visit } from './support/ask.ts';
import { type Cluster, clusterAvailable, startCluster } from './support/cluster.ts';
import { commitAfter } from './support/fault-proxy.ts';
import { waitUntil } from './support/wait-until.ts';

describe.runIf(clusterAvailable)('a cluster of three nodes', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  it('carries what is written at one instance to the others', async () => {
    const { instances, stop } = await cluster.site();
    const id = idOf(await ask(instances[0], 'POST', '/wp/v2/posts', { title: 'One', status: 'publish' }));
    for (const instance of instances) {
      await waitUntil('the post is there', async () => (await visit(instance, `/wp/v2/posts/${id}`)).status === 200);
    }
    await stop();
  });

  it('has a proxy that keeps a COMMIT back until it is let go', async () => {
    const database = await cluster.createDatabase();
    const proxy = await cluster.proxy(cluster.nodes[0]);
    const instance = await cluster.instance(proxy, database);
    const hold = proxy.hold(commitAfter(/wp_posts/));
    const creating = ask(instance, 'POST', '/wp/v2/posts', { title: 'Late', status: 'publish' });
    expect(await hold.caught).toContain('commit');
    expect(await cluster.nodes[0].query('select ID from wp_posts', database)).toEqual([]);
    hold.release();
    const id = idOf(await creating);
    expect(member((await visit(instance, `/wp/v2/posts/${id}`)).body, 'id')).toBe(id);
    await instance.stop();
  });

  it.each([1, 2, 3])('starts three instances at once on an empty database, and none crashes: round %i', async () => {
    const database = await cluster.createDatabase();
    const starting = cluster.nodes.map((node) => cluster.instance(node, database));
    const instances = await Promise.all(starting);
    const admins = await cluster.nodes[0].query("select ID from wp_users where user_login = 'admin'", database);
    expect(admins).toHaveLength(1);
    await Promise.all(instances.map((instance) => instance.stop()));
  });
});
