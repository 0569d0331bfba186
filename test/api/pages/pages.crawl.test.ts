import { createReadStream, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileIntake, noSource } from '../../../src/exchange/import/file-intake.ts';
import { importWxr } from '../../../src/exchange/import/import-wxr.ts';
import { readWxr } from '../../../src/exchange/wxr/read-wxr.ts';
import { createLocalFileStore } from '../../../src/media/files/local-file-store.ts';
import { corePostTypes } from '../../../src/rules/content/core-post-types.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { addAttachment, writeMenu } from './menu-rows.ts';
import { type PageSite, pageSite, pathOf, siteUrl } from './page-client.ts';

/** A folder with export files (`*.xml`) to crawl besides the site made here. */
const folder = process.env['PLATEN_TEST_EXPORTS'];
const collections = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments'];

/** The `link` of everything that visitors see. */
async function linksIn(site: PageSite): Promise<Set<string>> {
  const links = new Set<string>();
  for (const collection of collections) {
    for (let page = 1; ; page += 1) {
      const { body, status, headers } = await site
        .as('anonymous')
        .get(`/wp/v2/${collection}?per_page=100&page=${page}`);
      if (status !== 200) throw new Error(`${collection}: ${JSON.stringify(body)}`);
      for (const item of body as { link: string }[]) links.add(item.link.replace(/#.*$/, ''));
      if (page >= Number(headers['x-wp-totalpages'])) break;
    }
  }
  return links;
}

/** Addresses that belong to something other than a page. */
const isElsewhere = (path: string): boolean =>
  /^\/wp-(?:json|login|admin|content)|\/feed(?:\/|$)|[?&]feed=|^\/platen-theme\//.test(path);

/** Follows every address of the site on its pages; returns those that do not answer 200. */
async function crawl(
  site: PageSite,
  first: Iterable<string>,
  mostPages: number,
): Promise<{ seen: number; broken: string[] }> {
  const waiting = [...new Set(first)].filter((path) => !isElsewhere(path));
  const known = new Set(waiting);
  const broken: string[] = [];
  for (let path = waiting.shift(); path !== undefined && known.size < mostPages; path = waiting.shift()) {
    const { status, html, location } = await site.get(path);
    if (status !== 200) broken.push(`${path}: ${status} ${location}`);
    for (const [, found = ''] of html.matchAll(/<(?:a|link)\b[^>]*? href="([^"]*)"/g)) {
      const target = found.replaceAll('&amp;', '&').replace(/#.*$/, '');
      if (!target.startsWith(`${siteUrl}/`)) continue;
      const next = pathOf(target);
      // A short link leads to another address on purpose.
      if (known.has(next) || isElsewhere(next) || /rel="shortlink"/.test(tagOf(html, found))) continue;
      known.add(next);
      waiting.push(next);
    }
  }
  return { seen: known.size, broken };
}

/** The tag that an address stands in. */
function tagOf(html: string, href: string): string {
  const at = html.indexOf(`href="${href}"`);
  return html.slice(html.lastIndexOf('<', at), at);
}

describe('every address of a page', () => {
  let site: PageSite;
  let hidden: string[];
  beforeAll(async () => {
    site = await pageSite();
    hidden = await fillSite(site);
  });
  afterAll(() => site?.close());

  it.each([
    '/%year%/%monthnum%/%day%/%postname%/',
    '/%postname%/',
    '/archives/%post_id%',
    '/%category%/%postname%/',
    '/blog/%author%/%postname%/',
    '',
  ])('in link fields and on pages answers 200 where links are like "%s"', async (structure) => {
    await site.platen.store.options.set('permalink_structure', structure);
    const links = await linksIn(site);
    expect(links.size).toBeGreaterThan(15);
    const { seen, broken } = await crawl(site, ['/', ...[...links].map(pathOf)], 400);
    expect(broken).toEqual([]);
    expect(seen).toBeGreaterThan(25);
  });

  it('of what is hidden answers 404 to visitors and 200 to editors', async () => {
    expect(hidden.length).toBe(3);
    for (const path of hidden) {
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
      expect([path, (await site.get(path, { as: 'editor' })).status]).toEqual([path, 200]);
    }
  });
});

/** A bit of everything; returns the plain addresses of what visitors do not see. */
async function fillSite(site: PageSite): Promise<string[]> {
  const food = await site.write('categories', { name: 'Food' });
  const fish = await site.write('categories', { name: 'Fisch & Köstlichkeiten', parent: food.id });
  const tag = await site.write('tags', { name: '日本語' });
  const dates = ['2020-02-29T00:00:00', '2020-12-31T23:59:59', '2021-01-01T00:00:00', '2022-06-15T12:00:00'];
  const posts = [];
  for (const [i, title] of ['One', 'Ünïcödé tïtle', '2020', 'こんにちは', 'Page', 'Feed', 'a'.repeat(190)].entries()) {
    posts.push(
      await site.write('posts', {
        title,
        status: 'publish',
        content: i === 0 ? 'a<!--nextpage-->b<!--nextpage-->c' : 'x',
        date: dates[i % 4],
        categories: [i % 2 ? fish.id : food.id],
        tags: [tag.id],
        author: i % 3 ? 1 : site.users.author,
      }),
    );
  }
  const about = await site.write('pages', { title: 'About', status: 'publish', content: 'x' });
  const team = await site.write('pages', { title: 'Team', status: 'publish', content: 'x', parent: about.id });
  const deep = await site.write('pages', { title: 'Ann', status: 'publish', content: 'x', parent: team.id });
  for (const parent of [0, posts[0]!.id, deep.id]) await addAttachment(site.platen.store, parent);
  const comment = await site.write('comments', {
    post: posts[0]!.id,
    content: 'c',
    author_name: 'A',
    author_email: 'a@example.org',
  });
  await site.write('comments', {
    post: posts[0]!.id,
    parent: comment.id,
    content: 'd',
    author_name: 'B',
    author_email: 'b@example.org',
  });
  await writeMenu(site.platen.store, [
    { post: about.id, type: 'page' },
    { term: fish.id, taxonomy: 'category' },
    { url: `${siteUrl}/`, label: 'Home' },
  ]);
  await site.platen.store.options.set('posts_per_page', '3');
  const secret = await site.write('posts', { title: 'Secret', status: 'private', content: 'x' });
  const draft = await site.write('posts', { title: 'Draft', status: 'draft', content: 'x' });
  const soon = await site.write('posts', {
    title: 'Soon',
    status: 'future',
    content: 'x',
    date: '2100-01-01T00:00:00',
  });
  return [secret.link, draft.link, soon.link].map(pathOf).map((path, i) => (i === 0 ? `/?p=${secret.id}` : path));
}

describe.skipIf(folder === undefined)('an imported site (PLATEN_TEST_EXPORTS names no folder of export files)', () => {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.xml'));
  it.each(files)('%s has no broken address', async (name) => {
    const site = await pageSite({ adminEmail: 'nobody@site.test' });
    const scratch = await mkdtemp(join(tmpdir(), 'platen-crawl-'));
    try {
      const { config, store } = site.platen;
      await importWxr(
        readWxr(createReadStream(join(folder ?? '', name))),
        { authors: new Map([['*', 'admin']]), rewriteLinks: true },
        {
          store,
          openBulk: () => openBulkWriter({ url: config.databaseUrl, prefix: config.tablePrefix }),
          files: createFileIntake({
            files: createLocalFileStore(join(scratch, 'uploads')),
            source: noSource,
            scratch: join(scratch, 'spool'),
          }),
          types: corePostTypes,
          uploadsUrl: `${siteUrl}/wp-content/uploads`,
          nowMs: Date.now(),
        },
      );
      const links = await linksIn(site);
      const broken: string[] = [];
      for (const link of links) {
        const { status, location } = await site.get(pathOf(link));
        if (status !== 200) broken.push(`${link}: ${status} ${location}`);
      }
      expect(links.size).toBeGreaterThan(50);
      expect(broken).toEqual([]);
    } finally {
      await site.close();
      await rm(scratch, { recursive: true, force: true });
    }
  });
});
