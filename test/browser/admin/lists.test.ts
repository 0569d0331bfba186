import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;

const boss = () => admin.site.as('administrator');
const made = async (path: string, body: object): Promise<number> => (await boss().post(path, body)).body.id;
const stored = async (path: string) => (await boss().get(`${path}?context=edit`)).body;
const choose = async (page: Page, row: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
/** Chooses in a field with a list of choices, as somebody does who types. */
const pick = async (page: Page, field: string, typed: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: typed }).click();
};
const rows = (page: Page): Promise<string[]> =>
  page.getByRole('table').getByRole('row').getByRole('link').allInnerTexts();

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  expect(admin?.faults).toEqual([]);
  await admin?.close();
});

describe('a post in the list', () => {
  it('is duplicated as a draft, which is open then', async () => {
    const category = await made('/wp/v2/categories', { name: 'Rivers' });
    const tag = await made('/wp/v2/tags', { name: 'quiet' });
    const id = await made('/wp/v2/posts', {
      title: 'Heron',
      content: '<!-- wp:paragraph -->\n<p>It stands.</p>\n<!-- /wp:paragraph -->',
      excerpt: 'Short.',
      status: 'publish',
      categories: [category],
      tags: [tag],
      comment_status: 'closed',
    });
    const page = await admin.open('editor', 'posts');
    await choose(page, 'Heron', 'Duplicate');
    await page.waitForURL((url) => /\/posts\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
    await page.getByText('Copied as a draft').waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Heron (copy)');
    const copy = await stored(`/wp/v2/posts/${page.url().split('/').at(-1)}`);
    expect(copy).toMatchObject({
      status: 'draft',
      content: { raw: '<!-- wp:paragraph -->\n<p>It stands.</p>\n<!-- /wp:paragraph -->' },
      excerpt: { raw: 'Short.' },
      categories: [category],
      tags: [tag],
      comment_status: 'closed',
    });
    expect((await stored(`/wp/v2/posts/${id}`)).title.raw).toBe('Heron');
    await page.context().close();
  });

  it('is changed without its editor, and the change is undone', async () => {
    const lakes = await made('/wp/v2/categories', { name: 'Lakes' });
    const id = await made('/wp/v2/posts', { title: 'Otter', status: 'publish', date: '2026-02-03T04:05:06' });
    const before = await stored(`/wp/v2/posts/${id}`);
    const page = await admin.open('editor', 'posts?search=Otter');
    await choose(page, 'Otter', 'Quick edit');
    const dialog = page.getByRole('dialog', { name: 'Quick edit: Otter' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Two otters');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('two-otters');
    await dialog.getByLabel('Date').fill('2026-01-02T09:30');
    await dialog.getByText('In the time of the site: UTC').waitFor();
    await pick(page, 'Categories', 'Lakes');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await stored(`/wp/v2/posts/${id}`)).toMatchObject({
      title: { raw: 'Two otters' },
      slug: 'two-otters',
      date: '2026-01-02T09:30:00',
      categories: [lakes, ...before.categories],
      status: 'publish',
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Otter', exact: true }).waitFor();
    const after = await stored(`/wp/v2/posts/${id}`);
    for (const name of ['slug', 'date', 'date_gmt', 'categories', 'status', 'author'])
      expect(after[name], name).toEqual(before[name]);
    await page.context().close();
  });

  it('comes back from the trash exactly as it was', async () => {
    const picture = await made('/wp/v2/categories', { name: 'Ponds' });
    const id = await made('/wp/v2/posts', {
      title: 'Kept whole',
      content: 'Every word.',
      status: 'publish',
      slug: 'kept-whole',
      sticky: true,
      categories: [picture],
      date: '2026-01-05T06:07:08',
    });
    const comment = await made('/wp/v2/comments', { post: id, content: 'Kept too.', status: 'hold' });
    const before = await stored(`/wp/v2/posts/${id}`);
    const page = await admin.open('editor', 'posts?search=Kept');
    await choose(page, 'Kept whole', 'Move to trash');
    await page.getByText('Moved to the trash').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restored').waitFor();
    const { modified: _, modified_gmt: __, _links: ___, ...after } = await stored(`/wp/v2/posts/${id}`);
    expect(before).toMatchObject(after);
    expect((await stored(`/wp/v2/comments/${comment}`)).status).toBe('hold');
    await page.context().close();
  });
});

describe('several posts', () => {
  it('get categories, author, state and date at once, all or nothing, and go back', async () => {
    const woods = await made('/wp/v2/categories', { name: 'Woods' });
    const hills = await made('/wp/v2/categories', { name: 'Hills' });
    const ids: number[] = [];
    for (const title of ['Deer one', 'Deer two'])
      ids.push(await made('/wp/v2/posts', { title, status: 'publish', categories: [hills] }));
    const page = await admin.open('administrator', 'posts?search=Deer');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 items' });
    await pick(page, 'Categories: add', 'Woods');
    await pick(page, 'Categories: take away', 'Hills');
    await pick(page, 'Author', 'the-author');
    await dialog.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Pending review' }).click();
    await dialog.getByLabel('Date').fill('2026-03-04T05:06');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 items saved').waitFor();
    for (const id of ids)
      expect(await stored(`/wp/v2/posts/${id}`)).toMatchObject({
        categories: [woods],
        author: admin.site.users.author,
        status: 'pending',
        date: '2026-03-04T05:06:00',
      });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored(`/wp/v2/posts/${ids[1]}`)).status).toBe('publish');
    for (const id of ids)
      expect(await stored(`/wp/v2/posts/${id}`)).toMatchObject({ categories: [hills], status: 'publish' });
    await page.context().close();
  });

  it('stay as they are where one of them refuses', async () => {
    const mine = await admin.site.as('author').post('/wp/v2/posts', { title: 'Crane mine', status: 'publish' });
    const gone = await admin.site.as('author').post('/wp/v2/posts', { title: 'Crane gone', status: 'publish' });
    const page = await admin.open('author', 'posts?search=Crane');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 items' });
    await dialog.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await boss().delete(`/wp/v2/posts/${gone.body.id}?force=true`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect((await stored(`/wp/v2/posts/${mine.body.id}`)).status).toBe('publish');
    await page.context().close();
  });
});

describe('pages', () => {
  it('are a tree whose order and parents are changed in place', async () => {
    for (const [place, title] of ['About', 'Shop', 'Team'].entries())
      await made('/wp/v2/pages', { title, status: 'publish', menu_order: place + 1 });
    const page = await admin.open('editor', 'pages');
    await expect.poll(() => rows(page)).toEqual(['About', 'Shop', 'Team']);
    await choose(page, 'Team', 'Move up');
    await page.getByText('Team is now 2 of 3').waitFor();
    await expect.poll(() => rows(page)).toEqual(['About', 'Team', 'Shop']);
    await choose(page, 'Team', 'Move below “About”');
    await expect.poll(() => rows(page)).toEqual(['About', 'Shop']);
    await page.getByRole('button', { name: /About/ }).first().click();
    await expect.poll(() => rows(page)).toEqual(['About', 'Team', 'Shop']);
    const about = (await boss().get('/wp/v2/pages?slug=about')).body[0];
    expect((await boss().get('/wp/v2/pages?slug=team')).body[0].parent).toBe(about.id);
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await choose(page, 'Team', 'Move out one level');
    await page.getByText('Team is now 2 of 3').last().waitFor();
    await expect.poll(async () => (await boss().get('/wp/v2/pages?slug=team')).body[0].parent).toBe(0);
    await choose(page, 'Shop', 'Quick edit');
    await pick(page, 'Parent', 'Team');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const team = (await boss().get('/wp/v2/pages?slug=team')).body[0];
    expect((await boss().get('/wp/v2/pages?slug=shop')).body[0].parent).toBe(team.id);
    await page.context().close();
  });
});

describe('filters', () => {
  it('are saved under a name, used again after the browser was closed, and removed', async () => {
    await made('/wp/v2/posts', { title: 'Swan begun', status: 'draft' });
    await made('/wp/v2/posts', { title: 'Swan shown', status: 'publish' });
    const page = await admin.open('editor', 'posts');
    await page
      .getByRole('radiogroup', { name: 'Filter by state' })
      .getByText(/^Draft/)
      .click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('Swan');
    await page.waitForURL(/search=Swan/);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save these filters' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My swans');
    await page.keyboard.press('Enter');
    await page.getByText('“My swans” is saved').waitFor();
    await page.goto(`${admin.origin}/admin/posts`);
    await page.getByRole('link', { name: 'Swan shown' }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'My swans' }).click();
    await page.waitForURL(/status=draft/);
    await expect.poll(() => page.getByRole('link', { name: 'Swan shown' }).count()).toBe(0);
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('Swan');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'My swans' }).click();
    await page.getByRole('menuitem', { name: 'Remove “My swans”' }).click();
    await page.getByText('“My swans” is removed').waitFor();
    await page.context().close();
  });
});
