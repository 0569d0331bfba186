import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
  await admin.site.as('administrator').post('/wp/v2/settings', { timezone: 'Asia/Tokyo' });
});
afterAll(async () => {
  await admin?.close();
});

type AdminPageOf = Awaited<ReturnType<AdminSite['open']>>;
const asEditor = () => admin.site.as('editor');
const post = async (fields: object): Promise<number> =>
  (await asEditor().post('/wp/v2/posts', { title: 'A text', content: 'Begun.', ...fields })).body.id;
const stored = async (id: number) => (await asEditor().get(`/wp/v2/posts/${id}?context=edit`)).body;
const button = (page: AdminPageOf, name: string) => page.getByRole('button', { name, exact: true });
const idOnceStored = async (page: AdminPageOf): Promise<number> => {
  await page.waitForURL(/\/admin\/posts\/\d+$/);
  return Number(page.url().split('/').at(-1));
};

/** A moment of the site's clock, which is nine hours before that of UTC, this many days from now. */
const inTokyo = (days: number, time: string): string =>
  `${new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

describe('publishing', () => {
  it('leads to the page, from the text that was just written', async () => {
    const page = await admin.open('editor', 'posts/new');
    await page.keyboard.type('Out now');
    expect(await page.getByRole('link', { name: 'View page' }).count()).toBe(0);
    await button(page, 'Publish').click();
    await page.getByText(/Published at/).waitFor();
    const id = await idOnceStored(page);
    const link = page.getByRole('link', { name: 'View page' });
    expect(await link.getAttribute('href')).toBe((await stored(id)).link);
    expect(await violations(page)).toEqual([]);
    const [shown] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await shown.getByRole('heading', { name: 'Out now' }).waitFor();
    await page.context().close();
  });

  it('is scheduled by day and time in the zone of the site, which is stated, and the button says when', async () => {
    const page = await admin.open('editor', 'posts/new');
    await page.keyboard.type('Soon');
    await page.getByText('In the time zone of the site: Asia/Tokyo (UTC+09:00).').waitFor();
    const due = inTokyo(2, '09:30');
    await page.getByLabel('Date', { exact: true }).fill(due);
    const day = new Date(`${due}Z`).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
    await button(page, `Schedule for ${day} 09:30`).click();
    await page.getByText(`Scheduled for ${day} 09:30`).waitFor();
    const id = await idOnceStored(page);
    expect(await stored(id)).toMatchObject({
      status: 'future',
      date: `${due}:00`,
      date_gmt: new Date(`${due}+09:00`).toISOString().slice(0, 19),
    });
    // It has no page for visitors yet.
    expect(await page.getByRole('link', { name: 'View page' }).count()).toBe(0);
    await button(page, 'Update').waitFor();
    await page.context().close();
  });

  it('is taken back where the state is changed, and the note says so', async () => {
    const id = await post({ status: 'publish' });
    const page = await admin.open('editor', `posts/${id}`);
    await page.getByRole('link', { name: 'View page' }).waitFor();
    await page.getByRole('combobox', { name: 'State', exact: true }).click();
    await page.getByRole('option', { name: 'Draft', exact: true }).click();
    // Chosen is not done.
    expect((await stored(id)).status).toBe('publish');
    await button(page, 'Switch to draft').click();
    await page.getByText(/Taken off the site at/).waitFor();
    expect(await page.getByRole('link', { name: 'View page' }).count()).toBe(0);
    expect((await stored(id)).status).toBe('draft');
    await page.context().close();
  });
});

describe('a copy', () => {
  it('is a draft with all that was written and chosen, beside the original', async () => {
    const { body: news } = await asEditor().post('/wp/v2/categories', { name: 'Copied news' });
    const id = await post({
      title: 'The original',
      slug: 'the-original',
      excerpt: 'In short.',
      status: 'publish',
      sticky: true,
      categories: [news.id],
    });
    const page = await admin.open('editor', `posts/${id}`);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('This is the copy.').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('The original (copy)');
    const copied = Number(page.url().split('/').at(-1));
    expect(copied).not.toBe(id);
    expect(await stored(copied)).toMatchObject({
      status: 'draft',
      slug: '',
      sticky: false,
      categories: [news.id],
      content: { raw: 'Begun.' },
      excerpt: { raw: 'In short.' },
    });
    expect(await stored(id)).toMatchObject({ status: 'publish', slug: 'the-original', title: { raw: 'The original' } });
    await button(page, 'Publish').waitFor();
    await page.context().close();
  });
});

it('nothing of this causes an error, a refusal by the content policy or a request to another host', () => {
  expect(admin.faults).toEqual([]);
});
