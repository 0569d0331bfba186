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

const post = async (): Promise<number> =>
  (
    await admin.site
      .as('editor')
      .post('/wp/v2/posts', { title: 'Herons', content: 'They wait.', author: admin.site.users.author })
  ).body.id;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const autosave = async (id: number) =>
  (await admin.site.as('author').get(`/platen/v1/content/${id}/autosave`)).body.autosave;

describe('two people in one text', () => {
  it('see each other come and go', async () => {
    const id = await post();
    const first = await admin.open('author', `posts/${id}`);
    const second = await admin.open('editor', `posts/${id}`);
    await status(second, /^the-author is editing this\./).waitFor();
    await status(first, 'Also here: the-editor').waitFor();
    expect(await violations(second)).toEqual([]);
    expect(await violations(first)).toEqual([]);
    await second.context().close();
    await status(first, 'Also here: the-editor').waitFor({ state: 'detached' });
    await first.context().close();
  });

  it('hand over: whoever is asked keeps the unsaved text as an autosave', async () => {
    const id = await post();
    const first = await admin.open('author', `posts/${id}`);
    await first.getByRole('textbox', { name: 'Text' }).getByText('They wait.').click();
    await first.keyboard.press('End');
    await first.keyboard.type(' For fish.');
    const second = await admin.open('editor', `posts/${id}`);
    await button(second, 'Ask to take over').click();
    await status(second, /You have asked the-author\./).waitFor();
    const asked = first.getByRole('dialog', { name: 'the-editor asks to take over' });
    await asked.waitFor();
    expect(await violations(first)).toEqual([]);
    await first.keyboard.press('Tab');
    await asked.getByRole('button', { name: 'Hand over' }).click();
    const taken = first.getByRole('dialog', { name: 'the-editor has taken over' });
    await taken.getByText('Your unsaved text is kept as your autosave.').waitFor();
    expect((await autosave(id)).content).toBe('They wait. For fish.');
    await status(second, 'Also here: the-author').waitFor();
    await taken.getByRole('button', { name: 'To the list' }).click();
    await first.waitForURL(/\/admin\/posts$/);
    await first.goto(`${admin.origin}/admin/posts/${id}`);
    await status(first, /These are your changes of/).waitFor();
    await first.getByText('They wait. For fish.').waitFor();
    for (const one of [first, second]) await one.context().close();
  });

  it('are told where handing over did not work, and where nobody asks any more', async () => {
    const id = await post();
    const first = await admin.open('author', `posts/${id}`);
    await first.getByRole('textbox', { name: 'Text' }).waitFor();
    const second = await admin.open('editor', `posts/${id}`);
    await first.route('**/presence*', (route) =>
      route.request().postData()?.includes('hand_over')
        ? route.fulfill({ status: 500, json: { code: 'broken', message: 'Not now.' } })
        : route.continue(),
    );
    await button(second, 'Ask to take over').click();
    const asked = first.getByRole('dialog', { name: 'the-editor asks to take over' });
    await asked.getByRole('button', { name: 'Hand over' }).click();
    await asked.getByRole('alert').getByText('This could not be handed over').waitFor();
    expect(await violations(first)).toEqual([]);
    await second.context().close();
    await first.getByText('the-editor has stopped asking').waitFor();
    await asked.waitFor({ state: 'detached' });
    await first.context().close();
  });

  it('go on where the answer is no, and take over where none comes', async () => {
    const id = await post();
    const first = await admin.open('author', `posts/${id}`);
    await first.getByRole('textbox', { name: 'Text' }).waitFor();
    const second = await admin.open('editor', `posts/${id}`);
    await button(second, 'Ask to take over').click();
    await first.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
    await status(second, /the-author goes on editing for now\./).waitFor();
    await button(second, 'Ask to take over').click();
    await first.getByRole('dialog', { name: 'the-editor asks to take over' }).waitFor();
    await second.getByRole('textbox', { name: 'Text' }).getByText('They wait.').click();
    await second.keyboard.type('Here ');
    await button(second, 'Take over').click();
    await second.getByText('It is your turn to edit this').waitFor();
    await first.getByRole('dialog', { name: 'the-editor has taken over' }).waitFor();
    await status(second, 'Also here: the-author').waitFor();
    await first.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
    await status(first, /^the-editor is editing this\./).waitFor();
    expect(admin.faults).toEqual([]);
    for (const one of [first, second]) await one.context().close();
  });
});
