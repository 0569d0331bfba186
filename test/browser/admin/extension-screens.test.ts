import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ordersExtension } from '../../support/orders-extension.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;

beforeAll(async () => {
  admin = await adminSite({ extensions: [ordersExtension] });
});
afterAll(async () => {
  await admin?.close();
});

interface Counted {
  unmounted?: number;
  attempts?: number;
}

describe('a screen of an extension', () => {
  it('is in the navigation, shows what its script makes, and is removed when it is left', async () => {
    const page = await admin.open('author', 'posts');
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await navigation.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.waitForURL(/\/admin\/extensions\/orders\/all$/);
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'All orders' }).waitFor();
    await expect.poll(() => page.locator('#said').innerText()).toBe('Hello, Ann');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Tell' }).click();
    await page.getByText('Told you').waitFor();
    await page.getByRole('button', { name: 'Go to posts' }).click();
    await page.waitForURL(/\/admin\/posts$/);
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as Counted).unmounted)).toBe(1);
    await page.context().close();
  });

  it('follows the looks and the language of the page', async () => {
    const page = await admin.open('author', 'extensions/orders/all', { colorScheme: 'light', locale: 'en' });
    await expect.poll(() => page.locator('#scheme').innerText()).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => page.locator('#scheme').innerText()).toBe('dark');
    await page.evaluate(() => localStorage.setItem('platen.language', 'de'));
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Alle Bestellungen' }).waitFor();
    await page.context().close();
  });

  it('that throws says so, and can be tried again', async () => {
    const page = await admin.open('author', 'extensions/orders/broken');
    await page.getByText('The shelf is empty.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as Counted).attempts)).toBe(2);
    await page.getByText('The shelf is empty.').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await navigation.getByRole('link', { name: 'Unready' }).click();
    await page.getByText('Its script has no function "mount".').waitFor();
    await navigation.getByRole('link', { name: 'Posts', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.context().close();
  });

  it('is not there for an account without its capability', async () => {
    const page = await admin.open('author', 'extensions/orders/settings');
    await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await navigation.getByRole('link', { name: 'Orders', exact: true }).waitFor();
    expect(await navigation.getByRole('link', { name: 'Order settings' }).count()).toBe(0);
    await page.context().close();
    const other = await admin.open('subscriber', '');
    await other.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect(await other.getByRole('link', { name: 'Orders', exact: true }).count()).toBe(0);
    await other.context().close();
  });
});

describe('a panel of an extension', () => {
  it('shows and changes the text that is being edited, for its types only', async () => {
    const page = await admin.open('author', 'posts/new');
    // It would be stored by itself after a pause, and then not be new any more.
    const release = Promise.withResolvers<void>();
    await page.route('**/wp/v2/posts*', async (route) => {
      if (route.request().method() === 'POST') await release.promise;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Quiet');
    await page.getByRole('button', { name: 'Loudness' }).click();
    await expect.poll(() => page.locator('#panel-title').innerText()).toBe('post new: Quiet');
    await page.getByRole('textbox', { name: 'Title' }).fill('Quieter');
    await expect.poll(() => page.locator('#panel-title').innerText()).toBe('post new: Quieter');
    await page.getByRole('button', { name: 'Shout' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('QUIETER');
    await page.getByRole('button', { name: 'Save draft' }).click();
    release.resolve();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const stored = async () => (await admin.site.as('administrator').get(`/wp/v2/posts/${id}?context=edit`)).body;
    await expect.poll(async () => (await stored()).title.raw).toBe('QUIETER');
    expect((await stored()).content.raw).toBe('');
    expect(await page.getByRole('button', { name: 'Secret' }).count()).toBe(0);
    await page.context().close();
    const editor = await admin.open('editor', 'pages/new');
    await editor.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await editor.getByRole('button', { name: 'Loudness' }).count()).toBe(0);
    await editor.context().close();
  });
});

it('nothing of it breaks the content policy or asks another host', () => {
  expect(admin.faults).toEqual([]);
});
