import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportSiteCommand } from '../../src/cli/export-site.ts';
import { createPlaten, type Platen } from '../../src/index.ts';
import { type FileServer, fileServer } from '../support/file-server.ts';
import { runOnStore } from '../support/run-command.ts';

let folder: string;
let platen: Platen;
let web: FileServer;
let origin: string;
let post: { id: number; link: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-static-'));
  web = await fileServer(join(folder, 'out'));
  ({ origin } = web);
  platen = await createPlaten({
    dataDir: join(folder, 'data'),
    siteUrl: 'http://cms.example.org',
    homeUrl: origin,
    adminPassword: 'pw',
    logLevel: 'silent',
    throttle: false,
    // Pages are not refined for devices meanwhile.
    leads: false,
  });
  const category = await write('/wp/v2/categories', { name: 'Tea' });
  const media = await upload();
  post = await write('/wp/v2/posts', {
    title: 'First',
    content: `<p>Words</p><img src="${media.source_url}" alt=""><a href="${origin}/?p=1">an old link</a>`,
    status: 'publish',
    categories: [category.id],
    featured_media: media.id,
  });
  for (let n = 0; n < 12; n += 1) await write('/wp/v2/posts', { title: `Post ${n}`, content: 'x', status: 'publish' });
  await write('/wp/v2/posts', { title: 'Hidden draft', content: 'x', status: 'draft' });
  await write('/wp/v2/posts', { title: 'Locked', content: 'not for you', status: 'publish', password: 'secret' });
  await write('/wp/v2/comments', { post: post.id, content: 'A remark' });
  await write('/platen/v1/redirects', { source: '/former/', target: '/category/tea/' });
});
afterAll(async () => {
  await platen?.close();
  web?.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(path: string, body: object, method = 'POST') {
  const response = await platen.fetch(`/wp-json${path}`, {
    method,
    headers: { authorization: `Basic ${btoa('admin:pw')}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return JSON.parse(await response.text());
}

async function read(path: string) {
  const headers = { authorization: `Basic ${btoa('admin:pw')}` };
  return JSON.parse(await (await platen.fetch(`/wp-json${path}`, { headers })).text());
}

async function upload(): Promise<{ id: number; source_url: string }> {
  const response = await platen.fetch('/wp-json/wp/v2/media', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('admin:pw')}`,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="cup.png"',
    },
    body: new Uint8Array(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    ),
  });
  return JSON.parse(await response.text());
}

const run = (flags: Readonly<Record<string, string>> = {}, out = 'out'): Promise<string> =>
  runOnStore([exportSiteCommand], 'export site', { operands: { folder: join(folder, out) }, flags }, platen);

async function filesIn(out = 'out'): Promise<Map<string, string>> {
  const root = join(folder, out);
  const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const paths = names.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
  const texts = paths.filter((path) => !path.startsWith('.'));
  return new Map(
    await Promise.all(texts.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
}

/** The addresses on pages of a web server that do not answer. */
async function brokenLinks(): Promise<string[]> {
  const known = new Set(['/']);
  const broken: string[] = [];
  for (const path of known) {
    const response = await fetch(origin + path);
    if (!response.ok) broken.push(path);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, href = ''] of (await response.text()).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const url = URL.parse(href.replaceAll('&amp;', '&'), origin + path);
      if (url?.origin === origin) known.add(url.pathname + url.search);
    }
  }
  return broken;
}

/** A page as it is served, without what needs a server. */
async function served(path: string): Promise<string> {
  const html = await (await platen.fetch(path)).text();
  return comparable(html);
}

const comparable = (html: string): string =>
  html
    .replace(/<div id="respond">.*?<\/form>\s*<\/div>/gs, '')
    .replace(/<form\b.*?<\/form>/gs, '')
    .replace(/<link rel="(?:https:\/\/api\.w\.org\/|shortlink|EditURI|alternate)"[^>]*>/g, '')
    .replace(/<a\b[^>]*>(?:Reply|an old link)[^<]*<\/a>/g, '')
    .replaceAll('http://cms.example.org/wp-content', `${origin}/wp-content`)
    .replace(/\s+/g, ' ');

describe('a site written as files', () => {
  it('is whole for a web server that knows only files', async () => {
    expect(await run()).toMatch(/files: \d+ written, 0 removed/);
    const files = await filesIn();
    const path = new URL(post.link).pathname.slice(1);
    for (const name of ['index.html', 'page/2/index.html', 'category/tea/index.html', 'feed/index.xml', '404.html'])
      expect(files.has(name), name).toBe(true);
    expect([...files.keys()].filter((name) => /uploads\/.*cup.*\.png$/.test(name)).length).toBeGreaterThan(2);
    expect(await brokenLinks()).toEqual([]);
    for (const page of ['', path, 'category/tea/', 'page/2/'])
      expect(comparable(files.get(`${page}index.html`) ?? '')).toBe(await served(`/${page}`));
    expect(files.get('wp-sitemap.xml')).toBe(await (await platen.fetch('/wp-sitemap.xml')).text());
    expect(files.get(`${path}index.html`)).toContain(`href="${origin}/`);
  });

  it('has redirects for every web server, and none of what is hidden', async () => {
    const files = await filesIn();
    expect(files.get('former/index.html')).toContain(`url=${origin}/category/tea/`);
    expect(files.get('_redirects')).toContain(`/former ${origin}/category/tea/ 301`);
    const all = [...files.values()].join('\n');
    expect(all).not.toContain('Hidden draft');
    expect(all).not.toContain('not for you');
    expect(all).not.toContain('<form');
  });

  it('changes nothing where nothing has changed', async () => {
    expect(await run()).toMatch(/^Nothing has changed/);
  });

  it('follows a change, and writes nothing else', async () => {
    const before = await filesIn();
    await write(`/wp/v2/posts/${post.id}`, { title: 'Renamed' });
    await run();
    const after = await filesIn();
    const changed = [...after].filter(([name, text]) => before.get(name) !== text);
    expect(changed.length).toBeGreaterThan(3);
    for (const [name, text] of changed) expect(text, name).toMatch(/Renamed|lastmod|lastBuildDate|<updated>/);
    expect(await brokenLinks()).toEqual([]);
  });

  it('removes what is gone, and what an export that was killed left behind', async () => {
    const path = new URL(post.link).pathname.slice(1);
    await mkdir(join(folder, 'out/leftover'), { recursive: true });
    await writeFile(join(folder, 'out/leftover/index.html'), 'x');
    await writeFile(join(folder, 'out/.platen-export'), '{"file":"leftover/index.html"}\n{"cut', { flag: 'a' });
    await writeFile(join(folder, 'out/CNAME'), 'www.example.org');
    await write(`/wp/v2/posts/${post.id}`, { status: 'draft' });
    expect(await run()).toMatch(/[1-9]\d* removed/);
    const files = await filesIn();
    expect([files.has(`${path}index.html`), files.has('leftover/index.html'), files.has('CNAME')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([...files.values()].join('\n')).not.toContain('Renamed');
    expect(await brokenLinks()).toEqual([]);
  });

  it('forgets a redirect that is gone', async () => {
    const [{ id }] = await read('/platen/v1/redirects');
    await write(`/platen/v1/redirects/${id}`, {}, 'DELETE');
    expect(await run()).toMatch(/2 removed/);
    const files = await filesIn();
    expect([files.has('former/index.html'), files.has('_redirects')]).toEqual([false, false]);
  });

  it('removes nothing outside of its folder, whatever its record says', async () => {
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const rows = ['../mine.txt', join(folder, 'mine.txt'), 'a/../../mine.txt'].map((file) => JSON.stringify({ file }));
    await writeFile(join(folder, 'out/.platen-export'), `${rows.join('\n')}\n`, { flag: 'a' });
    await run();
    expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('is the same as one that is made from nothing', async () => {
    await run({}, 'again');
    const [grown, fresh] = [await filesIn(), await filesIn('again')];
    grown.delete('CNAME');
    expect([...grown.keys()].sort()).toEqual([...fresh.keys()].sort());
    for (const [name, text] of fresh) expect(grown.get(name) === text, name).toBe(true);
  });
});

describe('a site with a server', () => {
  it('searches and comments there', async () => {
    await write(`/wp/v2/posts/${post.id}`, { status: 'publish' });
    expect(await run({ server: 'https://cms.example.org' }, 'dynamic')).toContain('search forms on');
    const files = await filesIn('dynamic');
    const page = files.get(`${new URL(post.link).pathname.slice(1)}index.html`) ?? '';
    expect(page).toContain('action="https://cms.example.org/"');
    expect(page).toContain(`href="https://cms.example.org${new URL(post.link).pathname}#commentform"`);
    expect(page).toContain(`src="${origin}/wp-content/uploads/`);
    expect([...files.keys()].some((name) => name.startsWith('wp-content/uploads/'))).toBe(true);
  });
});

describe('what cannot be written', () => {
  it('is refused before anything is', async () => {
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full/mine.txt'), 'x');
    await expect(run({}, 'full')).rejects.toThrow('is not empty, and not an earlier export');
    expect(await readdir(join(folder, 'full'))).toEqual(['mine.txt']);
    await expect(run({ url: 'nowhere' })).rejects.toThrow('--url is an address such as');
    await expect(run({ url: 'https://a.example', server: 'https://a.example/' })).rejects.toThrow('Name another one');
    const plain = { ...platen, config: { ...platen.config, permalinks: 'plain' } };
    await expect(
      runOnStore([exportSiteCommand], 'export site', { operands: { folder: join(folder, 'p') } }, plain),
    ).rejects.toThrow('permalink structure');
  });
});
