import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extension.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

const seer = defineExtension({
  name: 'seer',
  hooks: { propose: { media: { altText: ({ item }) => `A picture called ${item.title}` } } },
});

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite({ variant: 'c', extensions: [seer] });
});
afterAll(async () => {
  expect(admin?.faults).toEqual([]);
  await admin?.close();
});

const asEditor = () => admin.site.as('editor');
const phone = { viewport: { width: 390, height: 844 } };

/** A folder for screenshots, where somebody wants to look at them. */
const shots = process.env['PLATEN_TEST_SCREENSHOTS'];
async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

const gradient = (n: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="200" height="200" fill="hsl(${n * 47} 70% 50%)"/><rect x="200" width="200" height="200" fill="hsl(${n * 47 + 90} 60% 40%)"/></svg>`,
  );
const bytesOf = (n: number) => sharp(gradient(n)).jpeg().toBuffer();

/** Uploads a picture over HTTP, as other clients do. */
async function uploaded(name: string, n: number, query = ''): Promise<{ id: number; source_url: string }> {
  const answer = await fetch(`${admin.origin}/wp-json/wp/v2/media${query}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}`,
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${name}.jpg"`,
    },
    body: new Uint8Array(await bytesOf(n)),
  });
  expect(answer.status).toBe(201);
  // The interface shows it.
  return (await answer.json()) as { id: number; source_url: string };
}

const library = async (id: number) => (await asEditor().get(`/platen/v1/media/${id}`)).body;

