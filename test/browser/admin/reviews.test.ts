import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statusOf = async (id: number) => (await admin.site.platen.store.posts.byId(id))?.status;

async function request(page: Page, reviewer: string, note: string): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Request review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a review' });
  await dialog.getByRole('combobox', { name: 'Reviewer' }).click();
  await page.getByRole('option', { name: reviewer }).click();
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill(note);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Request review' }).click();
  await page.getByText('the-contributor asks for a review.').waitFor();
}

it('a review is requested, sent back with a note, requested again and approved', async () => {
  const { body } = await admin.site.as('contributor').post('/wp/v2/posts', { title: 'Herons', content: 'They wait.' });
  const id = body.id as number;
  const writer = await admin.open('contributor', `posts/${id}`);
  await writer.getByRole('textbox', { name: 'Text' }).getByText('They wait.').click();
  await writer.keyboard.press('End');
  await writer.keyboard.type(' For fish.');
  await request(writer, 'the-editor', 'Is it long enough?');
  // What was typed is what is reviewed.
  expect((await admin.site.platen.store.posts.byId(id))?.content).toBe('They wait. For fish.');
  expect(await statusOf(id)).toBe('pending');
  expect(await button(writer, 'Approve').count()).toBe(0);

  const editor = await admin.open('editor', '');
  await editor.getByRole('heading', { name: 'For your review' }).waitFor();
  expect(await violations(editor)).toEqual([]);
  await editor.getByRole('link', { name: 'Herons' }).first().click();
  await editor.getByText('Reviewer: the-editor').waitFor();
  expect(await violations(editor)).toEqual([]);
  await button(editor, 'Send back').click();
  await editor.getByRole('textbox', { name: 'Note', exact: true }).fill('Which fish?');
  await editor.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await expect.poll(() => statusOf(id)).toBe('draft');
  await editor.getByText('the-contributor asks for a review.').waitFor({ state: 'detached' });

  await writer.goto(`${admin.origin}/admin/posts/${id}`);
  await button(writer, 'Notes: 2 open').click();
  await writer.getByText('Which fish?').waitFor();
  await request(writer, 'Anybody who may publish this', 'Any fish.');
  await editor.goto(`${admin.origin}/admin/posts/${id}`);
  await button(editor, 'Approve').click();
  await expect.poll(() => statusOf(id)).toBe('publish');
  await editor.getByRole('link', { name: 'View page' }).waitFor();
  expect(admin.faults).toEqual([]);
  for (const page of [writer, editor]) await page.context().close();
});

it('nothing is approved that somebody has changed since it was opened', async () => {
  const contributor = admin.site.as('contributor');
  const { body } = await contributor.post('/wp/v2/posts', { title: 'Egrets', content: 'White.' });
  await contributor.post(`/platen/v1/content/${body.id}/review`, { act: 'request' });
  const editor = await admin.open('editor', `posts/${body.id}`);
  await button(editor, 'Approve').waitFor();
  await contributor.post(`/wp/v2/posts/${body.id}`, { content: 'Black.' });
  await button(editor, 'Approve').click();
  await editor.getByText('This could not be done').waitFor();
  expect(await statusOf(body.id)).toBe('pending');
  await editor.context().close();
});
