import { createReadStream, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalFileStore } from '../../../src/media/files/local-file-store.ts';
import { createMediaWorkers } from '../../../src/media/workers/media-workers.ts';
import { corePostTypes } from '../../../src/rules/content/core-content-types.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { createFileIntake } from '../../../src/transfer/import/file-intake.ts';
import { noSource } from '../../../src/transfer/import/file-sources.ts';
import { importWxr } from '../../../src/transfer/import/import-wxr.ts';
import { readWxr } from '../../../src/transfer/wxr/read-wxr.ts';
import { type PageSite, pageSite, pathOf, siteUrl } from './page-client.ts';
import { fillSite } from './varied-site.ts';

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

/** Addresses that only posted forms or scripts use. */
const isForForms = (path: string): boolean => /^\/wp-comments-post\.php|[?&]action=postpass/.test(path);

/** Follows every address of the site on its pages, pictures and feeds included; returns those that do not answer 200. */
async function crawl(
  site: PageSite,
  first: Iterable<string>,
  mostPages: number,
  { mayRedirect = false } = {},
): Promise<{ seen: Set<string>; broken: string[] }> {
  const waiting = [...new Set(first)];
  const known = new Set(waiting);
  const broken: string[] = [];
  for (let path = waiting.shift(); path !== undefined && known.size < mostPages; path = waiting.shift()) {
    const { status, html, location, headers } = await site.get(path);
    const isMoved = mayRedirect && status === 301 && location.startsWith('/');
    if (isMoved && !known.has(location)) {
      known.add(location);
      waiting.push(location);
    }
    if (status !== 200 && !isMoved) broken.push(`${path}: ${status} ${location}`);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, found = ''] of html.matchAll(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      const target = URL.parse(found.replaceAll('&amp;', '&').replace(/#.*$/, ''), `${siteUrl}${path}`);
      if (target?.origin !== siteUrl) continue;
      const next = pathOf(target.href);
      // A short link leads to another address on purpose; files of an import were not fetched.
      const isOther = isForForms(next) || next.startsWith('/wp-content/') || /rel="shortlink"/.test(tagOf(html, found));
      if (known.has(next) || isOther) continue;
      known.add(next);
      waiting.push(next);
    }
  }
  return { seen: known, broken };
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
    expect(seen.size).toBeGreaterThan(25);
    const kinds = [/feed/, /replytocom/, /wp-json/, /platen-theme/];
    expect(kinds.filter((kind) => ![...seen].some((path) => kind.test(path)))).toEqual([]);
  });

  it('of what is hidden answers 404 to visitors and 200 to editors', async () => {
    expect(hidden.length).toBe(3);
    for (const path of hidden) {
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
      expect([path, (await site.get(path, { as: 'editor' })).status]).toEqual([path, 200]);
    }
  });
});

describe.skipIf(folder === undefined)('an imported site (PLATEN_TEST_EXPORTS names no folder of export files)', () => {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.xml'));
  it.each(files)(
    '%s has no broken address',
    async (name) => {
      const site = await pageSite({ adminEmail: 'nobody@site.test' });
      const scratch = await mkdtemp(join(tmpdir(), 'platen-crawl-'));
      const workers = createMediaWorkers({ folder: scratch });
      try {
        const { config, store } = site.platen;
        await importWxr(
          readWxr(createReadStream(join(folder ?? '', name))),
          { authors: new Map(), rewriteLinks: null },
          {
            store,
            openBulk: () => openBulkWriter({ url: config.databaseUrl, prefix: config.tablePrefix }),
            files: createFileIntake({
              files: createLocalFileStore(join(scratch, 'uploads')),
              source: noSource,
              scratch: join(scratch, 'spool'),
              workers,
              maxBytes: 1e8,
            }),
            types: corePostTypes,
            meta: [],
            nowMs: Date.now(),
          },
        );
        const links = await linksIn(site);
        // Authors may write another address of a page; it must lead to one that answers.
        const { seen, broken } = await crawl(site, ['/', ...[...links].map(pathOf)], 3_000, { mayRedirect: true });
        expect(links.size).toBeGreaterThan(50);
        expect(broken).toEqual([]);
        expect(seen.size).toBeGreaterThan(links.size);
      } finally {
        await workers.close();
        await site.close();
        await rm(scratch, { recursive: true, force: true });
      }
    },
    900_000,
  );
});