/** Presses the key until something has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let at = 0; at < 60; at += 1) {
    const focused = target.and(page.locator(':focus'));
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not get there.');
}

it('sets the focal point with the keyboard, under an address of its own', async () => {
  const { id } = await uploaded('lake', 1, '?title=Lake&alt_text=A+lake');
  const page = await admin.open('editor', `media?item=${id}`);
  const mark = page.getByRole('button', { name: /^Focal point/ });
  await mark.waitFor();
  await settled(page);
  await tabTo(page, mark);
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await shot(page, 'focal-1440');
  expect(await violations(page)).toEqual([]);
  await tabTo(page, page.getByRole('button', { name: 'Save the focal point' }));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await library(id)).focal_point).toEqual({ x: 0.4, y: 0.52 });
  await page.getByRole('button', { name: 'Back to the middle' }).click();
  await expect.poll(async () => (await library(id)).focal_point).toBeNull();
  await page.context().close();
});

it('crops and turns a picture with the keyboard, and restores the original', async () => {
  const { id, source_url } = await uploaded('field', 2, '?title=Field&alt_text=A+field');
  const page = await admin.open('editor', `media?item=${id}`);
  await page.getByRole('button', { name: 'Crop and rotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the picture' });
  await dialog.getByRole('button', { name: 'Rotate right' }).press('Enter');
  const area = dialog.getByRole('button', { name: /^Part that stays/ });
  await area.focus();
  for (let at = 0; at < 10; at += 1) await page.keyboard.press('Shift+ArrowUp');
  await dialog.getByText('200 × 320 pixels').waitFor();
  await shot(page, 'crop-1440');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect.poll(async () => library(id)).toMatchObject({ width: 200, height: 320, may_restore: true });
  await page.getByRole('button', { name: 'Restore the original' }).click();
  await expect.poll(async () => library(id)).toMatchObject({ width: 400, height: 200, source_url, may_restore: false });
  await page.getByRole('button', { name: 'Crop and rotate' }).click();
  await dialog.getByRole('combobox', { name: 'Ratio' }).click();
  await page.getByRole('option', { name: 'Square' }).click();
  await dialog.getByRole('button', { name: 'Save as a new file' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).not.toBe(String(id));
  const made = Number(new URL(page.url()).searchParams.get('item'));
  expect(await library(made)).toMatchObject({ width: 200, height: 200 });
  await page.context().close();
});

it('moves files to folders by dragging and by the menu, on the phone too', async () => {
  const one = await uploaded('boat', 3, '?title=Boat&alt_text=A+boat');
  await uploaded('pier', 4, '?title=Pier&alt_text=A+pier');
  const page = await admin.open('editor', 'media');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name of the folder' }).fill('Harbour');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Folders' }).first().getByText('Harbour').waitFor();
  const [{ id: folder }] = (await asEditor().get('/platen/v1/media/folders')).body;
  await expect.poll(() => new URL(page.url()).searchParams.get('folder')).toBe(String(folder));
  await page.getByRole('button', { name: 'All files' }).first().click();
  await page
    .getByRole('button', { name: 'Boat', exact: true })
    .dragTo(page.getByRole('button', { name: 'Harbour', exact: true }));
  await expect.poll(async () => (await library(one.id)).folder).toBe(folder);
  await shot(page, 'library-1440');
  expect(await violations(page)).toEqual([]);
  await page.context().close();
  const small = await admin.open('editor', `media?folder=${folder}`, { ...phone, colorScheme: 'dark' });
  await small.getByRole('checkbox', { name: 'Select Boat' }).press('Space');
  await shot(small, 'library-390');
  expect(await violations(small)).toEqual([]);
  await small.getByRole('button', { name: 'Move to…' }).press('Enter');
  await small
    .getByRole('dialog', { name: 'Move to…' })
    .getByRole('button', { name: 'Move', exact: true })
    .press('Enter');
  await expect.poll(async () => (await library(one.id)).folder).toBe(0);
  await small.context().close();
});

it('edits several at once and shows uses before it deletes', async () => {
  const [one, two] = [await uploaded('ash', 5, '?title=Ash'), await uploaded('birch', 6, '?title=Birch')];
  await asEditor().post('/wp/v2/posts', {
    title: 'Trees',
    content: `<img class="wp-image-${one.id}" src="${one.source_url}" alt="">`,
  });
  const page = await admin.open('editor', 'media?lacks=alt_text');
  await page.getByRole('checkbox', { name: 'Select Birch' }).click();
  await page.getByRole('checkbox', { name: 'Select Ash' }).click({ modifiers: ['Shift'] });
  await page.getByText('2 files selected').waitFor();
  await page.getByRole('button', { name: 'Alternative texts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alternative texts' });
  await dialog.getByRole('checkbox', { name: 'Birch is only decoration' }).check();
  await dialog.getByRole('button', { name: 'Suggest a text' }).first().click();
  await dialog.getByText('Suggestion of seer: A picture called Ash').waitFor();
  expect((await library(one.id)).alt_text).toBe('');
  await shot(page, 'alt-1440');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this text' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await library(one.id)).alt_text).toBe('A picture called Ash');
  expect((await library(two.id)).decorative).toBe(true);
  await page.getByRole('button', { name: 'Add tags' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('Tree');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await library(two.id)).tags).toMatchObject([{ name: 'Tree' }]);
  await page
    .getByRole('region', { name: '2 files selected' })
    .getByRole('button', { name: 'Delete permanently' })
    .click();
  const removing = page.getByRole('dialog', { name: 'Delete 2 files?' });
  await removing.getByText('Ash: used in 1 text').waitFor();
  await shot(page, 'remove-1440');
  await removing.getByRole('button', { name: 'Delete permanently' }).click();
  await expect.poll(async () => (await asEditor().get(`/platen/v1/media/${one.id}`)).status).toBe(404);
  await page.context().close();
});

it('keeps every tag of a file, one that is only typed when it is closed too', async () => {
  const { id } = await uploaded('reed', 9, '?title=Reed&alt_text=Reed');
  const tagsOf = async () => (await library(id)).tags.map(({ name }: { name: string }) => name).sort();
  const page = await admin.open('editor', `media?item=${id}`);
  const held = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**/platen/v1/media/${id}`, async (route) => {
    if (route.request().method() === 'POST' && sent++ === 0) await held.promise;
    await route.continue();
  });
  const tags = page.getByRole('dialog').getByRole('combobox', { name: 'Tags' });
  for (const name of ['Water', 'Plant']) {
    await tags.fill(name);
    await page.keyboard.press('Enter');
  }
  held.resolve();
  await expect.poll(tagsOf).toEqual(['Plant', 'Water']);
  await tags.fill('Green');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(tagsOf).toEqual(['Green', 'Plant', 'Water']);
  await page.context().close();
});

it('offers the file that is there already', async () => {
  const known = await uploaded('twin', 7, '?title=Twin');
  const page = await admin.open('editor', 'media', phone);
  const send = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add files' }).click(),
    ]);
    await chooser.setFiles([{ name: 'again.jpg', mimeType: 'image/jpeg', buffer: await bytesOf(7) }]);
  };
  await send();
  const dialog = page.getByRole('dialog', { name: 'Already in the library' });
  await dialog.getByRole('button', { name: 'Open Twin' }).waitFor();
  // The dialog fades in.
  await settled(page);
  await shot(page, 'twin-390');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use the existing ones' }).click();
  expect((await asEditor().get('/wp/v2/media?search=again')).body).toEqual([]);
  await send();
  await dialog.getByRole('button', { name: 'Upload anyway' }).click();
  await expect.poll(async () => (await asEditor().get('/wp/v2/media?search=again')).body.length).toBe(1);
  expect((await library(known.id)).title).toBe('Twin');
  await page.context().close();
});

it('asks what a picture of the library shows before it is put into a text', async () => {
  await uploaded('wordless', 8, '?title=Wordless');
  const page = await admin.open('editor', 'posts/new');
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.getByRole('button', { name: 'Choose from the media library' }).click();
  await page.getByRole('button', { name: 'Choose Wordless' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insert the picture' });
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A word');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('textbox', { name: 'Text' }).getByRole('img', { name: 'A word' }).waitFor();
  await page.context().close();
});

it.each([
  ['1280', { viewport: { width: 1280, height: 800 } }, 'en'],
  ['1280-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, 'de'],
  ['390', { ...phone, hasTouch: true }, 'de'],
  ['390-dark', { ...phone, hasTouch: true, colorScheme: 'dark' }, 'de'],
] as const)('shows the picture editor and uploads at %s, with room for fingers', async (name, look, language) => {
  const words = {
    en: { edit: 'Crop and rotate', area: /^Part that stays/, close: 'Cancel', add: 'Add files' },
    de: { edit: 'Zuschneiden und drehen', area: /^Ausschnitt/, close: 'Abbrechen', add: 'Dateien hinzufügen' },
  }[language];
  const { id } = await uploaded(`look-${name}`, 6, '?alt_text=A+look');
  const page = await admin.open('editor', 'media', look);
  await page.evaluate((chosen) => localStorage.setItem('platen.language', chosen), language);
  await page.goto(`${admin.origin}/admin/media?item=${id}`);
  await page.getByRole('button', { name: words.edit }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.locator('canvas') });
  const area = dialog.getByRole('button', { name: words.area });
  await area.waitFor();
  await area.press('Shift+ArrowUp');
  const box = await area.boundingBox();
  if (!box) throw new Error('The part is not shown.');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 25);
  await page.mouse.up();
  await shot(page, `editor-${name}`);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: words.close }).click();

  await page.goto(`${admin.origin}/admin/media`);
  await settled(page);
  // The first bytes are held back, so that the upload is seen on its way.
  await page.route('**/platen/v1/uploads', () => {});
  await page.route('**/wp/v2/media', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: words.add }).first().click(),
  ]);
  await chooser.setFiles([
    {
      name: 'a-name-that-is-longer-than-any-telephone-is-wide-in-2026.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(name),
    },
    { name: 'large.zip', mimeType: 'application/zip', buffer: Buffer.alloc(9 * 1024 * 1024, name) },
  ]);
  const section = page.getByRole('region', { name: language === 'de' ? 'Hochladen' : 'Uploads' });
  await section.getByText('large.zip').waitFor();
  await shot(page, `uploads-${name}`);
  expect(await violations(page)).toEqual([]);
  for (const button of await section.getByRole('button').all()) {
    const size = await button.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});
