import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let first: TestPlaten;
let second: Platen;
let origins: [string, string];
let posts: number[];
let authorization: string;

beforeAll(async () => {
  first = await testPlaten();
  second = await createPlaten({ ...first.platen.config, log: first.platen.log, leads: false });
  origins = [await first.platen.listen(), await second.listen()];
  // Quick to verify, so that requests do not queue up before they meet.
  const { password } = await createApplicationPassword(first.platen.store, first.users.administrator, 'Test', 0);
  authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  posts = [];
  for (let n = 0; n < 48; n++) {
    // Posts of one category would queue up for its count.
    const post = { title: `Post ${n}`, status: 'publish', categories: [] };
    const made = await first.as('administrator').post('/wp/v2/posts', post);
    posts.push(made.body.id);
  }
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

async function change(origin: string, post: number, sticky: boolean): Promise<number> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/posts/${post}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ sticky }),
  });
  expect(await answer.json()).toMatchObject({ id: post, sticky });
  return answer.status;
}

async function stickyOn(origin: string): Promise<number[]> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/posts?sticky=true&per_page=100&orderby=id&order=asc`);
  return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
}

it.each([
  ['one server', 0],
  ['two servers', 1],
] as const)('every post that %s acknowledged as sticky is, however many ask at once', async (_of, last) => {
  const servers = origins.slice(0, last + 1);
  const at = (place: number) => servers[place % servers.length] as string;
  expect(await Promise.all(posts.map((post, n) => change(at(n), post, true)))).toEqual(posts.map(() => 200));
  for (const server of servers) expect(await stickyOn(server)).toEqual(posts);

  const taken = posts.slice(0, 24);
  expect(await Promise.all(taken.map((post, n) => change(at(n), post, false)))).toEqual(taken.map(() => 200));
  for (const server of servers) expect(await stickyOn(server)).toEqual(posts.slice(24));

  const swapped = posts.map((post, n) => [post, n < 24] as const);
  await Promise.all(swapped.map(([post, sticky], n) => change(at(n), post, sticky)));
  for (const server of servers) expect(await stickyOn(server)).toEqual(taken);
  await Promise.all(taken.map((post, n) => change(at(n), post, false)));
  for (const server of servers) expect(await stickyOn(server)).toEqual([]);
});
