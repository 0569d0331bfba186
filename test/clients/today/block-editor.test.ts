import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FrameLocator, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Extension } from '../../../src/extension.ts';
import { type AdminSite, adminSite } from '../../browser/admin/admin-site.ts';
import { temporaryFolder } from '../../support/server-process.ts';
import { type Item, makeItem } from './items.ts';

const example = fileURLToPath(new URL('../../../examples/block-editor', import.meta.url));

let admin: AdminSite;
let page: Page;
let folder: { path: string; remove(): Promise<void> };
/** Requests that were answered with an error. */
const refused: string[] = [];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['build-editor.mjs'], { cwd: example });
  // It imports the package by its name, which only the runner of the tests knows.
  const { default: blockEditor } = (await import(join(example, 'src/index.ts'))) as { default: Extension };
  admin = await adminSite({ variant: 'c', extensions: [blockEditor] });
  folder = await temporaryFolder();
  page = await admin.open('administrator', 'posts');
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
});
afterAll(async () => {
  await admin?.close();
  await folder?.remove();
});
beforeEach(() => {
  refused.length = 0;
  admin.faults.length = 0;
});

const make = (route: string, fields: object) => makeItem(admin.site, route, fields);
const stored = async (route: string, id: number): Promise<Item> =>
  (await admin.site.as('administrator').get(`/wp/v2/${route}/${id}?context=edit`)).body;

/** Opens the block editor; its canvas, once the text is in it. */
async function edit(type: string, id: number): Promise<FrameLocator> {
  await page.goto(`${admin.origin}/edit/${type}/post.php?post=${id}&action=edit`);
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.locator('.is-root-container').waitFor();
  return canvas;
}

const isWrite = (request: Request, path: string): boolean =>
  new URL(request.url()).pathname === `/wp-json/wp/v2/${path}` && ['POST', 'PUT'].includes(request.method());

/** Saves with the keyboard; what the editor sent. */
async function save(path: string): Promise<{ readonly content?: string; readonly title?: string }> {
  const written = page.waitForResponse((response) => isWrite(response.request(), path));
  await page.keyboard.press('ControlOrMeta+s');
  const response = await written;
  expect(response.status()).toBe(200);
  return response.request().postDataJSON();
}

/** Types below the last block. */
async function append(canvas: FrameLocator, ...keys: readonly string[]): Promise<void> {
  const last = canvas.locator('.is-root-container > .wp-block').last();
  await last.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  for (const text of keys) await page.keyboard.type(text);
}

/** Inserts a block by its name, as authors do with a slash. */
async function insert(canvas: FrameLocator, name: string): Promise<void> {
  await append(canvas, `/${name}`);
  await page.getByRole('option', { name, exact: true }).click();
}

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

