import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientSite, clientSite } from '../client-site.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Inside of this folder, so that its packages are found. */
const project = join(here, '.guide-astro');

/** A site as its author writes it. */
const files = (endpoint: string): Readonly<Record<string, string>> => ({
  'package.json': '{ "name": "pages", "private": true, "type": "module" }',
  'astro.config.mjs': 'export default {};',
  'src/content.config.ts': `
import { wpCollections } from 'dewp/loaders';
export const collections = wpCollections({ endpoint: '${endpoint}' });`,
  'src/pages/index.astro': `---
import { getCollection, getEntries, getEntry, render } from 'astro:content';
const names = ['posts', 'pages', 'tags', 'categories', 'comments', 'users', 'media', 'statuses', 'taxonomies', 'types', 'site-settings'];
const counts = await Promise.all(names.map(async (name) => [name, (await getCollection(name)).length]));
const [post] = (await getCollection('posts')).filter(({ data }) => data.title.rendered === 'With all');
const categories = await getEntries(post.data.categories);
const author = await getEntry(post.data.author);
const { Content } = await render(post);
---
<title>{(await getEntry('site-settings', 'settings')).data.name}</title>
<pre>{JSON.stringify({ counts: Object.fromEntries(counts), categories: categories.map(({ data }) => data.name), author: author.data.slug })}</pre>
<article><Content /></article>`,
});

let site: ClientSite;
beforeAll(async () => {
  site = await clientSite({ PLATEN_VARIANT: 'c' });
  const make = async (path: string, body: object) => (await site.ask(path, { method: 'POST', body })) as { id: number };
  const category = await make('/categories', { name: 'Food' });
  const tag = await make('/tags', { name: 'Soup' });
  const content = '<!-- wp:paragraph -->\n<p>The text.</p>\n<!-- /wp:paragraph -->';
  const fields = { title: 'With all', content, status: 'publish', categories: [category.id], tags: [tag.id] };
  const post = await make('/posts', fields);
  await make('/comments', { post: post.id, content: 'Well said.' });
  const create = { width: 40, height: 30, channels: 3, background: '#36c' } as const;
  await site.upload('blue.png', 'image/png', await sharp({ create }).png().toBuffer());
  for (const [name, text] of Object.entries(files(`${site.origin}/wp-json/`))) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
});
afterAll(async () => {
  await site?.remove();
  await rm(project, { recursive: true, force: true });
});

it('the loaders of dewp fill the collections of an Astro site', async () => {
  const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
  await promisify(execFile)(process.execPath, [join(here, 'node_modules/astro/astro.js'), 'build'], {
    cwd: project,
    env,
  });
  const page = await readFile(join(project, 'dist/index.html'), 'utf8');
  const [, told = ''] = /<pre>(.*)<\/pre>/.exec(page) ?? [];
  expect(JSON.parse(told.replaceAll('&quot;', '"'))).toEqual({
    counts: expect.objectContaining({ posts: 2, pages: 1, tags: 1, categories: 2, comments: 1, users: 1, media: 1 }),
    categories: ['Food'],
    author: 'admin',
  });
  expect(page).toMatch(/<p[^>]*>The text\.<\/p>/);
});
