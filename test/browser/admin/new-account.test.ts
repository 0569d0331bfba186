import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  expect(admin?.faults).toEqual([]);
  await admin?.close();
});

describe('a new account', () => {
  it('gets a generated password that is shown, strong and works, and a name for readers', async () => {
    const page = await admin.open('administrator', 'users');
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('textbox', { name: 'User name' }).fill('cleo');
    await form.getByRole('textbox', { name: 'Name shown to readers' }).fill('Cleo of the river');
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('cleo@example.org');
    const password = form.getByLabel('Password').first();
    await password.fill('cleopassword');
    await form.getByText('Weak: easy to guess.').waitFor();
    await form.getByRole('button', { name: 'Generate one' }).click();
    await form.getByText('Strong').waitFor();
    const made = await password.inputValue();
    expect(made).toHaveLength(20);
    expect(await password.getAttribute('type')).toBe('text');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('The account cleo was created').waitFor();
    const answer = await fetch(`${admin.origin}/wp-json/wp/v2/users/me`, {
      headers: { authorization: `Basic ${Buffer.from(`cleo:${made}`).toString('base64')}` },
    });
    expect(await answer.json()).toMatchObject({ name: 'Cleo of the river' });
    await page.context().close();
  });
});
