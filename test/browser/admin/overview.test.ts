import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;

const boss = () => admin.site.as('administrator');
const made = async (path: string, body: object): Promise<number> => (await boss().post(path, body)).body.id;
const part = (page: Page, name: string) => page.getByRole('region', { name });
const links = (page: Page, name: string): Promise<string[]> => part(page, name).getByRole('link').allInnerTexts();
/** What waits behind an entry of the navigation; empty for nothing. */
const badge = (page: Page, name: string): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .getByLabel(/waiting$/)
    .allInnerTexts();

beforeAll(async () => {
  admin = await adminSite();
  const post = await made('/wp/v2/posts', { title: 'Of March', status: 'publish', date: '2026-03-01T10:00:00' });
  await made('/wp/v2/posts', { title: 'Of January', status: 'publish', date: '2026-01-01T10:00:00' });
  await made('/wp/v2/pages', { title: 'A page of February', status: 'publish', date: '2026-02-01T10:00:00' });
  await boss().post(`/wp/v2/posts/${post}`, { content: 'Changed later.' });
  const year = new Date().getFullYear() + 1;
  await made('/wp/v2/posts', { title: 'Of next June', status: 'future', date: `${year}-06-01T10:00:00` });
  await made('/wp/v2/pages', { title: 'Of next May', status: 'future', date: `${year}-05-01T10:00:00` });
  await made('/wp/v2/posts', { title: 'To look at', status: 'pending' });
  await made('/wp/v2/pages', { title: 'A page to look at', status: 'pending' });
  for (const number of [1, 2])
    await made('/wp/v2/comments', {
      post,
      content: `Word ${number}.`,
      author_name: 'Ann',
      author_email: 'ann@example.org',
      status: 'hold',
    });
  const form = await made('/forms/v1/contact-forms', { title: 'Contact', form: '[text your-subject]' });
  const sent = new FormData();
  sent.append('your-subject', 'Hello');
  await fetch(`${admin.origin}/wp-json/forms/v1/contact-forms/${form}/feedback`, { method: 'POST', body: sent });
});
afterAll(async () => {
  expect(admin?.faults).toEqual([]);
  await admin?.close();
});

describe('the overview', () => {
  it('has posts and pages by the day of their publication, what is scheduled next, and what waits', async () => {
    const page = await admin.open('administrator', '');
    await settled(page);
    const recent = (await links(page, 'Published lately')).filter(
      (title) => title.includes('Of ') || title.includes('of'),
    );
    expect(recent).toEqual(['Of March', 'A page of February', 'Of January']);
    expect(await links(page, 'Scheduled')).toEqual(['Of next May', 'Of next June']);
    expect(await links(page, 'Waiting for you')).toEqual([
      '1 unread message',
      '2 comments to moderate',
      '1 post to review',
      '1 page to review',
    ]);
    expect(await violations(page)).toEqual([]);
    await part(page, 'Waiting for you').getByRole('link', { name: '1 page to review' }).click();
    await page.getByRole('link', { name: 'A page to look at' }).waitFor();
    await page.context().close();
  });

  it('shows the answers of the site in a chart, to those who run it', async () => {
    for (let number = 0; number < 5; number++) await fetch(`${admin.origin}/wp-json/wp/v2/posts?page=1&n=${number}`);
    const page = await admin.open('administrator', '');
    const chart = part(page, 'Answers of the site').getByRole('img');
    await chart.waitFor();
    expect(await chart.getAttribute('aria-label')).toMatch(/^Answers in each hour of the last day: [1-9]\d* in all/);
    expect(await chart.locator('rect').count()).toBe(24);
    await page.context().close();
    const author = await admin.open('author', '');
    await settled(author);
    expect(await part(author, 'Answers of the site').count()).toBe(0);
    await author.context().close();
  });

  it('fits a phone', async () => {
    const page = await admin.open('editor', '', { viewport: { width: 390, height: 844 } });
    await settled(page);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.context().close();
  });
});

describe('the menu', () => {
  it('counts what waits, and counts again after a decision', async () => {
    const page = await admin.open('administrator', '');
    for (const [name, count] of [
      ['Posts', '1'],
      ['Pages', '1'],
      ['Comments', '2'],
      ['Inbox', '1'],
    ] as const)
      await expect.poll(() => badge(page, name), { message: name }).toEqual([count]);
    await page.getByRole('link', { name: /^Comments/ }).click();
    await page
      .getByRole('listitem', { name: 'Comment by Ann' })
      .first()
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect.poll(() => badge(page, 'Comments')).toEqual(['1']);
    await page.getByRole('link', { name: /^Posts/ }).click();
    await page.getByRole('button', { name: 'Actions for To look at' }).click();
    await page.getByRole('menuitem', { name: 'Publish' }).click();
    await expect.poll(() => badge(page, 'Posts')).toEqual([]);
    await page.context().close();
  });
});
