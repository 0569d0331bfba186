import { glob, readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite } from './admin-site.ts';
import { allWords, texts } from './all-words.ts';
import { settled } from './browser.ts';
import { type Claim, claims, goodNews, noClaims, provedElsewhere } from './claims.ts';
import { fillSite, pathOn, type WalkedSite } from './walk.ts';

let admin: AdminSite;
let site: WalkedSite;
beforeAll(async () => {
  // A mail server is set up, though nobody answers there: mail is on its way, and never arrives.
  admin = await adminSite({ smtpUrl: 'smtp://127.0.0.1:1' });
  site = await fillSite(admin);
});
afterAll(async () => {
  await admin?.close();
});

/** How a write fails, and what is said then. */
const failures = [
  {
    reason: 'Refused on purpose.',
    fail: (route: Route) =>
      route.fulfill({ status: 500, json: { code: 'refused', message: 'Refused on purpose.', data: { status: 500 } } }),
  },
  { reason: 'The server cannot be reached.', fail: (route: Route) => route.abort('connectionfailed') },
];

/** Fails every write; returns how many there were, and what lets them through again. */
async function failing(page: Page, fail: (route: Route) => Promise<void>) {
  let count = 0;
  const handler = async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue();
    count += 1;
    return fail(route);
  };
  await page.route('**/wp-json/**', handler);
  return { count: () => count, end: () => page.unroute('**/wp-json/**', handler) };
}

/** Messages that stay lie over what is pressed next. */
async function closeMessages(page: Page): Promise<void> {
  const close = page.locator('.mantine-Notification-root button[aria-label="Close"]');
  while ((await close.count()) > 0) {
    const before = await close.count();
    await close.first().click();
    await expect.poll(() => close.count()).toBeLessThan(before);
  }
}

const said = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true });

describe('is not said while it fails, and said when it is done:', () => {
  const pages = new Map<string, Page>();
  const pageOf = async (who: 'administrator' | 'editor'): Promise<Page> => {
    const page = pages.get(who) ?? (await admin.open(who, ''));
    pages.set(who, page);
    return page;
  };
  afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
  });

  it.each(claims)('$words on $path', async (tried: Claim) => {
    const { path, who = 'administrator', given, prepare, ask, said: claim, isQuiet } = tried;
    const page = await pageOf(who);
    await given?.(admin, site);
    await page.goto(`${admin.origin}/admin/${pathOn(site, path)}`);
    await settled(page);
    await prepare?.(page);
    for (const { reason, fail } of failures) {
      const writes = await failing(page, fail);
      await ask(page);
      await expect.poll(() => writes.count()).toBeGreaterThan(0);
      if (isQuiet) await settled(page);
      else await page.getByText(reason).first().waitFor();
      expect(await said(page, claim).count(), reason).toBe(0);
      await writes.end();
      await closeMessages(page);
    }
    await ask(page);
    await said(page, claim).first().waitFor();
  });
});

describe('is not said where the screen could not be loaded:', () => {
  it.each(goodNews)('$words', async ({ path, said: news }) => {
    const page = await admin.open('administrator', 'nowhere');
    await page.route(/\/wp-json\/(?!wp\/v2\/users\/me)/, (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message: 'Out of order.', data: { status: 500 } } }),
    );
    await page.goto(`${admin.origin}/admin/${path}`);
    await page.getByText('Out of order.').first().waitFor();
    expect(await page.getByText(news).count()).toBe(0);
    await page.context().close();
  });
});

it('says that it copied only where the browser did', async () => {
  const page = await admin.open('administrator', 'forms', { permissions: ['clipboard-write'] });
  const copy = page.getByRole('button', { name: /^Copy: / }).first();
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed.'))`);
  await copy.click();
  await page.getByText('This could not be copied').waitFor();
  expect(await page.getByText('Copied', { exact: true }).count()).toBe(0);
  await page.reload();
  await copy.click();
  await page.getByText('Copied', { exact: true }).waitFor();
  await page.context().close();
});

describe('the list of claims', () => {
  const listed = [...claims.flatMap((claim) => claim.words), ...goodNews.map((news) => news.words)];
  const known = [...listed, ...Object.keys(provedElsewhere), ...Object.keys(noClaims)];
  const isKnown = (path: string) =>
    known.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}.`));

  it('has every text of the admin page that says that something was done', async () => {
    const done =
      /\b(?:saved|published|deleted|removed|moved|restored|sent|copied|created|changed|made|revoked|ended|merged|added|imported|purged|uploaded|approved|replaced|reset|logged out|taken out|marked|held|delivered|done|ready|looked through|is off|at zero|on its way|in order|waiting|among|as it was)\b/i;
    const told =
      /\b(?:not|cannot|nobody|until|when|after|if|by|lately|meanwhile|would|could|may|can|that|be|from|how)\b/i;
    const found: string[] = [];
    for (const [where, { en }] of await allWords())
      for (const [path, text] of texts(en, where))
        if (text.length < 70 && done.test(text) && !told.test(text) && !isKnown(path)) found.push(`${path}: ${text}`);
    expect(found).toEqual([]);
  });

  it('has what every message after a success says', async () => {
    const root = new URL('../../../admin/src/', import.meta.url);
    const missing: string[] = [];
    for await (const path of glob('screens/**/*.{ts,tsx}', { cwd: root })) {
      const source = await readFile(new URL(path, root), 'utf8');
      for (const [, member = ''] of source.matchAll(/notifyDone\(\s*\w+,[^;]*?\b(?:words|own)\.((?:\w+\.)*\w+)/g))
        if (!known.some((one) => `${one}.`.includes(`.${member}.`))) missing.push(`${path}: ${member}`);
    }
    expect(missing).toEqual([]);
  });

  it('names nothing that is not there', async () => {
    const paths = (await allWords()).flatMap(([where, { en }]) => texts(en, where).map(([path]) => path));
    const gone = known.filter(
      (one) => !paths.some((path) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}.`)),
    );
    expect(gone).toEqual([]);
  });
});
