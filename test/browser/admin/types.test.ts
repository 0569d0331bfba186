import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../support/catalogue.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
let lamps: number;

beforeAll(async () => {
  admin = await adminSite(catalogue);
  lamps = (await asAdministrator().post('/wp/v2/genres', { name: 'Lamps' })).body.id;
});
afterAll(async () => {
  await admin?.close();
});

const asAdministrator = () => admin.site.as('administrator');
const make = async (fields: object): Promise<number> => {
  const { status, body } = await asAdministrator().post('/wp/v2/products', { status: 'publish', ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const metaOf = async (id: number) => (await asAdministrator().get(`/wp/v2/products/${id}?context=edit`)).body.meta;
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const rowsOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('listitem');

describe('the list of a declared type', () => {
  it('is in the navigation, shows its columns, and is narrowed by terms', async () => {
    await make({ title: 'Reading lamp', genres: [lamps], meta: { price: 12.5 } });
    await make({ title: 'Kitchen chair' });
    const page = await admin.open('editor', '');
    await navigation(page).getByRole('link', { name: 'Products' }).click();
    await page.waitForURL(/\/admin\/types\/product$/);
    await page.getByRole('columnheader', { name: 'Price' }).waitFor();
    await page
      .getByRole('row', { name: /Reading lamp/ })
      .getByText('12.5')
      .waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.getByPlaceholder('Any of Genres').click();
    await page.getByRole('option', { name: 'Lamps' }).click();
    await page.waitForURL(/[?&]genre=/);
    await expect.poll(() => page.getByRole('row', { name: /Kitchen chair/ }).count()).toBe(0);
    await page.getByRole('row', { name: /Reading lamp/ }).waitFor();
    await page.context().close();
  });

  it('names what its items lead to, with one request for all, and each item names what leads to it', async () => {
    const lamp = await make({ title: 'Oil lamp' });
    const wick = await make({ title: 'Wick', meta: { similar: [lamp] } });
    await make({ title: 'Wick holder', meta: { similar: [lamp, wick] } });
    const page = await admin.open('editor', '');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/products\?.*include/.test(decodeURIComponent(request.url()))) asked.push(request.url());
    });
    await page.goto(page.url().replace(/\/admin.*/, '/admin/types/product?search=Wick'));
    await page
      .getByRole('row', { name: /Wick holder/ })
      .getByText('Oil lamp, Wick')
      .waitFor();
    expect(asked).toHaveLength(1);
    await page.getByRole('link', { name: 'Wick', exact: true }).click();
    const referring = page.getByRole('region', { name: 'Referred to by' });
    await referring.getByText('Similar').waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await referring.getByRole('link', { name: 'Wick holder' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Wick holder');
    expect(await page.getByRole('region', { name: 'Referred to by' }).count()).toBe(0);
    await page.context().close();
  });

  it('moves several to the trash and brings them back', async () => {
    const ids = [await make({ title: 'Old stool' }), await make({ title: 'Old bench' })];
    const statuses = async () =>
      Promise.all(
        ids.map(async (id) => (await asAdministrator().get(`/wp/v2/products/${id}?context=edit`)).body.status),
      );
    const page = await admin.open('editor', 'types/product?search=Old');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await expect.poll(statuses).toEqual(['trash', 'trash']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(statuses).toEqual(['publish', 'publish']);
    await page.context().close();
  });

  it('is a tree where items can be below others, with those of the trash at the root', async () => {
    const guide = async (title: string, parent = 0) =>
      (await asAdministrator().post('/wp/v2/guides', { title, parent, status: 'publish' })).body.id as number;
    const start = await guide('Start');
    await guide('Install', start);
    const gone = await guide('Gone');
    await guide('Left behind', gone);
    await asAdministrator().delete(`/wp/v2/guides/${gone}`);
    const page = await admin.open('editor', 'types/guide');
    await page.getByRole('link', { name: 'Left behind' }).waitFor();
    expect(await page.getByRole('link', { name: 'Install' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show what is below Start' }).click();
    await page.getByRole('link', { name: 'Install' }).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('offers only what an account may do', async () => {
    const author = await admin.open('author', '');
    await navigation(author).getByRole('link', { name: 'Products' }).waitFor();
    expect(await navigation(author).getByRole('link', { name: 'Genres' }).count()).toBe(0);
    await author.context().close();
    const subscriber = await admin.open('subscriber', 'types/product');
    await subscriber.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    expect(await navigation(subscriber).getByRole('link', { name: 'Products' }).count()).toBe(0);
    await subscriber.context().close();
  });
});

describe('the form of a comment', () => {
  it('has the fields of comments, with mistakes at their place, and saves them', async () => {
    const { body: post } = await asAdministrator().post('/wp/v2/posts', { title: 'Discussed', status: 'publish' });
    const said = {
      post: post.id,
      author_name: 'Reader',
      author_email: 'r@example.org',
      content: 'Well said.',
      status: 'hold',
    };
    const { body: comment } = await asAdministrator().post('/wp/v2/comments', { ...said, meta: { stars: 2 } });
    const starsOf = async (id: number) => (await asAdministrator().get(`/wp/v2/comments/${id}`)).body.meta.stars;
    const page = await admin.open('editor', 'comments');
    const card = page.getByRole('listitem', { name: 'Comment by' }).filter({ hasText: 'Well said.' });
    await card.getByRole('button', { name: 'Edit' }).click();
    const stars = card.getByRole('textbox', { name: 'Stars' });
    await expect.poll(() => stars.inputValue()).toBe('2');
    await stars.fill('9');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Must be at most 5').first().waitFor();
    expect(await starsOf(comment.id)).toBe(2);
    await stars.fill('4');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await card.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => starsOf(comment.id)).toBe(4);
    await page.context().close();
  });
});

describe('the form of an item', () => {
  it('stores what is filled in, shows what is asked for, and sends nothing else', async () => {
    const other = await make({ title: 'Footstool' });
    const page = await admin.open('editor', 'types/product/new');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Armchair');
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('Soft');
    expect(await page.getByRole('textbox', { name: 'Old price' }).count()).toBe(0);
    await page.getByRole('switch', { name: 'On sale' }).check();
    await page.getByRole('textbox', { name: 'Old price' }).fill('30');
    await page.getByRole('checkbox', { name: 'green' }).check();
    await page.getByLabel('Restock').fill('2026-12-01T09:30');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Shop' }).click();
    await page.getByRole('combobox', { name: 'Search and add: Similar' }).fill('Foot');
    await page.getByRole('option', { name: 'Footstool' }).click();
    await rowsOf(page, 'Similar').getByText('Footstool').waitFor();
    await page.getByRole('group', { name: 'Blocks' }).getByRole('button', { name: 'Add a row' }).click();
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).last().fill('I never got up again.');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/products/.test(request.url()));
    await page.getByRole('button', { name: 'Save draft' }).click();
    expect(Object.keys((await sent).postDataJSON().meta).sort()).toEqual(
      ['blocks', 'colours', 'old_price', 'on_sale', 'restock', 'similar', 'subtitle'].sort(),
    );
    await page.waitForURL(/\/admin\/types\/product\/\d+$/);
    expect(await metaOf(Number(page.url().split('/').at(-1)))).toMatchObject({
      subtitle: 'Soft',
      on_sale: true,
      old_price: 30,
      colours: ['green'],
      restock: '2026-12-01T09:30:00',
      similar: [other],
      blocks: [{ layout: 'quote', text: 'I never got up again.', by: '' }],
    });
    await page.context().close();
  });

  it('has versions with the fields, which are compared and restored, and keeps them by itself', async () => {
    const variants = ['Small', 'Large'].map((name, price) => ({ name, price, note: '' }));
    const id = await make({ title: 'Stool', meta: { subtitle: 'Three legs', variants } });
    const save = (body: object) => asAdministrator().post(`/wp/v2/products/${id}`, body);
    await save({ title: 'Good stool' });
    await save({ meta: { subtitle: 'Four legs', variants: variants.slice(0, 1) } });
    const page = await admin.open('editor', `types/product/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    const versions = dialog.getByRole('navigation', { name: 'Versions' }).getByRole('button');
    await expect.poll(() => versions.count(), { timeout: 300_000 }).toBe(2);
    await versions.nth(1).click();
    await dialog.locator('del', { hasText: 'Three' }).waitFor();
    await dialog.locator('ins', { hasText: 'Four' }).waitFor();
    await dialog.locator('del', { hasText: 'Name: Large' }).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    const subtitle = page.getByRole('textbox', { name: 'Subtitle' });
    await expect.poll(() => subtitle.inputValue()).toBe('Three legs');
    expect((await metaOf(id)).subtitle).toBe('Four legs');
    const kept = async () =>
      (await admin.site.as('editor').get(`/platen/v1/content/${id}/autosave`)).body.autosave?.meta ?? {};
    await expect.poll(async () => (await kept()).variants?.length, { timeout: 300_000 }).toBe(2);
    await page.context().close();
    const again = await admin.open('editor', `types/product/${id}`);
    await expect.poll(() => again.getByRole('textbox', { name: 'Subtitle' }).inputValue()).toBe('Three legs');
    await again.getByRole('button', { name: 'Update' }).click();
    await expect.poll(async () => (await metaOf(id)).subtitle).toBe('Three legs');
    expect((await metaOf(id)).variants).toEqual(variants);
    await again.context().close();
  });

  it('moves rows by keys and buttons and says so; rows are duplicated, removed and brought back', async () => {
    const variants = ['Small', 'Medium', 'Large'].map((name, price) => ({ name, price, note: '' }));
    const id = await make({ title: 'Table', meta: { variants } });
    const page = await admin.open('editor', `types/product/${id}`);
    await page.getByRole('tab', { name: 'Shop' }).click();
    const summaries = () => rowsOf(page, 'Variants').getByRole('button', { expanded: false }).allInnerTexts();
    const names = async () => (await summaries()).map((text) => text.replace(/^\d+\s*/, ''));
    await expect.poll(names).toEqual(['Small', 'Medium', 'Large']);
    await page.getByRole('button', { name: 'Drag Row 1 · Small' }).press('ArrowDown');
    await expect.poll(names).toEqual(['Medium', 'Small', 'Large']);
    await page.getByText('Row 1 · Small is now at place 2 of 3').waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    await expect.poll(names).toEqual(['Medium', 'Large', 'Small']);
    await page.getByRole('button', { name: 'Move Row 2 · Large up' }).click();
    await expect.poll(names).toEqual(['Large', 'Medium', 'Small']);
    await page.getByRole('button', { name: 'Duplicate Row 1 · Large' }).click();
    await expect.poll(() => rowsOf(page, 'Variants').count()).toBe(4);
    // The new row is open, and what is typed goes there.
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Huge');
    await page.getByRole('button', { name: 'Remove Row 3 · Medium' }).click();
    await expect.poll(() => rowsOf(page, 'Variants').count()).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => rowsOf(page, 'Variants').count()).toBe(4);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect
      .poll(async () => (await metaOf(id)).variants.map(({ name }: { name: string }) => name))
      .toEqual(['Large', 'Huge', 'Medium', 'Small']);
    await page.context().close();
  });

  it('shows at a field what the server refused, in its tab and its row, and goes there', async () => {
    const variants = ['Small', 'Large'].map((name) => ({ name, price: 1, note: '' }));
    const id = await make({ title: 'Desk', meta: { variants } });
    const page = await admin.open('editor', `types/product/${id}`);
    await page.getByRole('tab', { name: 'Shop' }).click();
    await rowsOf(page, 'Variants').nth(1).getByRole('button', { expanded: false }).click();
    await rowsOf(page, 'Variants').nth(1).getByRole('textbox', { name: 'Price' }).fill('-4');
    await page.getByRole('tab', { name: 'Pictures' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    const price = rowsOf(page, 'Variants').nth(1).getByRole('textbox', { name: 'Price' });
    await price.and(page.locator(':focus')).waitFor();
    expect(await price.getAttribute('aria-invalid')).toBe('true');
    expect(await description(page, price)).toContain('Must be at least 0.');
    await page.getByRole('tab', { name: /Shop.*1 mistake/ }).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await price.fill('4');
    await expect.poll(() => page.getByRole('tab', { name: /mistake/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(async () => (await metaOf(id)).variants[1].price).toBe(4);
    await page.context().close();
  });

  it('keeps values that are not saved, and offers them again', async () => {
    const id = await make({ title: 'Bed', meta: { subtitle: 'Wide' } });
    const page = await admin.open('editor', `types/product/${id}`);
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('Narrow');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).some((text) => String(text).includes('Narrow'))))
      .toBe(true);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Use them' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Subtitle' }).inputValue()).toBe('Narrow');
    await asAdministrator().post(`/wp/v2/products/${id}`, { meta: { subtitle: 'Long' } });
    await page.getByRole('button', { name: 'Update' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await conflict.getByText('Narrow').waitFor();
    await conflict.getByText('Long').waitFor();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Subtitle' }).inputValue()).toBe('Long');
    await page.context().close();
  });
});

describe('a large form', () => {
  it('takes less than 50 ms of the browser for a key: 200 fields, 500 rows', async () => {
    const answers = Array.from({ length: 500 }, (_, at) => ({ question: `Question ${at}`, answer: '', remark: '' }));
    const { body } = await asAdministrator().post('/wp/v2/surveys', { title: 'Census', meta: { answers } });
    const page = await admin.open('editor', `types/survey/${body.id}`);
    await rowsOf(page, 'Answers').first().getByRole('button', { expanded: false }).click();
    await settled(page);
    for (const place of ['Field 150', 'Question']) {
      const field = page.getByRole('textbox', { name: place, exact: true });
      await field.focus();
      expect(await msPerKey(page, 'the quick brown fox'), place).toBeLessThan(50);
      await expect.poll(() => field.inputValue()).toContain('the quick brown fox');
    }
    await page.context().close();
  });
});

/** Time of the processor that the main thread of a page takes for each of these keys, whatever else the machine does. */
async function msPerKey(page: Page, keys: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await worked();
  await page.keyboard.type(keys);
  const ms = ((await worked()) - before) * 1000;
  await session.detach();
  return ms / keys.length;
}

/** The text that a control is described by. */
async function description(page: Page, control: Locator): Promise<string> {
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ');
  return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ');
}

describe('fields of other things', () => {
  it('are edited with a term, an account and a post', async () => {
    const page = await admin.open('editor', 'taxonomies/genre');
    await page.getByRole('button', { name: 'Lamps', exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Mood' }).click();
    await page.getByRole('option', { name: 'calm' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await asAdministrator().get(`/wp/v2/genres/${lamps}?context=edit`)).body.meta.mood)
      .toBe('calm');
    await page.goto(`${admin.origin}/admin/profile`);
    await page.getByRole('textbox', { name: 'Motto' }).fill('Slowly');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect
      .poll(async () => (await asAdministrator().get(`/wp/v2/users/${admin.site.users.editor}?context=edit`)).body.meta)
      .toMatchObject({ motto: 'Slowly' });
    const { body: post } = await asAdministrator().post('/wp/v2/posts', { title: 'Rated', status: 'publish' });
    await page.goto(`${admin.origin}/admin/posts/${post.id}`);
    await page.getByRole('textbox', { name: 'Rating' }).fill('4');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect
      .poll(async () => (await asAdministrator().get(`/wp/v2/posts/${post.id}?context=edit`)).body.meta.rating)
      .toBe(4);
    await page.context().close();
  });
});

it('nothing of it breaks the content policy or asks another host', () => {
  expect(admin.faults).toEqual([]);
});
