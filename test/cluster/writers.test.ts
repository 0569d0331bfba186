import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../src/auth/passwords/application-passwords.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import { StoreError } from '../../src/storage/store-error.ts';
import { type Answered, ask, idOf, member, visit } from './support/ask.ts';
import { type Cluster, type ClusterSite, clusterAvailable, startCluster } from './support/cluster.ts';
import { countedOpens, createPopup } from './support/popups.ts';
import { waitUntil } from './support/wait-until.ts';

describe.runIf(clusterAvailable)('three instances that write to three nodes at once', () => {
  let cluster: Cluster;
  let site: ClusterSite;
  beforeAll(async () => {
    cluster = await startCluster();
    site = await cluster.site();
  });
  afterAll(() => cluster?.stop());

  /** Sends everything at once, in turn to the instances. */
  const atOnce = (count: number, send: (instance: { url: string }, n: number) => Promise<Answered>) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(site.instances[n % 3]!, n)));
  const query = (text: string) => cluster.nodes[0].query(text, site.database);

  /** What came of work that was begun all at once; only a database that is busy may refuse it. */
  async function settled<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
    const results = await Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons.filter((reason) => !(reason instanceof StoreError && reason.failure === 'busy'))).toEqual([]);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  /** At most one in twenty may be refused for now, and nothing else may be answered than success or that. */
  async function acknowledgedOf(answers: readonly Answered[], { annotate }: TestContext): Promise<number[]> {
    const statuses = answers.map(({ status }) => status);
    await annotate(`of ${statuses.length} answers ${statuses.filter((status) => status === 503).length} are 503`);
    expect(statuses.filter((status) => status !== 200 && status !== 201 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 503).length).toBeLessThanOrEqual(answers.length / 20);
    return statuses.flatMap((status, n) => (status === 503 ? [] : [n]));
  }

  it('150 updates of one post: every acknowledged one has left its revision', async (context) => {
    const id = idOf(await ask(site.instances[0], 'POST', '/wp/v2/posts', { title: 'One', status: 'publish' }));
    const answers = await atOnce(150, (instance, n) =>
      ask(instance, 'POST', `/wp/v2/posts/${id}`, { title: `title ${n}` }),
    );
    const acknowledged = await acknowledgedOf(answers, context);
    const rows = await query(`select post_title from wp_posts where post_parent = ${id} and post_type = 'revision'`);
    const titles = new Set(rows.map((row) => String(row['post_title'])));
    expect(acknowledged.filter((n) => !titles.has(`title ${n}`))).toEqual([]);
    expect(titles.size).toBeLessThanOrEqual(acknowledged.length + 1);
    const [row] = await query(`select post_title from wp_posts where ID = ${id}`);
    for (const instance of site.instances) {
      expect((await visit(instance, `/wp/v2/posts/${id}`)).body).toMatchObject({
        title: { rendered: row?.['post_title'] },
      });
    }
  });

  it('90 posts in one category: all acknowledged are there, and the category counts them', async (context) => {
    const category = idOf(await ask(site.instances[0], 'POST', '/wp/v2/categories', { name: 'Busy' }));
    const answers = await atOnce(90, (instance, n) =>
      ask(instance, 'POST', '/wp/v2/posts', { title: `post ${n}`, status: 'publish', categories: [category] }),
    );
    const acknowledged = await acknowledgedOf(answers, context);
    for (const instance of site.instances) {
      expect((await visit(instance, `/wp/v2/categories/${category}`)).body).toMatchObject({
        count: acknowledged.length,
      });
      const posts = await visit(instance, `/wp/v2/posts?categories=${category}&per_page=100&_fields=id`);
      const ids = (posts.body as { id: number }[]).map((post) => post.id);
      expect(ids.toSorted()).toEqual(acknowledged.map((n) => Number(member(answers[n]!.body, 'id'))).toSorted());
    }
  });

  it('sticky posts: every acknowledged one is sticky', async (context) => {
    const ids: number[] = [];
    for (let n = 0; n < 24; n++) {
      ids.push(idOf(await ask(site.instances[n % 3]!, 'POST', '/wp/v2/posts', { title: 's', status: 'publish' })));
    }
    const answers = await atOnce(24, (instance, n) =>
      ask(instance, 'POST', `/wp/v2/posts/${ids[n]}`, { sticky: true }),
    );
    const wanted = (await acknowledgedOf(answers, context)).map((n) => ids[n]!);
    const found = await visit(site.instances[1], '/wp/v2/posts?sticky=true&per_page=100&_fields=id');
    expect((found.body as { id: number }[]).map((post) => post.id).toSorted()).toEqual(wanted.toSorted());
  });

  it('application passwords: all made ones are there, and no revoked one comes back', async () => {
    const stores = await Promise.all(cluster.nodes.map((node) => openStore({ url: node.url(site.database) })));
    const listed = async () => (await listApplicationPasswords(stores[2]!, 1)).map(({ name }) => name).toSorted();
    try {
      const made = await settled(36, (n) => createApplicationPassword(stores[n % 3]!, 1, `app ${n}`, Date.now()));
      const applications = made.map(({ application }) => application);
      expect(made.length).toBeGreaterThanOrEqual(35);
      await stores[2]!.invalidateTags(new Set(['nothing']));
      expect(await listed()).toEqual(applications.map(({ name }) => name).toSorted());
      const [revoked, kept] = [applications.slice(0, 20), applications.slice(20)];
      const gone: string[] = [];
      const more: string[] = [];
      await settled(40, async (n) => {
        const store = stores[n % 3]!;
        if (n % 2 === 1) {
          const { application } = await createApplicationPassword(store, 1, `more ${n}`, Date.now());
          return void more.push(application.name);
        }
        if (await revokeApplicationPassword(store, 1, revoked[n / 2]!.id)) gone.push(revoked[n / 2]!.name);
      });
      expect(gone.length + more.length).toBeGreaterThanOrEqual(38);
      await stores[2]!.invalidateTags(new Set(['nothing']));
      const left = revoked.map(({ name }) => name).filter((name) => !gone.includes(name));
      expect(await listed()).toEqual([...kept.map(({ name }) => name), ...more, ...left].toSorted());
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  });

  it('options: each of three that change at once has its new value everywhere', async () => {
    for (let round = 0; round < 15; round++) {
      const fields = ['title', 'description', 'posts_per_page'] as const;
      const values = { title: `t${round}`, description: `d${round}`, posts_per_page: round + 1 };
      const answers = await atOnce(3, (instance, n) =>
        ask(instance, 'POST', '/wp/v2/settings', { [fields[n]!]: values[fields[n]!] }),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const instance of site.instances) {
        expect((await ask(instance, 'GET', '/wp/v2/settings')).body).toMatchObject(values);
      }
    }
  });

  it('comments: every acknowledged one is there and counted', async (context) => {
    const post = idOf(await ask(site.instances[0], 'POST', '/wp/v2/posts', { title: 'Talk', status: 'publish' }));
    const answers = await atOnce(60, (instance, n) =>
      ask(instance, 'POST', '/wp/v2/comments', { post, content: `comment ${n}` }),
    );
    const acknowledged = await acknowledgedOf(answers, context);
    const rows = await query(`select comment_content from wp_comments where comment_post_ID = ${post}`);
    expect(rows.map((row) => String(row['comment_content'])).toSorted()).toEqual(
      acknowledged.map((n) => `comment ${n}`).toSorted(),
    );
    const [counted] = await query(`select comment_count from wp_posts where ID = ${post}`);
    expect(Number(counted?.['comment_count'])).toBe(acknowledged.length);
  });

  it('popups: every acknowledged event is counted once', async () => {
    const popup = await createPopup(cluster, site.database);
    const answers = await atOnce(300, (instance) =>
      ask(instance, 'GET', `/popups/v1/analytics?event=open&pid=${popup}`, undefined, { login: null }),
    );
    expect(answers.filter(({ status }) => status !== 204)).toEqual([]);
    const opens = () => countedOpens(cluster, site.database, popup);
    await waitUntil('all events are counted', async () => (await opens()) >= 300);
    expect(await opens()).toBe(300);
  });
});