describe('the block editor', () => {
  it('writes paragraphs, a heading and an uploaded picture, and stores exactly what it sent', async () => {
    const post = await make('posts', { title: 'One', content: paragraph('Hello'), status: 'draft' });
    const canvas = await edit('post', post.id);
    await append(canvas, 'A “second” paragraph & more: a < b.');
    await append(canvas, '## A heading');
    await insert(canvas, 'Image');
    const picture = join(folder.path, 'blue.png');
    const create = { width: 400, height: 300, channels: 3, background: '#36c' } as const;
    await writeFile(picture, await sharp({ create }).png().toBuffer());
    await canvas.locator('.wp-block-image input[type="file"]').setInputFiles(picture);
    await canvas.locator('.wp-block-image img[src*="/wp-content/uploads/"]').waitFor();
    const { content = '' } = await save(`posts/${post.id}`);
    expect(content).toContain('<!-- wp:heading -->');
    expect(content).toMatch(/<!-- wp:image \{"id":\d+,/);
    expect((await stored('posts', post.id)).content.raw).toBe(content);

    const again = await edit('post', post.id);
    await again.locator('.wp-block-image img').waitFor();
    expect(await again.locator('h2').innerText()).toBe('A heading');
    expect(await again.locator('.block-editor-warning').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+Shift+Alt+m');
    expect(await page.locator('textarea.editor-post-text-editor').inputValue()).toBe(content);
    await page.keyboard.press('ControlOrMeta+Shift+Alt+m');
    await append(again, 'More.');
    const sent = await save(`posts/${post.id}`);
    expect(sent.content).toBe(`${content}\n\n${paragraph('More.')}`);
    expect((await stored('posts', post.id)).content.raw).toBe(sent.content);
    expect([...refused, ...admin.faults]).toEqual([]);
  });

  it('publishes a post, autosaves what is changed later, and keeps revisions', async () => {
    const post = await make('posts', { title: 'Two', content: paragraph('First.'), status: 'draft' });
    let canvas = await edit('post', post.id);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByLabel('Editor publish').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('is now live').first().waitFor();
    expect((await stored('posts', post.id)).status).toBe('publish');

    const kept = page.waitForResponse((response) => isWrite(response.request(), `posts/${post.id}/autosaves`));
    await append(canvas, 'Kept by itself.');
    const response = await kept;
    expect(response.status()).toBe(200);
    const { content = '' } = response.request().postDataJSON() as { content?: string };
    expect(content).toContain('Kept by itself.');
    expect((await stored('posts', post.id)).content.raw).toBe(paragraph('First.'));
    const [autosave] = (await admin.site.as('administrator').get(`/wp/v2/posts/${post.id}/autosaves?context=edit`))
      .body;
    expect(autosave.content.raw).toBe(content);

    page.once('dialog', (dialog) => void dialog.accept());
    canvas = await edit('post', post.id);
    await append(canvas, 'Second.');
    await save(`posts/${post.id}`);
    await append(canvas, 'Third.');
    await save(`posts/${post.id}`);
    const { body: revisions } = await admin.site.as('administrator').get(`/wp/v2/posts/${post.id}/revisions`);
    expect(revisions.length).toBeGreaterThanOrEqual(2);
    expect([...refused, ...admin.faults]).toEqual([]);
  });

  it('shows the latest posts and a query', async () => {
    await make('posts', { title: 'A known title', content: paragraph('x'), status: 'publish' });
    const post = await make('posts', { title: 'Lists', content: paragraph('Lists.'), status: 'draft' });
    const canvas = await edit('post', post.id);
    await insert(canvas, 'Latest Posts');
    await canvas.locator('.wp-block-latest-posts').getByText('A known title').waitFor();
    await insert(canvas, 'Query Loop');
    await canvas.getByRole('button', { name: 'Start blank' }).click();
    await canvas.getByRole('button', { name: 'Title & Date' }).click();
    await canvas.locator('.wp-block-query').getByText('A known title').first().waitFor();
    const { content } = await save(`posts/${post.id}`);
    expect((await stored('posts', post.id)).content.raw).toBe(content);
    expect([...refused, ...admin.faults]).toEqual([]);
  });

  it('edits a reusable block, and inserts it into a page', async () => {
    const block = await make('blocks', { title: 'Imprint', content: paragraph('Our address'), status: 'publish' });
    let canvas = await edit('wp_block', block.id);
    await append(canvas, 'and telephone');
    const sent = await save(`blocks/${block.id}`);
    expect((await stored('blocks', block.id)).content.raw).toBe(sent.content);

    const about = await make('pages', { title: 'About', content: paragraph('About us.'), status: 'draft' });
    canvas = await edit('page', about.id);
    await insert(canvas, 'Imprint');
    await canvas.getByText('and telephone').waitFor();
    const { content = '' } = await save(`pages/${about.id}`);
    expect(content).toContain(`<!-- wp:block {"ref":${block.id}} /-->`);
    expect((await stored('pages', about.id)).content.raw).toBe(content);
    expect([...refused, ...admin.faults]).toEqual([]);
  });

  it('is linked from the editor of the admin page', async () => {
    const post = await make('posts', { title: 'Linked', content: paragraph('Linked.'), status: 'draft' });
    await page.goto(`${admin.origin}/admin/posts/${post.id}`);
    await page.getByRole('button', { name: 'Block editor' }).click();
    await page.getByRole('link', { name: 'Edit with blocks' }).click();
    await page.frameLocator('iframe[name="editor-canvas"]').getByText('Linked.').waitFor();
  });
});
