import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
beforeAll(async () => {
  const port = await freePort();
  // Browsers allow passkeys at this name, and at no bare address.
  admin = await adminSite({ port, siteUrl: `http://localhost:${port}` });
  await admin.site.platen.store.options.set('users_can_register', '1');
});
afterAll(async () => {
  await admin?.close();
});

const shots = process.env['PLATEN_SHOTS'];

/** Keeps a picture where somebody wants to look at it. */
async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** A page in the widths and colours in which it is looked at. */
async function looks(page: Page, name: string): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await shot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  await shot(page, `${name}-phone-dark`);
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(wide).toBe(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** An authenticator of the browser itself (Chrome DevTools Protocol), such as a laptop with a fingerprint reader has. */
async function virtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifyUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const isInside = (page: Page) => page.locator('nav[aria-label], [role=navigation]').first().waitFor();

describe('passkeys', () => {
  it('are added in the profile, log in without a name, and are the second step after a password', async () => {
    const page = await admin.open('author', 'profile');
    const key = await virtualAuthenticator(page);
    const part = page.getByRole('region', { name: 'Passkeys' });
    await part.getByText('There is no passkey.').waitFor();
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Your password').fill('pw-author');
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Laptop');
    expect(await violations(page)).toEqual([]);
    await shot(page, 'passkey-add');
    await page.getByRole('button', { name: 'Go on' }).click();
    await part.getByText('never used').waitFor();
    await part.getByRole('button', { name: 'Ask for a passkey after the password' }).click();
    await page.getByLabel('Your password').fill('pw-author');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await looks(page, 'profile-passkeys');

    await page.context().clearCookies();
    await page.goto(`${admin.origin}/wp-login.php`);
    await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
    await looks(page, 'login-passkey');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.waitForURL('**/admin/');
    await isInside(page);

    await page.context().clearCookies();
    await page.goto(`${admin.origin}/wp-login.php`);
    await page.fill('#user_login', 'the-author');
    await page.fill('#user_pass', 'pw-author');
    // By keyboard alone.
    await page.keyboard.press('Enter');
    const second = page.getByRole('button', { name: 'Use a passkey instead' });
    await second.waitFor();
    await looks(page, 'login-second-step');
    await second.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/');
    await isInside(page);

    await page.context().clearCookies();
    await key.verifyUser(false);
    await page.goto(`${admin.origin}/wp-login.php`);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('alert').getByText('That did not work.').waitFor();
    expect((await page.context().cookies()).some(({ name }) => name === 'platen_session')).toBe(false);
    await page.context().close();
  });
});

describe('invitations', () => {
  it('are made on the screen of users, and accepted with a page of their own', async () => {
    const page = await admin.open('administrator', 'users');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'Mail address' }).fill('guest@example.org');
    await shot(page, 'invite');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    const dialog = page.getByRole('dialog', { name: 'The link for guest@example.org' });
    const link = await dialog.locator('pre').innerText();
    await shot(page, 'invite-link');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('guest@example.org').first().waitFor();
    await looks(page, 'invitations');

    const context = await admin.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const guest = await context.newPage();
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'You are invited' }).waitFor();
    await looks(guest, 'invitation-page');
    await guest.getByLabel('User name').fill('guest');
    await guest.getByLabel('Password').fill('a good password');
    await guest.getByRole('button', { name: 'Make my account' }).click();
    await guest.waitForURL('**/admin/');
    await isInside(guest);
    await context.close();
    await page.reload();
    await page.getByText('Nobody is invited').waitFor();
    await page.context().close();
  });
});

describe('registration', () => {
  it('is offered on the log-in page, in the language of the site', async () => {
    await admin.site.platen.store.options.set('WPLANG', 'de_DE');
    const context = await admin.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${admin.origin}/wp-login.php`);
    await page.getByRole('link', { name: 'Registrieren' }).click();
    await page.getByRole('heading', { name: 'Registrieren' }).waitFor();
    await looks(page, 'register-german');
    await admin.site.platen.store.options.set('WPLANG', '');
    await context.close();
  });
});

describe('roles', () => {
  it('are made, changed and removed', async () => {
    const page = await admin.open('administrator', 'users/roles');
    await page.getByRole('cell', { name: '50 capabilities' }).waitFor();
    await looks(page, 'roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Reviewer');
    await page.getByLabel('edit_posts', { exact: true }).check();
    await looks(page, 'role-form');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Reviewer', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove the role Reviewer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The role Reviewer is removed').waitFor();
    await page.context().close();
  });

  it('no page asked for what it must not', () => {
    expect(admin.faults).toEqual([]);
  });
});
