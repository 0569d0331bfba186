import { randomBytes } from 'node:crypto';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { launchBrowser } from '../browser/admin/browser.ts';
import { blocks, pathIn } from '../docs/code-blocks.ts';
import { freePort } from '../support/free-port.ts';
import { type CountingProxy, countingProxy } from './counting-proxy.ts';
import { openPreviewBeside } from './editor-page.ts';
import { administrator } from './fill-site.ts';
import { freshProject, ran } from './new-project.ts';
import { answers, type Running, running } from './starter.ts';

/** What a project has before somebody follows the guide. */
const before = {
  'package.json': '{ "private": true, "type": "module" }',
  'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { readonly children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  'app/page.tsx': 'export default function Front() { return <h1>The project</h1>; }',
};

let folder: string;
let contentUrl: string;
let url: string;
let platen: Running;
let proxy: CountingProxy;
let front: Running;
let browser: Browser;
let posts: { readonly id: number; readonly link: string }[];

const client = () => createClient({ url: contentUrl, auth: administrator });
const pathOf = (at: number): string => new URL(posts[at]?.link ?? '').pathname;

beforeAll(async () => {
  const starter = await freshProject('next');
  // Its packages are those of the folder above it.
  folder = join(starter, 'guide');
  await writeProject();
  const [contentPort, port] = [await freePort(), await freePort()];
  proxy = await countingProxy(`http://127.0.0.1:${contentPort}`);
  contentUrl = proxy.url;
  url = `http://127.0.0.1:${port}`;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const bin = (name: string): string => join(starter, 'node_modules/.bin', name);
  platen = running(bin('platen'), ['serve'], folder, {
    PLATEN_PORT: String(contentPort),
    PLATEN_ADMIN_PASSWORD: administrator.password,
    PLATEN_THROTTLE: 'off',
    PLATEN_SITE_URL: contentUrl,
    PLATEN_HOME_URL: url,
    PLATEN_PAGES: 'off',
    PLATEN_WEBHOOK_URL: `${url}/api/webhook/`,
    PLATEN_WEBHOOK_SECRET: secret,
    PLATEN_PREVIEW_URL: `${url}/preview/?preview={token}`,
  });
  await answers(`${contentUrl}/readyz`, platen);
  // The head of a post names the one before it, and follows its changes: one stands between the two.
  const made = ['The copper lake', 'Between them', 'An old mill'].map((title, at) => {
    const date = `2026-01-0${at + 1}T10:00:00`;
    return client().posts.create({ title, date, content: '<p>Words of it.</p>', status: 'publish' });
  });
  posts = (await Promise.all(made)).filter((_, at) => at !== 1);
  const env = { NODE_ENV: 'production', CONTENT_URL: contentUrl, WEBHOOK_SECRET: secret };
  await ran(bin('next'), ['build'], folder, env);
  front = running(bin('next'), ['start', '--hostname', '127.0.0.1', '--port', String(port)], folder, env);
  await answers(`${url}/`, front);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await front?.stop();
  await platen?.stop();
  await proxy?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The project, and every block of the guide that names its file. */
async function writeProject(): Promise<void> {
  const guide = blocks.filter(({ page }) => page === 'docs/guides/next.md');
  const files = guide.flatMap((block) => {
    const path = pathIn(block);
    return path === null ? [] : [[path, block.code] as const];
  });
  expect(files.map(([path]) => path)).toContain('app/[...path]/page.tsx');
  for (const [path, code] of [...Object.entries(before), ...files]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), code);
  }
  await cp(join(folder, '../tsconfig.json'), join(folder, 'tsconfig.json'));
}

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { redirect: 'manual', headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

async function isTold(): Promise<boolean> {
  const [webhook] = await client().request('GET', '/platen/v1/webhooks', {});
  const query = { id: webhook?.id ?? 0, per_page: 100 };
  const all = await client().request('GET', '/platen/v1/webhooks/{id}/deliveries', query);
  return all.every(({ state }) => state === 'delivered');
}

describe('a project that follows the guide', () => {
  it('shows each post at its address, says where one has moved, and has nothing elsewhere', async () => {
    const shown = await read(pathOf(0));
    expect([shown.status, shown.text.includes('<p>Words of it.</p>')]).toEqual([200, true]);
    expect(shown.text).toContain('<h1>The copper lake</h1>');
    expect((await read('/nothing/here/')).status).toBe(404);
    const { id = 0 } = posts[1] ?? {};
    await client().posts.update(id, { slug: 'a-new-mill' });
    await expect.poll(async () => (await read(pathOf(1))).status).toBe(308);
    expect((await read(pathOf(1))).headers.get('location')).toContain('/a-new-mill/');
  });

  it('follows a change, and asks for nothing else', async () => {
    // What was written before has been told, also before the project was there.
    await expect.poll(isTold, { timeout: 300_000 }).toBe(true);
    // Next sends the header of a redirect twice that comes from its cache.
    const [other = ''] = (await read(pathOf(1))).headers.get('location')?.split(', ') ?? [];
    for (const path of [pathOf(0), other]) expect([path, (await read(path)).status]).toEqual([path, 200]);
    proxy.taken();
    const { id = 0 } = posts[0] ?? {};
    await client().posts.update(id, { title: 'The golden lake' });
    await expect.poll(async () => (await read(pathOf(0))).text).toContain('<h1>The golden lake</h1>');
    await read(other);
    // What this test did itself went the same way.
    const taken = proxy.taken().map((one) => decodeURIComponent(one).replace('/wp-json', ''));
    const asked = taken.filter((one) => one.startsWith('GET '));
    expect(asked.length).toBeGreaterThan(0);
    const isOfPost = (one: string): boolean => one.includes(pathOf(0)) || one.includes(`/wp/v2/posts/${id}`);
    expect(asked.filter((one) => !isOfPost(one))).toEqual([]);
  });

  it('shows a preview to the editor alone, for as long as its token is valid', async () => {
    const { id: post = 0 } = posts[0] ?? {};
    const changes = { title: 'Not saved' };
    const made = await client().request('POST', '/platen/v1/previews', { post, changes });
    expect(made.link).toBe(`${url}/preview/?preview=${made.token}`);
    const path = made.link.slice(url.length);
    const shown = await read(path);
    expect([shown.status, shown.text.includes('Not saved')]).toEqual([200, true]);
    expect(shown.headers.get('cache-control')).toContain('no-store');
    expect(shown.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${contentUrl}`);
    expect((await read(pathOf(0))).text).not.toContain('Not saved');
    // Draft mode leads to the same page, with a cookie.
    const opened = await read(`/api/preview/?preview=${made.token}`);
    expect([opened.status, opened.headers.get('location')]).toEqual([307, path]);
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__prerender_bypass=\w+;.*HttpOnly/i);
    expect((await read(path, { cookie })).text).toContain('Not saved');
    await client().request('DELETE', '/platen/v1/previews/{id}', { id: made.id });
    expect((await read(path)).status).toBe(404);
    for (const token of [made.token, 'true', '']) {
      const ended = await read(`/api/preview/?preview=${token}`);
      expect([ended.status, ended.headers.get('set-cookie')]).toEqual([404, null]);
    }
  });

  it('follows what somebody types in the editor', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const frame = await openPreviewBeside(page, contentUrl, posts[0]?.id ?? 0);
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed by somebody');
    await frame.getByRole('heading', { name: 'Typed by somebody' }).waitFor();
    await frame.locator('[data-platen-field=title]').click();
    await page.locator('[aria-label=Title]:focus').waitFor();
    await page.context().close();
    expect((await read(pathOf(0))).text).toContain('<h1>The golden lake</h1>');
  });
});
