import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type TestPlaten, testPlaten } from '../support/platen.ts';
import { violations } from './admin/admin-site.ts';
import { launchBrowser } from './admin/browser.ts';

let browser: Browser;
let site: TestPlaten;
let origin: string;
const faults: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  site = await testPlaten({ port, siteUrl: origin });
  await site.platen.listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function open(options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(request.url());
  });
  await page.goto(`${origin}/wp-json/platen/v1/reference${hash}`);
  return page;
}

const sizes = { phone: { width: 360, height: 780 }, desktop: { width: 1440, height: 900 } } as const;

describe.each(['phone', 'desktop'] as const)('the reference page on a %s', (size) => {
  it.each(['light', 'dark'] as const)('is readable in %s', async (colorScheme) => {
    const page = await open({ viewport: sizes[size], colorScheme }, '#operation-listPosts');
    expect(await page.getAttribute('#operation-listPosts', 'open')).not.toBeNull();
    await page.click('#schema-PostView > summary');
    expect(await violations(page)).toEqual([]);
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    const [content = 0, window = 0] = widths as number[];
    expect(content).toBeLessThanOrEqual(window);
    const folder = process.env['PLATEN_SCREENSHOTS'];
    if (folder) {
      mkdirSync(folder, { recursive: true });
      await page.evaluate('scrollTo(0, 0)');
      await page.screenshot({ path: join(folder, `reference-${size}-${colorScheme}.png`) });
      await page.evaluate("document.querySelector('#operation-listPosts').scrollIntoView()");
      await page.screenshot({ path: join(folder, `reference-${size}-${colorScheme}-route.png`) });
    }
    await page.context().close();
  });
});

describe('the reference page', () => {
  it('finds routes by words, and says how many', async () => {
    const page = await open();
    await page.fill('#filter', 'delete revision');
    const shown = await page.locator('.operation:visible').count();
    expect(shown).toBeGreaterThan(1);
    expect(shown).toBeLessThan(10);
    expect(await page.textContent('#count')).toMatch(new RegExp(`^${shown} of \\d+ routes$`));
    expect(await page.locator('nav li:visible').count()).toBe(shown);
    await page.fill('#filter', 'zebra quagga');
    expect(await page.locator('.operation:visible').count()).toBe(0);
    await page.fill('#filter', '');
    expect(await page.locator('.operation:visible').count()).toBeGreaterThan(50);
  });

  it('follows links to schemas', async () => {
    const page = await open({}, '#operation-listPosts');
    await page.click('#operation-listPosts a[href="#schema-PostView"]');
    await page.locator('#schema-PostView pre').waitFor();
  });

  it('works without its script', async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.isVisible('#filter')).toBe(false);
    await page.click('#operation-listPosts > summary');
    expect(await page.locator('#operation-listPosts dl').first().isVisible()).toBe(true);
  });

  it('runs and loads nothing else', () => {
    expect(faults).toEqual([]);
  });
});
