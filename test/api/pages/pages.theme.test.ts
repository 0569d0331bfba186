import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPlaten } from '../../support/platen.ts';
import { writeMenu } from './menu-rows.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-theme-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The code blocks of the page about themes. */
async function examples(language: string): Promise<string[]> {
  const text = await readFile(new URL('../../../docs/themes.md', import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
}

describe('the theme of the documentation', () => {
  let site: PageSite;
  beforeAll(async () => {
    const theme = join(folder, 'my-theme');
    await mkdir(theme);
    const [[code = ''], [css = '']] = [await examples('ts'), await examples('css')];
    await writeFile(join(theme, 'index.ts'), code);
    await writeFile(join(theme, 'style.css'), css);
    site = await pageSite({ theme });
  });
  afterAll(() => site?.close());

  it('shows posts in its own way, and leaves the rest to the default theme', async () => {
    const post = await site.write('posts', { title: 'Fish & chips', content: 'Hot.', status: 'publish' });
    const { html } = await site.get(pathOf(post.link));
    expect(html).toContain('<footer>Printed with Platen</footer>');
    expect(html).toContain('by admin</p>');
    expect(html).toContain('<h1>Fish &#038; chips</h1>');
    const home = (await site.get('/')).html;
    expect(home).toContain('<footer>Printed with Platen</footer>');
    expect(home).toContain('<article class="card');
  });

  it('has its style sheet, under a name that browsers may keep', async () => {
    const { html } = await site.get('/');
    const path = /<link rel="stylesheet" href="(\/platen-theme\/style\.[0-9a-f]{12}\.css)">/.exec(html)?.[1] ?? '';
    const { headers, html: css, status } = await site.get(path);
    expect(status).toBe(200);
    expect(css).toContain('max-width: 40rem');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/css; charset=UTF-8');
    expect((await site.get('/platen-theme/other.css')).status).toBe(404);
  });
});

describe('a theme that cannot be used', () => {
  it.each([
    ['./not-there', 'neither a folder nor an installed package'],
    ['no-such-package-anywhere', 'neither a folder nor an installed package'],
    ['broken', 'cannot be loaded'],
    ['empty', 'exports no theme'],
  ])('%s: says why when the server starts', async (name, message) => {
    for (const [file, code] of Object.entries({ broken: 'export default {', empty: 'export const a = 1;' })) {
      await mkdir(join(folder, file), { recursive: true });
      await writeFile(join(folder, file, 'index.js'), code);
    }
    const theme = ['broken', 'empty'].includes(name) ? join(folder, name) : name;
    await expect(testPlaten({ theme })).rejects.toThrow(message);
  });
});

describe('the default theme', () => {
  let site: PageSite;
  beforeAll(async () => {
    site = await pageSite();
  });
  afterAll(() => site?.close());

  it('has a style sheet below 20 KB', async () => {
    const path = /href="(\/platen-theme\/style[^"]*)"/.exec((await site.get('/')).html)?.[1] ?? '';
    expect((await site.get(path)).html.length).toBeLessThan(20_000);
  });

  it('shows a stored menu, without what visitors may not see', async () => {
    const [about, hidden] = [
      await site.write('pages', { title: 'About', content: 'x', status: 'publish' }),
      await site.write('pages', { title: 'Hidden page', content: 'x', status: 'private' }),
    ];
    await writeMenu(site.platen.store, [
      { post: about.id, type: 'page', label: 'Who we are' },
      { post: hidden.id, type: 'page' },
      { url: 'javascript:alert(1)', label: 'Bad' },
      { url: 'https://example.org/', label: 'Elsewhere', below: 0 },
    ]);
    const menu = /<nav class="menu".*?<\/nav>/s.exec((await site.get('/about/')).html)?.[0] ?? '';
    expect(menu).toContain('<a href="http://site.test/about/" aria-current="page">Who we are</a>');
    expect(menu).toContain('<a href="https://example.org/">Elsewhere</a>');
    expect(menu).not.toMatch(/Hidden|Bad|javascript/);
    expect((await site.get('/', { as: 'editor' })).html).toContain('Hidden page');
  });

  it('escapes what people type', async () => {
    const hostile = `"><script>alert(1)</script>`;
    await site.write('settings', { description: 'A <b>tagline</b> & more' });
    const tag = await site.write('tags', { name: 'T & U' });
    const post = await site.write('posts', { title: 'x', content: 'x', status: 'publish', tags: [tag.id] });
    for (const path of [
      `/search/${encodeURIComponent(hostile)}`,
      `/?s=${encodeURIComponent(hostile)}`,
      `/${encodeURIComponent(hostile)}/`,
      pathOf(post.link),
      '/',
    ]) {
      const { html } = await site.get(path);
      expect(html).not.toContain('<script>alert');
    }
    const { html } = await site.get(`/search/${encodeURIComponent('a "quoted" <word>')}/`);
    expect(html).toContain('value="a &quot;quoted&quot; &lt;word&gt;"');
    expect((await site.get(pathOf(post.link))).html).toContain('>T &amp; U<');
  });
});

describe('the other variant of the interface', () => {
  it('has the same pages', async () => {
    const site = await pageSite({ variant: 'b' });
    try {
      const post = await site.write('posts', { title: 'P', content: 'the-text', status: 'publish' });
      const { status, html } = await site.get(pathOf(post.link));
      expect([status, html.includes('the-text'), html.includes('id="respond"')]).toEqual([200, true, true]);
    } finally {
      await site.close();
    }
  });
});

describe('without pages', () => {
  it('the front answers with the way to the interface, and nothing else does', async () => {
    const site = await pageSite({ pages: false });
    try {
      const front = await site.get('/');
      expect(front.status).toBe(200);
      expect(front.headers.get('link')).toBe('<http://site.test/wp-json/>; rel="https://api.w.org/"');
      expect(front.html).toContain('<link rel="https://api.w.org/" href="http://site.test/wp-json/">');
      expect((await site.get('/', { method: 'HEAD' })).headers.get('link')).toContain('api.w.org');
      const post = await site.write('posts', { title: 'P', content: 'x', status: 'publish' });
      expect((await site.get(pathOf(post.link))).status).toBe(404);
    } finally {
      await site.close();
    }
  });
});
