import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../support/server-process.ts';

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

let site: KillableSite;
beforeAll(async () => {
  site = await killableSite();
});
afterAll(() => site.remove());

async function ask(path: string, body?: object) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${site.origin}/wp-json${path}`, { ...init, headers });
  // Each route answers with its own members; the assertions are what types them.
  return (await answer.json()) as {
    id: number;
    state: string;
    title: { rendered: string };
    publish_date: string | null;
    published_gmt: string | null;
  };
}

/** A release that changes the titles of some posts. */
async function release(posts: readonly number[], title: string) {
  const { id } = await ask('/platen/v1/releases', { name: title });
  for (const item of posts) {
    const change = await ask('/platen/v1/pending-changes', { type: 'posts', item, fields: { title } });
    await ask(`/platen/v1/releases/${id}/changes`, { change: change.id });
  }
  return id;
}

const titles = (posts: readonly number[]) =>
  Promise.all(posts.map(async (id) => (await ask(`/wp/v2/posts/${id}`)).title.rendered));

it('a release is published once its time has come, also by a server that was killed before and off at the time', async () => {
  const posts: number[] = [];
  for (let n = 0; n < 5; n += 1)
    posts.push((await ask('/wp/v2/posts', { title: 'Before', content: 'Text', status: 'publish' })).id);
  const id = await release(posts, 'After');
  const dueMs = Date.now() + 8_000;
  const planned = await ask(`/platen/v1/releases/${id}/schedule`, { date: new Date(dueMs).toISOString() });
  expect(planned.publish_date).not.toBeNull();
  await site.kill();
  await expect.poll(() => Date.now() > dueMs, { timeout: 60_000 }).toBe(true);
  await site.start();
  await expect
    .poll(async () => (await ask(`/platen/v1/releases/${id}`)).state, { timeout: 120_000, interval: 200 })
    .toBe('published');
  expect(await titles(posts)).toEqual(posts.map(() => 'After'));
  const { published_gmt } = await ask(`/platen/v1/releases/${id}`);
  expect(Date.parse(`${published_gmt}Z`)).toBeGreaterThanOrEqual(Math.floor(dueMs / 1000) * 1000);
});

it('a server that is killed at any moment of it has published all of a release or nothing, and then all', async () => {
  const posts: number[] = [];
  for (let n = 0; n < 20; n += 1)
    posts.push((await ask('/wp/v2/posts', { title: 'Before', content: 'Text', status: 'publish' })).id);
  for (const [turn, delayMs] of [0, 15, 40, 90].entries()) {
    const title = `Turn ${turn}`;
    const before = await titles(posts);
    const id = await release(posts, title);
    const dueMs = Date.now() + 4_000;
    await ask(`/platen/v1/releases/${id}/schedule`, { date: new Date(dueMs).toISOString() });
    await expect.poll(() => Date.now() > dueMs + delayMs, { timeout: 60_000, interval: 5 }).toBe(true);
    await site.kill();
    await site.start();
    const after = await titles(posts);
    expect([before.join(), posts.map(() => title).join()]).toContain(after.join());
    await expect.poll(() => titles(posts), { timeout: 180_000, interval: 200 }).toEqual(posts.map(() => title));
    expect((await ask(`/platen/v1/releases/${id}`)).state).toBe('published');
  }
});
