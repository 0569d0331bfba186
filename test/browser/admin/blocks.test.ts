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

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const column = (text: string) =>
  `<!-- wp:column {"width":"50%"} -->\n<div class="wp-block-column" style="flex-basis:50%">${paragraph(text)}</div>\n<!-- /wp:column -->`;
const columns = `<!-- wp:columns {"align":"wide","className":"ours"} -->\n<div class="wp-block-columns alignwide ours">${column('A zebra walks.')}\n\n${column('The other side.')}</div>\n<!-- /wp:columns -->`;
const table =
  '<!-- wp:table {"className":"is-style-stripes"} -->\n<figure class="wp-block-table is-style-stripes"><table><thead><tr><th>Name</th><th>Legs</th></tr></thead><tbody><tr><td>Heron</td><td>2</td></tr></tbody></table></figure>\n<!-- /wp:table -->';
const image = (origin: string, alt: string, after = '') =>
  `<!-- wp:image {"id":5,"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="${origin}/heron.png" alt="${alt}" class="wp-image-5"/>${after}</figure>\n<!-- /wp:image -->`;

const opened = async (content: string): Promise<{ page: Page; saved: () => Promise<string> }> => {
  const { body } = await admin.site
    .as('administrator')
    .post('/wp/v2/posts', { title: 'Blocks', content, status: 'publish' });
  const page = await admin.open('administrator', `posts/${body.id}`);
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  const saved = async () => {
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Saved at').waitFor();
    const { body: stored } = await admin.site.as('administrator').get(`/wp/v2/posts/${body.id}?context=edit`);
    return stored.content.raw;
  };
  return { page, saved };
};
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const typeAfter = async (page: Page, found: string, typed: string) => {
  await text(page).getByText(found, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
};
const bar = (page: Page, name: string) => page.getByRole('toolbar', { name: `Block: ${name}` });

describe('blocks in a text', () => {
  it('are edited where they stand, and nothing else of them changes', async () => {
    const content = `${columns}\n\n${table}\n\n${image(admin.origin, 'A heron')}`;
    const { page, saved } = await opened(content);
    await typeAfter(page, 'A zebra walks.', ' And runs.');
    await typeAfter(page, 'Heron', ' grey');
    expect(await text(page).getByText('wp:').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await saved()).toBe(
      content.replace('A zebra walks.', 'A zebra walks. And runs.').replace('Heron<', 'Heron grey<'),
    );
    await page.context().close();
  });

  it('get a row, and the next cell with the key for it', async () => {
    const { page, saved } = await opened(table);
    await text(page).getByText('2', { exact: true }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ant');
    await page.keyboard.press('Tab');
    await page.keyboard.type('6');
    await bar(page, 'Table').getByRole('button', { name: 'Rows and columns' }).click();
    await page.getByRole('menuitem', { name: 'Column after' }).click();
    await page.keyboard.type('x');
    expect(await saved()).toBe(
      table
        .replace('</th></tr></thead>', '</th><th></th></tr></thead>')
        .replace('2</td></tr>', '2</td><td></td></tr><tr><td>Ant</td><td>6</td><td>x</td></tr>'),
    );
    await page.context().close();
  });

  it('have their settings at the block: a picture says what it shows, and gets a caption, a place and a link', async () => {
    const { page, saved } = await opened(`${image(admin.origin, '')}\n\n${paragraph('Below.')}`);
    await text(page).locator('[data-kind=image] [data-media]').click();
    await bar(page, 'Picture').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'What the picture shows' }).fill('A grey heron');
    await page.getByRole('combobox', { name: 'Position' }).selectOption('wide');
    await page.getByRole('textbox', { name: 'Link' }).fill('https://birds.test/?a=1&b=2');
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await text(page).locator('[data-slot=figcaption]').click();
    await page.keyboard.type('In the reeds');
    expect(await saved()).toBe(
      `<!-- wp:image {"id":5,"sizeSlug":"large","align":"wide","linkDestination":"custom"} -->\n<figure class="wp-block-image size-large alignwide"><a href="https://birds.test/?a=1&amp;b=2"><img src="${admin.origin}/heron.png" alt="A grey heron" class="wp-image-5"/></a><figcaption class="wp-element-caption">In the reeds</figcaption></figure>\n<!-- /wp:image -->\n\n${paragraph('Below.')}`,
    );
    await page.context().close();
  });

  it('are inserted by their names after a slash, and what is typed stands in them', async () => {
    const { page, saved } = await opened(paragraph('Above.'));
    await typeAfter(page, 'Above.', '');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/deta');
    await page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name: 'Details' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('More');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Inside.');
    expect(await saved()).toBe(
      `${paragraph('Above.')}\n\n<!-- wp:details -->\n<details class="wp-block-details"><summary>More</summary>${paragraph('Inside.')}</details>\n<!-- /wp:details -->`,
    );
    await page.context().close();
  });

  it('let the cursor below the last of them, and are left by an empty paragraph', async () => {
    const group = `<!-- wp:group -->\n<div class="wp-block-group">${paragraph('Inside.')}</div>\n<!-- /wp:group -->`;
    const { page, saved } = await opened(`${group}\n\n${table}`);
    await typeAfter(page, 'Inside.', '');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Between.');
    const box = await text(page).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) - 8);
    await page.keyboard.type('Last.');
    expect(await saved()).toBe(`${group}\n\n${paragraph('Between.')}\n\n${table}\n\n${paragraph('Last.')}`);
    await page.context().close();
  });

  it('that the site makes have a small form', async () => {
    const { page, saved } = await opened('<!-- wp:latest-posts {"displayAuthor":true} /-->');
    await text(page).getByRole('button', { name: 'Settings' }).click();
    await text(page).getByRole('switch', { name: 'With date' }).click();
    expect(await violations(page)).toEqual([]);
    expect(await saved()).toBe('<!-- wp:latest-posts {"displayAuthor":true,"displayPostDate":true} /-->');
    await page.context().close();
    expect(admin.faults).toEqual([]);
  });
});
