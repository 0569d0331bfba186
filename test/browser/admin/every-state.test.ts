import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';
import { fillSite, pathOn, type WalkedSite, walkedScreens, walkedStates } from './walk.ts';

let admin: AdminSite;
let site: WalkedSite;
beforeAll(async () => {
  admin = await adminSite();
  site = await fillSite(admin);
});
afterAll(async () => {
  await admin?.close();
});

type Scheme = 'light' | 'dark';

/** What axe finds in what a page shows, and whether it is wider than the window. */
async function faultsOf(page: Page, schemes: readonly Scheme[]): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page)).map((line) => `${colorScheme}: ${line}`));
  }
  const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return over > 0 ? [...found, `${over} pixels stick out`] : found;
}

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${admin.origin}/admin/${pathOn(site, path)}`);
  await page.waitForSelector('h1, h2');
};

const shots = process.env['PLATEN_TEST_SHOTS'];

/** Keeps a picture where somebody wants to look at it. */
async function shot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name.replace(/\W+/g, '-')}.png`, fullPage: true });
}

describe.each([
  { width: 1280, scheme: 'light', other: 'dark' },
  { width: 390, scheme: 'dark', other: 'light' },
] as const)('at $width pixels, axe finds nothing and nothing sticks out of', ({ width, scheme, other }) => {
  let page: Page;
  beforeAll(async () => {
    page = await admin.open('administrator', '', { viewport: { width, height: 844 } });
  });
  afterAll(() => page.context().close());

  it.each(walkedStates)('$path: $name', async ({ name, path, open }) => {
    await visit(page, path);
    await open?.(page);
    await settled(page);
    // A screen is looked at in both schemes; what opens on it in one of them at each width.
    expect(await faultsOf(page, open ? [scheme] : [other, scheme])).toEqual([]);
    await shot(page, `${path} ${name} ${width}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('where the server fails, axe finds nothing and nothing sticks out of', () => {
  let page: Page;
  beforeAll(async () => {
    page = await admin.open('administrator', '', { viewport: { width: 390, height: 844 } });
    const message = `Out of order: https://site.test/${'unbroken'.repeat(16)}`;
    // Who is logged in is known; nothing else is.
    await page.route(/\/wp-json\/(?!wp\/v2\/users\/me)/, (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message, data: { status: 500 } } }),
    );
  });
  afterAll(() => page.context().close());

  it.each(walkedScreens.filter((path) => path !== 'nowhere' && !path.endsWith('/new')))('%s', async (path) => {
    await visit(page, path);
    await page.getByRole('alert').first().waitFor();
    await settled(page);
    expect(await faultsOf(page, ['light'])).toEqual([]);
    await shot(page, `${path} broken`);
  });
});

describe('the menus of a phone', () => {
  it('close with Escape, and the focus is where it was', async () => {
    const page = await admin.open('administrator', '', { viewport: { width: 390, height: 844 } });
    const navigation = page.getByRole('button', { name: 'Open navigation' });
    await navigation.click();
    await page.getByRole('link', { name: 'Posts', exact: true }).click({ trial: true });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => navigation.getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Open navigation');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Your profile' }).click();
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await page.context().close();
  });
});

it('nothing of this causes an error, a refusal by the content policy or a request to another host', () => {
  expect(admin.faults).toEqual([]);
});
