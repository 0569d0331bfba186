import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
});
afterAll(() => admin?.close());

const dayMs = 86_400_000;

it('the application passwords of all accounts are listed, narrowed and revoked by an administrator', async () => {
  const { site } = admin;
  const { store } = site.platen;
  const { editor, author } = site.users;
  const now = Date.now();
  const ended = { scopes: ['read'] as const, expiresAt: Math.floor((now - dayMs) / 1000) };
  const make = (user: number, name: string, madeMs: number, more = {}) =>
    createApplicationPassword(store, user, name, madeMs, more);
  const phone = await make(editor, 'Phone', now);
  await make(author, 'Forgotten script', now - 200 * dayMs, { scopes: ['read', 'propose'] });
  await make(author, 'Trial', now - 10 * dayMs, ended);
  const page = await admin.open('administrator', 'application-passwords', { viewport: { width: 390, height: 844 } });
  const list = page.getByRole('list', { name: 'Application passwords' });
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await row('Phone').getByText('All rights of the account').waitFor();
  await row('Forgotten script').getByText('Never used').waitFor();
  await row('Trial')
    .getByText(/^Expired/)
    .waitFor();
  expect(await row('Trial').getByRole('link').getAttribute('href')).toBe(`/admin/users/${author}`);
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

  for (const [kind, name] of [
    ['With all rights', 'Phone'],
    ['Not used for 90 days', 'Forgotten script'],
    ['Expired', 'Trial'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: kind }).click();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await row(name).waitFor();
  }
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'All', exact: true }).click();

  const authorization = `Basic ${Buffer.from(`the-editor:${phone.password}`).toString('base64')}`;
  const status = async () =>
    (await fetch(`${admin.origin}/wp-json/wp/v2/users/me`, { headers: { authorization } })).status;
  expect(await status()).toBe(200);
  await row('Phone')
    .getByRole('button', { name: /^Revoke Phone of / })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row('Phone').waitFor({ state: 'detached' });
  expect(await status()).toBe(401);
  expect(admin.faults).toEqual([]);
  await page.context().close();
});
