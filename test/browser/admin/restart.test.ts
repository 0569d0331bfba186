import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../../support/server-process.ts';
import { launchBrowser, settled } from './browser.ts';

let site: KillableSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = [await killableSite(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

/** A page on which the administrator has logged in. */
async function loggedIn(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${site.origin}${path}`);
  await page.fill('#user_login', 'admin');
  await page.fill('#user_pass', 'password');
  await page.click('#wp-submit');
  await page.locator('#wp-submit').waitFor({ state: 'detached' });
  return page;
}

describe('a server that is started again while somebody types', () => {
  it('has every word in the end, without anybody doing anything', async () => {
    const page = await loggedIn('/admin/posts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Through a restart');
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Before.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    await settled(page);
    await page.getByRole('textbox', { name: 'Text' }).getByText('Before.').waitFor();
    await site.kill();
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.press('Control+End');
    const failed = page.waitForEvent('requestfailed');
    await page.keyboard.type(' Meanwhile.');
    await failed;
    await site.start();
    await page.getByText('Saved automatically at').waitFor();
    await page.keyboard.type(' Afterwards.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    const id = Number(page.url().split('/').at(-1));
    const answer = await fetch(`${site.origin}/wp-json/wp/v2/posts/${id}?context=edit`, {
      headers: { Authorization: `Basic ${Buffer.from('admin:password').toString('base64')}` },
    });
    expect(await answer.json()).toMatchObject({ content: { raw: 'Before. Meanwhile. Afterwards.' } });
    await page.context().close();
  });
});

describe('a server that cannot be reached', () => {
  it('leaves the page where it is, which says so and goes on later', async () => {
    const page = await loggedIn('/admin/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await site.kill();
    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('heading', { name: 'Waiting for the connection' }).waitFor();
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    await site.start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.context().close();
  });

  it('is waited for by lists while the browser is offline', async () => {
    const page = await loggedIn('/admin/tags');
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await settled(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.getByRole('heading', { name: 'Waiting for the connection' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Uncategorized' }).or(page.getByText('Uncategorized')).first().waitFor();
    await page.context().close();
  });
});
