// How long the admin page of a large site makes people wait: the longest stretch in which the browser answered nothing,
// in processor time, and how long it took until all was shown, on every list and in the category picker.
//   node bench/admin.ts [--posts 10000] [--media 5000] [--terms 2000]
// The site is SQLite, made for the run and removed after it. Needs Chromium. The goal is no pause over 200 ms.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { gmtAt } from '../src/rules/zone.ts';
import { type BulkRow, contentBulkTables } from '../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../src/storage/bulk/bulk-writer.ts';
import { launchBrowser, settled } from '../test/browser/admin/browser.ts';
import { markdownTable } from './lib/report.ts';
import { platenProgram } from './peers/platen-program.ts';

const { values: flags } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    media: { type: 'string', default: '5000' },
    terms: { type: 'string', default: '2000' },
  },
});
const goalMs = 200;
const folder = await mkdtemp(join(tmpdir(), 'platen-admin-'));
const env = { PLATEN_DATA_DIR: folder, PLATEN_ADMIN_PASSWORD: 'bench' };
const platen = platenProgram();

try {
  await platen.fill(env, Number(flags.posts));
  await fillMediaAndTerms(`sqlite:${join(folder, 'platen.db')}`);
  const { url, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/admin/`);
    await page.fill('#user_login', 'admin');
    await page.fill('#user_pass', 'bench');
    await page.click('#wp-submit');
    await page.waitForSelector('h1');
    await report(page, url);
  } finally {
    await browser.close();
    await stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Media without files and categories below each other, as many as asked for. */
async function fillMediaAndTerms(database: string): Promise<void> {
  const bulk = await openBulkWriter({ url: database, prefix: 'wp_' });
  const numbers = (count: string, from: number) => Array.from({ length: Number(count) }, (_, n) => from + n);
  const terms = numbers(flags.terms, 1_000_000);
  await bulk.transaction(async (tables) => {
    await tables.insert(contentBulkTables.posts, numbers(flags.media, 10_000_000).map(mediaRow));
    await tables.insert(
      contentBulkTables.terms,
      terms.map((id) => ({ term_id: id, name: `Subject ${id}`, slug: `subject-${id}`, term_group: 0 })),
    );
    await tables.insert(
      contentBulkTables.term_taxonomy,
      terms.map((id, n) => ({
        term_taxonomy_id: id,
        term_id: id,
        taxonomy: n % 2 === 0 ? 'category' : 'post_tag',
        description: '',
        parent: n % 2 === 0 && n % 20 !== 0 ? id - (n % 20) : 0,
        count: 0,
      })),
    );
  });
  await bulk.close();
}

function mediaRow(id: number): BulkRow {
  const date = gmtAt(Date.UTC(2015, 0, 1) + (id % 100_000) * 3_600_000);
  return {
    ID: id,
    post_author: 1,
    post_date: date,
    post_date_gmt: date,
    post_content: '',
    post_title: `Picture ${id}`,
    post_excerpt: '',
    post_status: 'inherit',
    comment_status: 'closed',
    ping_status: 'closed',
    post_password: '',
    post_name: `picture-${id}`,
    to_ping: '',
    pinged: '',
    post_modified: date,
    post_modified_gmt: date,
    post_content_filtered: '',
    post_parent: 0,
    guid: `http://site.test/picture-${id}.jpg`,
    menu_order: 0,
    post_type: 'attachment',
    post_mime_type: 'image/jpeg',
    comment_count: 0,
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of a page's main thread while something is done, in milliseconds of processor time. */
async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await act();
  await settled(page);
  // What Chromium writes.
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('Chromium reported no tasks.');
  return Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000;
}

async function report(page: Page, url: string): Promise<void> {
  const rows: string[][] = [];
  const measure = async (name: string, act: () => Promise<unknown>) => {
    let tookMs = 0;
    const longest = await longestTask(page, async () => {
      const started = performance.now();
      await act();
      tookMs = performance.now() - started;
    });
    rows.push([name, tookMs.toFixed(0), longest.toFixed(0), longest > goalMs ? 'no' : 'yes']);
  };
  const scroll = async () => {
    for (let n = 0; n < 20; n++) await page.mouse.wheel(0, 400);
  };
  for (const path of ['posts', 'media', 'categories', 'tags', 'users', 'comments']) {
    await measure(`${path}: opened`, async () => {
      await page.goto(`${url}/admin/${path}`);
      await page.waitForSelector('h1');
      await settled(page);
    });
    await measure(`${path}: scrolled`, scroll);
    const next = page.getByRole('button', { name: /next page/i });
    if ((await next.count()) > 0 && (await next.isEnabled()))
      await measure(`${path}: next page`, async () => {
        await next.click();
        await settled(page);
      });
    const search = page.getByRole('searchbox').first();
    if ((await search.count()) > 0)
      await measure(`${path}: searched`, async () => {
        await search.pressSequentially('an');
        await settled(page);
      });
  }
  await measure('editor: opened', async () => {
    await page.goto(`${url}/admin/posts/new`);
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await settled(page);
  });
  const picker = page.getByRole('searchbox', { name: 'Categories' });
  await measure('category picker: searched', async () => {
    await picker.pressSequentially('Subject 10009');
    await settled(page);
  });
  await measure('category picker: chosen', async () => {
    await page
      .getByRole('checkbox', { name: /Subject/ })
      .first()
      .check();
    await settled(page);
  });
  for (const line of markdownTable([
    ['what is done', 'done after ms', 'longest pause ms', `within ${goalMs}`],
    ...rows,
  ]))
    console.log(line);
}
