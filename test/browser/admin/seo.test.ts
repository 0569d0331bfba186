import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const asEditor = () => admin.site.as('editor');

it('an editor says how a post is found, sees it while typing, and is told what is wrong at its field', async () => {
  const sent = { title: 'Rivers', content: 'They flow to the sea.', status: 'publish' };
  const { body: post } = await asEditor().post('/wp/v2/posts', sent);
  const page = await admin.open('editor', `posts/${post.id}`);
  await page.getByRole('button', { name: 'Search and sharing' }).click();
  await page.getByText('They flow to the sea.').last().waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Search and sharing: Rivers/ });
  await dialog.getByLabel('Title of the page').fill('All %%title%%');
  await dialog.getByText('All Rivers', { exact: true }).first().waitFor();
  await dialog.getByLabel('Address to show instead').fill('https://');
  await dialog.getByText('canonical must be an address').waitFor();
  await dialog.getByLabel('Address to show instead').fill('');
  await dialog.getByRole('combobox', { name: 'Search engines' }).click();
  await page.getByRole('option', { name: 'leave it out' }).click();
  await dialog.getByText('Search engines leave it out.').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('All Rivers', { exact: true }).waitFor();
  const { body } = await asEditor().get(`/platen/v1/content/${post.id}/seo`);
  expect(body).toMatchObject({ title: 'All %%title%%', canonical: '', noindex: true, shown: { title: 'All Rivers' } });
  await page.context().close();
});

it('the same for a category', async () => {
  const { body: term } = await asEditor().post('/wp/v2/categories', { name: 'Lakes' });
  const page = await admin.open('editor', 'categories');
  await page.getByRole('button', { name: 'Actions for Lakes' }).click();
  await page.getByRole('menuitem', { name: 'Search and sharing' }).click();
  const dialog = page.getByRole('dialog', { name: /Search and sharing: Lakes/ });
  await dialog.getByLabel('Description', { exact: true }).fill('Still water.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await asEditor().get(`/platen/v1/terms/${term.id}/seo?taxonomy=category`);
  expect(body.description).toBe('Still water.');
  await page.context().close();
});
