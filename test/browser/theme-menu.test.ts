import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type TestPlaten, testPlaten } from '../support/platen.ts';
import { violations } from './admin/admin-site.ts';
import { launchBrowser } from './admin/browser.ts';

let browser: Browser;
let site: TestPlaten;
let origin: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  site = await testPlaten({ port, siteUrl: origin });
  await site.platen.listen();
  const item = (title: string, level = 0) => ({ title, url: `/${title.toLowerCase().replaceAll(' ', '-')}/`, level });
  await site.as('administrator').post('/platen/v1/menus', {
    name: 'Top',
    locations: ['primary'],
    items: [
      item('About us'),
      item('Opening hours'),
      item('Where to find us'),
      item('Prices and bookings'),
      item('Rooms'),
      item('The attic', 1),
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const opened = async (width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch: width < 500, colorScheme });
  const page = await context.newPage();
  await page.goto(origin);
  return page;
};
const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describe('the main menu of the built-in theme', () => {
  it('is folded on a phone: a touch opens it, Escape and a touch elsewhere close it', async () => {
    const page = await opened(390);
    const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'About us' });
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await button.waitFor();
    expect(await link.isVisible()).toBe(false);
    expect(await overflow(page)).toBe(0);
    await button.tap();
    await link.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await button.tap();
    await link.waitFor();
    await page.touchscreen.tap(200, 800);
    await link.waitFor({ state: 'hidden' });
    await button.tap();
    await page.locator('.menu summary').tap();
    await page.getByRole('link', { name: 'The attic' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await link.tap();
    await page.waitForURL(/about-us/);
    await page.context().close();
  });

  it('is opened, walked and closed with the keyboard', async () => {
    const page = await opened(390, 'dark');
    await page.getByRole('button', { name: 'Menu', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'About us' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('#site-menu') !== null`)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'About us' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Menu');
    await page.context().close();
  });

  it('is a line of links where there is room', async () => {
    const page = await opened(1280);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'About us' }).waitFor();
    expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
