import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminSite, adminSite } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

it('the first screen loads less than 250 KB of scripts and styles, compressed', async () => {
  const page = await admin.browser.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/admin/assets/')) bodies.push(response.body());
  });
  await page.goto(`${admin.origin}/admin/`);
  await page.fill('#user_login', 'the-editor');
  await page.fill('#user_pass', 'pw-editor');
  await page.click('#wp-submit');
  // The log-in page has a heading too.
  await page.locator('#wp-submit').waitFor({ state: 'detached' });
  await page.waitForSelector('h1');
  await settled(page);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});
