import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
  await admin.site.as('administrator').post('/wp/v2/settings', { timezone: 'Asia/Tokyo' });
});
afterAll(async () => {
  await admin?.close();
});

type PageOf = Awaited<ReturnType<AdminSite['open']>>;

/** The 10th of the next month of the site, and days around it. */
const now = new Date(Date.now() + 9 * 3_600_000);
const dayOf = (date: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, date)).toISOString().slice(0, 10);
const planned = async (title: string, fields: object): Promise<number> =>
  (await admin.site.as('editor').post('/wp/v2/posts', { title, ...fields })).body.id;
const stored = async (id: number) => (await admin.site.as('editor').get(`/wp/v2/posts/${id}?context=edit`)).body;
const cell = (page: PageOf, day: string) => page.locator(`td[data-day="${day}"]`);

it('shows what is scheduled and planned by the days of the site, and moves it to another day', async () => {
  const date = `${dayOf(10)}T00:30:00`;
  const id = await planned('Herons', { status: 'future', date });
  await planned('Egrets', { status: 'draft', date: `${dayOf(12)}T08:00:00` });
  await planned('No day of its own', { status: 'draft' });
  const page = await admin.open('editor', 'calendar');
  await page.getByText('Days and times of the site: Asia/Tokyo (UTC+09:00)').waitFor();
  await page.getByRole('button', { name: 'Later' }).click();
  await cell(page, dayOf(10)).getByRole('link', { name: 'Herons' }).waitFor();
  await cell(page, dayOf(10)).getByText('00:30 · Scheduled').waitFor();
  await cell(page, dayOf(12)).getByText('08:00 · Draft').waitFor();
  expect(await page.getByText('No day of its own').count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await cell(page, dayOf(10))
    .getByRole('listitem')
    .dragTo(cell(page, dayOf(15)));
  await page.getByText(/^Herons: now on /).waitFor();
  await cell(page, dayOf(15)).getByRole('link', { name: 'Herons' }).waitFor();
  expect(await stored(id)).toMatchObject({ status: 'future', date: `${dayOf(15)}T00:30:00` });
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell(page, dayOf(10)).getByRole('link', { name: 'Herons' }).waitFor();

  // The same with the keyboard.
  await page.getByRole('button', { name: 'Move: Herons' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'One day later' }).click();
  await cell(page, dayOf(11)).getByRole('link', { name: 'Herons' }).waitFor();
  expect((await stored(id)).date).toBe(`${dayOf(11)}T00:30:00`);
  await page.getByRole('button', { name: 'Move: Herons' }).click();
  await page.getByRole('menuitem', { name: 'To another day' }).click();
  await page.getByRole('dialog').getByLabel(/^Day/).fill('2020-01-01');
  await page.getByRole('dialog').getByRole('button', { name: 'To another day' }).click();
  await page.getByText('That moment is over').waitFor();
  expect((await stored(id)).date).toBe(`${dayOf(11)}T00:30:00`);
  expect(admin.faults).toEqual([]);
  await page.context().close();
});

it('is a list of days on a phone, and a week where one is wanted', async () => {
  const page = await admin.open('editor', 'calendar', { viewport: { width: 390, height: 800 }, isMobile: true });
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('link', { name: 'Egrets' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')).toBe(
    false,
  );
  await page.context().close();
  const wide = await admin.open('editor', 'calendar');
  await wide.getByText('Week', { exact: true }).click();
  await expect.poll(() => wide.locator('td').count()).toBe(7);
  await wide.context().close();
});
