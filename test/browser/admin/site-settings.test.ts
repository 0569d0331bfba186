import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;

const boss = () => admin.site.as('administrator');

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  expect(admin?.faults).toEqual([]);
  await admin?.close();
});

describe('the settings', () => {
  it('have the language of the site, and how dates and times are written, by example', async () => {
    await boss().post('/wp/v2/posts', { title: 'Dated', status: 'publish', date: '2026-03-05T15:04:00' });
    const page = await admin.open('administrator', 'settings');
    await page.getByRole('combobox', { name: 'Language of the site' }).fill('German (Germany');
    await page.getByRole('option', { name: 'German (Germany)' }).click();
    await page.getByRole('combobox', { name: 'How dates are written' }).click();
    await page.getByRole('option', { name: /^\d{1,2}\. \p{L}+ \d{4}$/u }).click();
    await page.getByRole('combobox', { name: 'How times are written' }).click();
    await page.getByRole('option', { name: 'Another way …' }).click();
    await page.getByRole('textbox', { name: 'Letters for the time' }).fill(String.raw`H\hi`);
    await page.getByText(/^Now: \d\dh\d\d$/).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await boss().get('/wp/v2/settings')).body).toMatchObject({
      language: 'de_DE',
      date_format: 'j. F Y',
      time_format: String.raw`H\hi`,
    });
    const html = await (await fetch(`${admin.origin}/`)).text();
    expect(html).toContain('<html lang="de');
    expect(html).toContain('5. März 2026');
    await page.context().close();
  });

  it('take a logo and an icon from the computer, which every page shows', async () => {
    const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#3a6' } })
      .png()
      .toBuffer();
    const later = await adminSite({ variant: 'c' });
    const page = await later.open('administrator', 'settings');
    for (const name of ['Logo', 'Icon']) {
      const group = page.getByRole('group', { name, exact: true });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        group.getByRole('button', { name: /Upload/ }).click(),
      ]);
      await chooser.setFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: picture });
      await group.locator('img').waitFor();
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { site_logo: logo, site_icon: icon } = (await later.site.as('administrator').get('/wp/v2/settings')).body;
    expect(logo).toBeGreaterThan(0);
    expect(icon).toBeGreaterThan(logo);
    const html = await (await fetch(`${later.origin}/`)).text();
    expect(html).toMatch(/<p class="site-title"><a [^>]*><img /);
    expect(html).toMatch(/<link rel="icon"/);
    expect(later.faults).toEqual([]);
    await later.close();
  });
});
