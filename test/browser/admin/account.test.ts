import { createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

/** Where codes are compared, time stands still: a code is valid for half a minute, and a slow machine needs longer. */
let stoppedMs: number | null = null;
const clock = () => stoppedMs ?? Date.now();

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite({ clock });
});
afterAll(async () => {
  await admin?.close();
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app, worked out here from the standard. */
function appCode(key: string, away = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(clock() / 30_000) + away));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const shots = process.env['PLATEN_SHOTS'];

/** Keeps a picture where somebody wants to look at it. */
async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

describe('application passwords', () => {
  it('are made with the password shown once, used, renamed and revoked', async () => {
    const page = await admin.open('author', 'profile');
    const part = section(page, 'Application passwords');
    await part.getByText('No program has a password.').waitFor();
    await part.getByRole('button', { name: 'New application password' }).click();
    await page.getByRole('textbox', { name: 'Name of the program' }).fill('Phone');
    await page.getByRole('button', { name: 'Make the password' }).click();
    const dialog = page.getByRole('dialog', { name: 'The password for Phone' });
    const password = await dialog.getByLabel('Password').innerText();
    expect(password).toMatch(/^(?:\w{4} ){5}\w{4}$/);
    await shot(page, 'account-password-made');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const { status } = await admin.site.as(`the-author:${password}`).get('/wp/v2/users/me');
    expect(status).toBe(200);
    await page.reload();
    await part.getByText(/Last used .* from 127\.0\.0\.1/).waitFor();
    expect(await page.content()).not.toContain(password);
    await part.getByRole('button', { name: 'Rename Phone' }).click();
    await page.getByRole('textbox', { name: 'Name of the program' }).fill('Tablet');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await part.getByRole('button', { name: 'Revoke Tablet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await part.getByText('No program has a password.').waitFor();
    expect((await admin.site.as(`the-author:${password}`).get('/wp/v2/users/me')).status).toBe(401);
    await page.context().close();
  });
});

describe('sessions', () => {
  it('of other browsers are ended from the profile, and the own one stays', async () => {
    const [phone, desk] = [await admin.open('contributor', 'profile'), await admin.open('contributor', 'profile')];
    const part = section(desk, 'Sessions');
    await part.getByText('This browser').waitFor();
    expect(await part.getByRole('listitem').count()).toBe(2);
    await part.getByRole('button', { name: /^End the session of Chrome/ }).click();
    await desk.getByText('is logged out').waitFor();
    await expect.poll(() => part.getByRole('listitem').count()).toBe(1);
    await phone.reload();
    await phone.waitForSelector('#user_login');
    for (const page of [phone, desk]) await page.context().close();
  });

  it('of another user are ended by an administrator', async () => {
    const author = await admin.open('subscriber', 'profile');
    const boss = await admin.open('administrator', `users/${admin.site.users.subscriber}`);
    await section(boss, 'Sessions')
      .getByRole('button', { name: /^End the session of/ })
      .click();
    await boss.getByText('is logged out').waitFor();
    await author.reload();
    await author.waitForSelector('#user_login');
    for (const page of [author, boss]) await page.context().close();
  });
});

describe('two-factor log-in', () => {
  it('is switched on with a QR code, asked for at the log-in and in the session dialog, and switched off', async () => {
    stoppedMs = Date.now();
    const page = await admin.open('editor', 'profile');
    const part = section(page, 'Two-factor log-in');
    await part.getByRole('button', { name: 'Switch on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').first().fill('wrong');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('This is not your password.').waitFor();
    await dialog.getByLabel('Your password').first().fill('pw-editor');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
    const key = await dialog.locator('pre').innerText();
    await shot(page, 'account-two-factor-key');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Code that the app shows' }).fill('000000');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await dialog.getByText('This code does not fit').waitFor();
    await dialog.getByRole('textbox', { name: 'Code that the app shows' }).fill(appCode(key, -1));
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByRole('listitem').first().waitFor();
    const [recovery = ''] = await codes.getByRole('listitem').allInnerTexts();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await shot(page, 'account-recovery-codes');
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await part.getByText('10 recovery codes are left.').waitFor();
    await shot(page, 'account-profile-1440');

    // The session ends: the dialog asks for the password, then for the code.
    await page.context().clearCookies();
    await part.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByRole('dialog').getByLabel('Your password').first().fill('pw-editor');
    await page.getByRole('button', { name: 'Next' }).click();
    const again = page.getByRole('dialog', { name: 'Please log in again' });
    await again.getByRole('textbox', { name: 'User name' }).fill('the-editor');
    await again.getByLabel('Password').first().fill('pw-editor');
    await again.getByRole('button', { name: 'Log in' }).click();
    await again.getByRole('textbox', { name: 'Code of your authenticator app' }).fill(appCode(key));
    await again.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
    await page.context().close();

    // At the log-in page: a used code is refused, an old recovery code too, the next code is taken.
    const other = await admin.browser.newContext();
    const login = await other.newPage();
    await login.goto(`${admin.origin}/admin/`);
    await login.fill('#user_login', 'the-editor');
    await login.fill('#user_pass', 'pw-editor');
    await login.click('#wp-submit');
    await login.getByRole('heading', { name: 'One more step' }).waitFor();
    await shot(login, 'login-code');
    expect(await violations(login)).toEqual([]);
    const send = async (code: string) => {
      await login.fill('#code', code);
      await Promise.all([login.waitForEvent('framenavigated'), login.click('#wp-submit')]);
    };
    for (const code of [appCode(key), recovery]) {
      await send(code);
      await login.getByRole('alert').getByText('This code is wrong').waitFor();
    }
    await send(appCode(key, 1));
    await login.waitForURL(/\/admin\/$/);
    await login.goto(`${admin.origin}/admin/profile`);
    const off = section(login, 'Two-factor log-in');
    await off.getByRole('button', { name: 'Switch off' }).click();
    await login.getByRole('dialog').getByLabel('Your password').first().fill('pw-editor');
    await login.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await login.getByText('Two-factor log-in is off').waitFor();
    await other.close();
    stoppedMs = null;
  });
});

describe('health and cache', () => {
  it('tell an administrator what deserves a look, and the cache is purged', async () => {
    const page = await admin.open('administrator', 'health');
    await page.getByText('No mail server is set up.').waitFor();
    await page.getByText('Set PLATEN_SMTP_URL').waitFor();
    await page.getByText('The site is on this machine only.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('link', { name: 'Cache', exact: true }).click();
    await page.getByRole('region', { name: 'Answered from the cache' }).waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('/nothing-here/');
    await page.getByRole('button', { name: 'Purge' }).click();
    await page.getByText('There is nothing at this address.').waitFor();
    await page.getByRole('radiogroup').getByText('Tags', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('not a tag!');
    await page.getByRole('button', { name: 'Purge' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Tags' }).fill('posts, post:7');
    await page.getByRole('button', { name: 'Purge' }).click();
    await page.getByText('Purged', { exact: true }).waitFor();
    const crawler = page.getByRole('region', { name: 'Crawler' });
    await crawler.getByRole('button', { name: 'Start now' }).click();
    await crawler
      .getByText(/At work|Begins in a few seconds|Finished/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Look through all pictures' }).click();
    await page.getByText('All pictures were looked through').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Purged posts, post:7 from the cache').waitFor();
    await page.context().close();
  });
});

describe('the audit log', () => {
  it('shows who did what, narrowed by what it is about', async () => {
    await admin.site.as('author').post('/wp/v2/posts', { title: 'Heron', status: 'publish' });
    const page = await admin.open('administrator', 'audit');
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.getByText('Published post “Heron”').waitFor();
    await table.getByText('Logged in as admin with the password').first().waitFor();
    await shot(page, 'audit-1440');
    await page.locator('input[aria-label="About"]').click();
    await page.getByRole('option', { name: 'Posts and pages' }).click();
    await expect.poll(() => table.getByText('Logged in as').count()).toBe(0);
    await table.getByText('Published post “Heron”').waitFor();
    await page.locator('input[aria-label="About"]').click();
    await page.getByRole('option', { name: 'Import and export' }).click();
    await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await table.getByText('Logged in as admin').first().waitFor();
    await page.context().close();
  });

  it('is not offered to an editor, and says so at its address', async () => {
    const page = await admin.open('author', 'audit');
    await page.getByText('You may not see this').waitFor();
    const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Audit log');
    await page.context().close();
  });
});

it('speaks German', async () => {
  const page = await admin.open('administrator', 'profile');
  await page.evaluate(() => localStorage.setItem('platen.language', 'de'));
  await page.reload();
  await page.getByRole('heading', { name: 'Anmeldung in zwei Schritten' }).waitFor();
  await page.getByRole('heading', { name: 'Sitzungen' }).waitFor();
  await page.goto(`${admin.origin}/admin/audit`);
  await page.getByRole('heading', { name: 'Protokoll' }).waitFor();
  await page.getByText('Anmeldung als admin mit dem Passwort').first().waitFor();
  await page.context().close();
});

it('does nothing that no page may do', () => {
  expect(admin.faults).toEqual([]);
});
