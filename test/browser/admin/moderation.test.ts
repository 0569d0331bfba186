import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
let post: number;

const boss = () => admin.site.as('administrator');
const wrote = async (author: string, content: string, fields: object = {}): Promise<number> =>
  (
    await boss().post('/wp/v2/comments', {
      post,
      content,
      author_name: author,
      author_email: `${author.toLowerCase()}@example.org`,
      author_ip: '192.0.2.7',
      status: 'hold',
      ...fields,
    })
  ).body.id;
const statusOf = async (id: number): Promise<string> =>
  (await boss().get(`/wp/v2/comments/${id}?context=edit`)).body.status;
const focused = (page: Page) => page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`);

beforeAll(async () => {
  admin = await adminSite();
  post = (await boss().post('/wp/v2/posts', { title: 'Heron', status: 'publish' })).body.id;
});
afterAll(async () => {
  expect(admin?.faults).toEqual([]);
  await admin?.close();
});

describe('the comments that wait', () => {
  it('are decided with the keyboard alone, the next one always at hand, and undone', async () => {
    const ids: number[] = [];
    for (const author of ['Ann', 'Bob', 'Cleo', 'Dora'])
      ids.push(await wrote(author, `A word of ${author}.`, { date: `2026-01-0${9 - ids.length}T10:00:00` }));
    const page = await admin.open('editor', 'comments');
    await page.getByText('A word of Dora.').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toBe('Comment by Ann');
    await page.keyboard.press('a');
    await expect.poll(() => focused(page)).toBe('Comment by Bob');
    await page.keyboard.press('s');
    await expect.poll(() => focused(page)).toBe('Comment by Cleo');
    await page.keyboard.press('j');
    await page.keyboard.press('d');
    await expect.poll(() => focused(page)).toBe('Comment by Cleo');
    await page.getByText('A word of Dora.').waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.type('Thank you, Cleo: a good jad.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your reply is published').waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'spam', 'approved', 'trash']);
    await page.getByText('Moved to the trash').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => statusOf(ids[3] ?? 0)).toBe('hold');
    await page.context().close();
  });

  it('show what they answer, where they came from, and what the same address sent before', async () => {
    const question = await wrote('Eve', 'Where do herons sleep?', { status: 'approved' });
    await wrote('Finn', 'An earlier word.', { status: 'approved' });
    await wrote('Finn', 'Buy my boats.', { status: 'spam' });
    await wrote('Finn', 'In trees, mostly.', { parent: question, author_url: 'https://finn.example/' });
    const page = await admin.open('editor', 'comments');
    const card = page.getByRole('listitem', { name: 'Comment by Finn' });
    await card.getByText('In answer to Eve').waitFor();
    await card.getByText('Where do herons sleep?').waitFor();
    await card.getByText(/192\.0\.2\.7 · https:\/\/finn\.example\//).waitFor();
    const earlier = card.getByRole('button', { name: 'Also from this address: 1 approved, 1 spam' });
    await earlier.waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await earlier.click();
    await page.getByText('Approved', { exact: true }).click();
    await page.getByText('An earlier word.').waitFor();
    await expect.poll(() => page.getByText('Where do herons sleep?').count()).toBe(0);
    await page.context().close();
  });

  it('fit a phone, and letters that are typed elsewhere decide nothing', async () => {
    const id = await wrote('Gil', 'On the phone.');
    const page = await admin.open('editor', 'comments', { viewport: { width: 390, height: 844 } });
    await page.getByText('On the phone.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill('phone');
    await page.getByRole('searchbox', { name: 'Search' }).press('a');
    await settled(page);
    expect(await statusOf(id)).toBe('hold');
    await page.context().close();
  });
});
