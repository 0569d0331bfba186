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

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const texts = (...all: string[]) => all.map(block).join('\n\n');
const asEditor = () => admin.site.as('editor');
const stored = async (id: number) => (await asEditor().get(`/wp/v2/posts/${id}?context=edit`)).body;

/** Two people who both have changed a text; the second one is told when they save. */
async function conflict(change: { readonly by: string; readonly to: string }): Promise<{ id: number; page: Page }> {
  const content = texts('Herons wait.', 'They eat fish.', 'They nest in trees.');
  const id = (await asEditor().post('/wp/v2/posts', { title: 'Herons', content })).body.id as number;
  const page = await admin.open('editor', `posts/${id}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.getByText('They nest in trees.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' High ones.');
  const theirs = content.replace(change.by, change.to);
  await admin.site.as('administrator').post(`/wp/v2/posts/${id}`, { content: theirs });
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Somebody else saved meanwhile' }).waitFor();
  return { id, page };
}

it('two versions are merged place by place, with who saved the other one, and neither is lost', async () => {
  const { id, page } = await conflict({ by: 'Herons wait.', to: 'Herons stand and wait.' });
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^admin saved the other version at/).waitFor();
  const first = dialog.getByRole('region', { name: 'Place 1' });
  expect(await first.locator('ins').allInnerTexts()).toEqual(['stand and ']);
  await first.getByText('Only the other version has changed this.').waitFor();
  await dialog.getByRole('region', { name: 'Place 2' }).getByText('Only you have changed this.').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save as chosen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Saved at').waitFor();
  const merged = texts('Herons stand and wait.', 'They eat fish.', 'They nest in trees. High ones.');
  expect((await stored(id)).content.raw).toBe(merged);
  await page.getByRole('textbox', { name: 'Text' }).getByText('Herons stand and wait.').waitFor();
  const { body: versions } = await asEditor().get(`/wp/v2/posts/${id}/revisions?context=edit`);
  const kept = versions.map((one: { content: { raw: string } }) => one.content.raw);
  expect(kept).toContain(texts('Herons stand and wait.', 'They eat fish.', 'They nest in trees.'));
  expect(kept).toContain(texts('Herons wait.', 'They eat fish.', 'They nest in trees. High ones.'));
  await page.context().close();
});

it('where both have changed the same place, one chooses, with the keyboard too', async () => {
  const { id, page } = await conflict({ by: 'in trees.', to: 'in old trees.' });
  const place = page.getByRole('dialog').getByRole('region', { name: 'Place 1' });
  await place.getByText('Both have changed this.').waitFor();
  await place.getByRole('radio', { name: 'Yours' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await place.getByRole('radio', { name: 'Theirs' }).isChecked()).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await place.getByRole('radio', { name: 'Both' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Save as chosen' }).click();
  await page.getByText('Saved at').waitFor();
  expect((await stored(id)).content.raw).toBe(
    texts('Herons wait.', 'They eat fish.', 'They nest in trees. High ones.', 'They nest in old trees.'),
  );
  expect(admin.faults).toEqual([]);
  await page.context().close();
});
