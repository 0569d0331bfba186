import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
let receiver: Server;
let target: string;
let status = 204;
const received: string[] = [];

beforeAll(async () => {
  receiver = createServer((message, response) => {
    received.push(String(message.headers['webhook-id']));
    message.resume();
    response.writeHead(status).end(status === 204 ? undefined : 'out of order');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  admin = await adminSite({ webhookUrl: target, webhookSecret: 'a-secret-of-the-configuration-0123456789' });
});
afterAll(async () => {
  await admin?.close();
  receiver.close();
});

/** What axe finds, and what sticks out of the window, on a phone in the dark and on a wide window in the light. */
async function looks(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page)).map((line) => `${width} ${colorScheme} ${line}`));
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) found.push(`${width}: ${wide} pixels stick out`);
    const shots = process.env['PLATEN_TEST_SHOTS'];
    if (shots) await page.screenshot({ path: `${shots}/${page.url().split('/').at(-1)}-${found.length}-${width}.png` });
  }
  return found;
}

describe('webhooks', () => {
  it('are added with a secret that is shown once, changed, paused and removed', async () => {
    const page = await admin.open('administrator', 'webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://receiver.example/hook');
    await page.getByRole('textbox', { name: 'Events' }).fill('post.*, page.publish');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Secret' });
    await dialog.getByText(/^whsec_/).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    expect(await looks(page)).toEqual([]);
    await page.getByRole('link', { name: 'https://receiver.example/hook' }).click();
    await page.getByText('Nothing was sent yet').waitFor();
    expect(await page.getByText(/whsec_/).count()).toBe(0);
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog', { name: 'Secret' }).getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send a test message' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.waitForURL(/\/admin\/webhooks$/);
    await expect.poll(() => page.getByText('https://receiver.example/hook').count()).toBe(0);
    await page.context().close();
  });

  it('show what was sent with the answer, and send it again, with the keyboard alone', async () => {
    status = 500;
    const page = await admin.open('administrator', 'webhooks');
    const link = page.getByRole('link', { name: target });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send a test message' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const table = page.getByRole('table', { name: 'Deliveries' });
    await table.getByText('500').waitFor();
    expect(await looks(page)).toEqual([]);
    await table.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Details/ });
    await dialog.getByText('out of order').waitFor();
    // It is tried again anyway.
    expect(await dialog.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    status = 204;
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await table.getByText('Delivered').first().waitFor();
    await table
      .getByRole('row', { name: /Delivered/ })
      .first()
      .getByRole('button')
      .click();
    const count = received.length;
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent again').waitFor();
    await expect.poll(() => received.length).toBeGreaterThan(count);
    await page.context().close();
  });

  it('are not offered to an editor', async () => {
    const page = await admin.open('editor', '');
    const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Webhooks');
    expect(links).not.toContain('Personal data');
    await page.context().close();
  });
});

describe('personal data', () => {
  it('of a person is shown, exported for a reason, downloaded, and erased after a question', async () => {
    const { store } = admin.site.platen;
    await store.comments.insert({
      postId: 1,
      authorName: 'Ann Visitor',
      authorEmail: 'ann@visitor.example',
      authorUrl: '',
      authorIp: '203.0.113.1',
      date: '2026-01-01 00:00:00',
      dateGmt: '2026-01-01 00:00:00',
      content: 'Nice.',
      karma: 0,
      approved: '1',
      userAgent: '',
      type: 'comment',
      parentId: 0,
      userId: 0,
    });
    const page = await admin.open('administrator', 'personal-data');
    expect(await looks(page)).toEqual([]);
    await page.getByText('By mail address').click();
    const address = page.getByRole('textbox', { name: 'Mail address' });
    await address.fill('ann@visitor.example');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'What an erasure does' }).getByText('Made anonymous').waitFor();
    expect(await page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('letter');
    expect(await looks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Export' }).click();
    const requests = page.getByRole('list', { name: 'Requests' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      requests.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('personal-data.tar.gz');
    await page.getByRole('button', { name: 'Show what there is' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('letter');
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await requests.getByText('Erased person').waitFor();
    expect(await looks(page)).toEqual([]);
    expect(admin.faults).toEqual([]);
    await page.context().close();
  });

  it('of one’s own is in the profile of everybody, in German too', async () => {
    const page = await admin.open('contributor', 'profile', { locale: 'de-DE' });
    await page.getByRole('button', { name: /Archiv zusammenstellen|Make an archive/ }).click();
    await page.getByRole('button', { name: /^(?:Herunterladen|Download)$/ }).waitFor();
    expect(await looks(page)).toEqual([]);
    await page.context().close();
  });
});
