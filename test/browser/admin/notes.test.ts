import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const first = '<!-- wp:paragraph -->\n<p>Herons stand still.</p>\n<!-- /wp:paragraph -->';
const odd = '<!-- wp:heading { "y":3 , "x":1.0} -->\n<h2 class="wp-block-heading">Food</h2>\n<!-- /wp:heading -->';
const last = '<!-- wp:plugin/map {"at":[1,2]} /-->';
const content = [first, odd, last].join('\n\n');

const post = async (fields: object = {}): Promise<number> =>
  (
    await admin.site
      .as('editor')
      .post('/wp/v2/posts', { title: 'Herons', content, author: admin.site.users.author, ...fields })
  ).body.id;
const stored = async (id: number): Promise<string> =>
  (await admin.site.as('editor').get(`/wp/v2/posts/${id}?context=edit`)).body.content.raw;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const thread = (page: Page, name: string) => page.getByRole('region', { name: `Thread by ${name}` });

async function addNote(page: Page, block: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).getByText(block).click();
  await button(page, 'Add a note').first().click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text);
  await page.getByRole('complementary', { name: 'Notes' }).getByRole('button', { name: 'Add a note' }).click();
  await thread(page, 'the-editor').getByText(text).waitFor();
}

describe('notes on blocks', () => {
  it('are left at a block, answered and resolved by another person, and keep every other character', async () => {
    const id = await post();
    const page = await admin.open('editor', `posts/${id}`);
    await addNote(page, 'Food', 'Which food?');
    await expect.poll(() => stored(id)).not.toBe(content);
    const [{ id: note }] = (await admin.site.as('author').get(`/platen/v1/content/${id}/notes`)).body.notes;
    const noted = odd.replace('1.0}', `1.0,"metadata":{"noteId":${note}}}`);
    expect(await stored(id)).toBe([first, noted, last].join('\n\n'));
    expect(await violations(page)).toEqual([]);

    const other = await admin.open('author', `posts/${id}`);
    await button(other, '1 note on this block').click();
    await thread(other, 'the-editor').getByText('Which food?').waitFor();
    await thread(other, 'the-editor').getByRole('button', { name: 'Reply' }).click();
    await other.getByRole('textbox', { name: 'Reply to the-editor' }).fill('Fish.');
    await other.keyboard.press('Control+Enter');
    await thread(other, 'the-editor').getByText('Fish.').waitFor();
    await thread(other, 'the-editor').getByRole('button', { name: 'Resolve' }).click();
    await thread(other, 'the-editor').getByText('the-author resolved this').waitFor();
    expect((await admin.site.platen.store.comments.byId(note))?.approved).toBe('1');

    // The other browser asks by itself.
    await button(page, 'Resolved notes on this block').waitFor();
    await button(page, '1 resolved').click();
    await thread(page, 'the-editor').getByText('Fish.').waitFor();
    await thread(page, 'the-editor').getByRole('button', { name: 'Reopen' }).click();
    await thread(page, 'the-editor').getByText('the-editor opened this again').waitFor();

    await thread(page, 'the-editor')
      .getByRole('button', { name: 'Actions for the note by the-editor' })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => stored(id)).toBe(content);
    await page.getByText('There are no notes yet').waitFor();
    for (const one of [page, other]) await one.context().close();
  });

  it('publish nothing else of a published text, neither what is typed nor what is saved beside it', async () => {
    const id = await post({ status: 'publish' });
    const titleOf = async () => (await admin.site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.title.rendered;
    const page = await admin.open('editor', `posts/${id}`);
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Grey herons');
    await addNote(page, 'Food', 'Which food?');
    await expect.poll(() => stored(id)).toContain('"noteId"');
    expect(await titleOf()).toBe('Herons');
    expect(await title.inputValue()).toBe('Grey herons');
    await button(page, 'Save without publishing').click();
    await page.getByText(/^Saved at .*, not published$/).waitFor();
    const published = await stored(id);
    await addNote(page, 'Herons stand still.', 'All of them?');
    const beside = async () =>
      (await admin.site.as('editor').get(`/platen/v1/pending-changes?type=posts&item=${id}&view=mine`)).body[0];
    await expect.poll(async () => JSON.stringify((await beside()).fields)).toContain('noteId');
    expect((await beside()).state).toBe('open');
    expect(await stored(id)).toBe(published);
    expect(await titleOf()).toBe('Herons');
    await page.context().close();
  });

  it('stand at blocks that the editor keeps as they are, and at new ones', async () => {
    const id = await post();
    const page = await admin.open('editor', `posts/${id}`);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.getByText('Herons stand still.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('They wait.');
    await page.keyboard.press('Control+Alt+m');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('For what?');
    await page.keyboard.press('Control+Enter');
    await thread(page, 'the-editor').getByText('For what?').waitFor();
    await page.getByText('Save, so that others find the note at its block.').waitFor();
    await page.keyboard.press('Control+s');
    const made = ({ note }: { note: number }) =>
      `<!-- wp:paragraph {"metadata":{"noteId":${note}}} -->\n<p>They wait.</p>\n<!-- /wp:paragraph -->`;
    const [{ id: note }] = (await admin.site.as('author').get(`/platen/v1/content/${id}/notes`)).body.notes;
    await expect.poll(() => stored(id)).toBe([first, made({ note }), odd, last].join('\n\n'));
    await page.context().close();
  });

  it('offer the people who may edit the text, who are found from a link', async () => {
    const id = await post();
    const page = await admin.open('editor', `posts/${id}`);
    await button(page, 'Notes').click();
    await button(page, 'Note on the whole text').click();
    await page.keyboard.type('Look, @the-au');
    await page.getByRole('option', { name: 'the-author' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('please.');
    await page.keyboard.press('Control+Enter');
    await thread(page, 'the-editor').getByText('Look, @the-author please.').waitFor();
    const [{ id: note }] = (await admin.site.as('author').get(`/platen/v1/content/${id}/notes`)).body.notes;
    const other = await admin.open('author', `posts/${id}?note=${note}`);
    await thread(other, 'the-editor').getByText('Look, @the-author please.').waitFor();
    expect(await stored(id)).toBe(content);
    for (const one of [page, other]) await one.context().close();
  });

  it('lead to their block on a phone, where they lie over the text', async () => {
    const id = await post();
    const wide = await admin.open('editor', `posts/${id}`);
    await addNote(wide, 'Herons stand still.', 'All of them?');
    await expect.poll(() => stored(id)).not.toBe(content);
    await wide.context().close();
    const page = await admin.open('author', `posts/${id}`, { viewport: { width: 390, height: 800 }, isMobile: true });
    await button(page, 'Notes: 1 open').click();
    const dialog = page.getByRole('dialog', { name: 'Notes' });
    await dialog.getByText('All of them?').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show the block: Herons stand still.' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, '1 note on this block').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')).toBe(
      false,
    );
    expect(admin.faults).toEqual([]);
    await page.context().close();
  });
});
