import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../support/server-process.ts';
import { type CountingProxy, countingProxy } from './counting-proxy.ts';
import { administrator } from './fill-site.ts';
import { freshProject, ran } from './new-project.ts';

const count = 5_000;
const home = 'http://127.0.0.1:4321';
let folder: string;
let site: KillableSite;
let proxy: CountingProxy;
beforeAll(async () => {
  folder = await freshProject('astro');
  site = await killableSite({ PLATEN_HOME_URL: home, PLATEN_PAGES: 'off', PLATEN_ITEM_FIELDS: 'head' });
  proxy = await countingProxy(site.origin);
  await site.command('generate', 'posts', String(count));
});
afterAll(async () => {
  await proxy?.close();
  await site?.remove();
});

const ask = async (method: string, path: string, body: object = {}): Promise<void> => {
  const authorization = `Basic ${Buffer.from(`${administrator.username}:${administrator.password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${site.origin}/wp-json/wp/v2/${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
};

/** Builds the site: what was asked of Platen for it, the files by path with their digests, and how long it took. */
async function build() {
  const started = performance.now();
  const env = { CONTENT_URL: proxy.url, EDITOR_URL: site.origin, SITE_URL: home };
  await ran(join(folder, 'node_modules/.bin/astro'), ['build'], folder, env);
  const seconds = Math.round((performance.now() - started) / 1000);
  const client = join(folder, 'dist/client');
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(
      path.slice(client.length),
      createHash('sha1')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return { asked: proxy.taken().sort(), bytes: proxy.takenBytes(), files, seconds };
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));

it(`a build of ${count} posts asks for everything once, the next one for what has changed, and its pages are those of a full build`, async () => {
  const first = await build();
  expect(first.asked).toEqual([
    expect.stringMatching(/^GET \/wp-json\/platen\/v1\/dump\?/),
    'GET /wp-json/platen/v1/site',
  ]);
  expect([...first.files.keys()].filter((path) => path.endsWith('/index.html')).length).toBeGreaterThan(count);

  const list = await fetch(`${site.origin}/wp-json/wp/v2/posts?per_page=2&page=500&_fields=id,link`);
  const [changed, removed] = (await list.json()) as { id: number; link: string }[];
  const fileOf = (post?: { link: string }): string => `${new URL(post?.link ?? home).pathname}index.html`;
  await ask('POST', `posts/${changed?.id}`, { title: 'A changed title' });
  await ask('DELETE', `posts/${removed?.id}`);
  const second = await build();
  expect(second.asked).toEqual([
    expect.stringMatching(/^GET \/wp-json\/platen\/v1\/changes\?since=…&types=/),
    'GET /wp-json/platen/v1/site',
  ]);
  // Of thousands of posts came the one that changed, and the number of the one that is gone.
  expect(second.bytes).toBeLessThan(first.bytes / 50);
  expect(differing(first.files, second.files)).toContain(fileOf(changed));
  expect([first.files.has(fileOf(removed)), second.files.has(fileOf(removed))]).toEqual([true, false]);

  await freshProject('astro');
  const full = await build();
  expect(full.asked).toHaveLength(2);
  expect(differing(second.files, full.files)).toEqual([]);
  const builds = [first, second, full].map(
    ({ asked, bytes, seconds }) => `${asked.length} requests, ${bytes} bytes, ${seconds} s`,
  );
  console.log(`astro: ${full.files.size} files; ${builds.join('; ')}`);
});
