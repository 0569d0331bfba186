import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;

beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

const asAdministrator = () => admin.site.as('administrator');
const post = async (fields: object): Promise<number> => {
  const { body } = await admin.site.as('author').post('/wp/v2/posts', { title: 'A text', ...fields });
  return body.id;
};
const stored = async (id: number) => (await asAdministrator().get(`/wp/v2/posts/${id}?context=edit`)).body;

/** Puts something on the clipboard and pastes it where the cursor is, as the browser would. */
const paste = `(data, files) => {
  const transfer = new DataTransfer();
  for (const [type, text] of Object.entries(data)) transfer.setData(type, text);
  for (const [name, bytes] of files) transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
}`;
type AdminPageOf = Awaited<ReturnType<AdminSite['open']>>;
const pasteInto = (page: AdminPageOf, data: Record<string, string>, files: [string, number[]][] = []) =>
  page.evaluate(`(${paste})(${JSON.stringify(data)}, ${JSON.stringify(files)})`);
const picture = async (): Promise<number[]> => [
  ...(await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b52' } })
    .png()
    .toBuffer()),
];
const typeAtEnd = async (page: AdminPageOf, text: string) => {
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
};
const chooseMore = async (page: AdminPageOf, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};

describe('what is written', () => {
  it('is kept by the server beside a published text, and is there again in another browser', async () => {
    const id = await post({ content: 'Begun.', status: 'publish' });
    const page = await admin.open('author', `posts/${id}`);
    await typeAtEnd(page, ' And gone on.');
    await page.getByText('Saved automatically at').waitFor();
    expect((await stored(id)).content.raw).toBe('Begun.');
    await page.context().close();

    const other = await admin.open('author', `posts/${id}`);
    await other.getByRole('textbox', { name: 'Text' }).getByText('Begun. And gone on.').waitFor();
    await other.getByText('which were saved automatically').waitFor();
    await other.getByRole('button', { name: 'Discard them' }).click();
    await other.getByRole('textbox', { name: 'Text' }).getByText('Begun.', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Undo' }).last().click();
    await other.getByRole('textbox', { name: 'Text' }).getByText('Begun. And gone on.').waitFor();
    await other.getByRole('button', { name: 'Update' }).click();
    await other.getByText('Saved at').waitFor();
    expect((await stored(id)).content.raw).toBe('Begun. And gone on.');
    await other.context().close();

    const later = await admin.open('author', `posts/${id}`);
    await later.getByRole('textbox', { name: 'Text' }).getByText('Begun. And gone on.').waitFor();
    expect(await later.getByText('which were saved automatically').count()).toBe(0);
    await later.context().close();
  });

  it('becomes a draft by itself when it is new, and typing goes on', async () => {
    const page = await admin.open('author', 'posts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('By itself');
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('One');
    await expect.poll(() => new URL(page.url()).pathname, { timeout: 30_000 }).toMatch(/\/admin\/posts\/\d+$/);
    await page.keyboard.type(' two');
    const id = Number(page.url().split('/').at(-1));
    await page.getByText('Saved automatically at').waitFor();
    expect(await stored(id)).toMatchObject({ status: 'draft', title: { raw: 'By itself' }, content: { raw: 'One' } });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    expect((await stored(id)).content.raw).toBe('One two');
    await page.context().close();
  });

  it('gets its own address when it is saved, and the next new text is empty', async () => {
    const page = await admin.open('author', 'posts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('The first of two');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    await page.getByText('Saved at').waitFor();
    await page.getByRole('link', { name: 'Posts' }).first().click();
    await page.getByRole('link', { name: 'New post' }).first().click();
    await page.waitForURL(/\/admin\/posts\/new$/);
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('');
    await page.context().close();
  });

  it('has versions, which are compared word by word and restored', async () => {
    const id = await post({ content: 'The quick brown fox.' });
    await admin.site.as('author').post(`/wp/v2/posts/${id}`, { content: 'The quick red fox jumps.' });
    await admin.site.as('author').post(`/wp/v2/posts/${id}`, { content: 'The slow red fox jumps.' });
    const page = await admin.open('author', `posts/${id}`);
    await chooseMore(page, 'Versions');
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    const versions = dialog.getByRole('navigation', { name: 'Versions' }).getByRole('button');
    await expect.poll(() => versions.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    await versions.nth(1).click();
    await dialog.locator('del', { hasText: 'quick' }).waitFor();
    await dialog.locator('ins', { hasText: 'slow' }).waitFor();
    expect(await dialog.locator('del').allInnerTexts()).toEqual(['quick']);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('textbox', { name: 'Text' }).getByText('The quick red fox jumps.').waitFor();
    expect((await stored(id)).content.raw).toBe('The slow red fox jumps.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    expect((await stored(id)).content.raw).toBe('The quick red fox jumps.');
    await page.context().close();
  });

  it('is previewed with what is not saved, at two widths, in a frame without scripts', async () => {
    const id = await post({ content: 'Stored.', title: 'Shown' });
    const page = await admin.open('author', `posts/${id}`);
    await typeAtEnd(page, ' Unsaved words.');
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe[title="How readers will see it"]');
    await frame.getByText('Stored. Unsaved words.').waitFor();
    const widthOf = () => page.evaluate("document.querySelector('iframe').contentWindow.innerWidth");
    expect(await widthOf()).toBe(1280);
    await page.getByText('Phone', { exact: true }).click();
    await expect.poll(widthOf).toBe(390);
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
    expect((await stored(id)).content.raw).toBe('Stored.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await typeAtEnd(page, ' Even more.');
    await page.keyboard.press('Alt+Shift+P');
    await frame.getByText('Stored. Unsaved words. Even more.').waitFor();
    await page.context().close();
  });

  it('is written without distraction, and the keys are explained', async () => {
    const page = await admin.open('author', `posts/${await post({ content: 'Quiet.' })}`);
    await page.getByText('1 word · 6 characters').waitFor();
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.press('Alt+Shift+F');
    await page.getByRole('button', { name: 'Back to all controls' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).toBe(false);
    expect(await page.getByRole('toolbar').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Alt+Shift+F');
    await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
    await page.keyboard.press('Alt+Shift+H');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Write without distraction').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('pasting', () => {
  it('cleans what a word processor copied', async () => {
    const id = await post({ content: '' });
    const page = await admin.open('author', `posts/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await pasteInto(page, {
      'text/plain': 'Bold text',
      'text/html':
        '<html><style>p{}</style><body><!--StartFragment--><p class=MsoNormal style="mso-x:1"><b>Bold</b> text<o:p></o:p></p><p onclick="document.title=1">two</p><!--EndFragment--></body></html>',
    });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    expect((await stored(id)).content.raw).toBe('<strong>Bold</strong> text\n\ntwo');
    await page.context().close();
  });

  it('reads Markdown, and shows an address alone as a card that stays an address', async () => {
    const id = await post({ content: '' });
    const page = await admin.open('author', `posts/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await pasteInto(page, { 'text/plain': '## Rivers\n\nThey are **wet**.' });
    await page.keyboard.press('Enter');
    await pasteInto(page, { 'text/plain': 'https://video.test/watch?v=7' });
    await page.getByText('Embedded from video.test').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    const raw = '<h2>Rivers</h2>\n\nThey are <strong>wet</strong>.\n\nhttps://video.test/watch?v=7';
    expect((await stored(id)).content.raw).toBe(raw);
    await page.reload();
    await page.getByText('Embedded from video.test').waitFor();
    await page.context().close();
  });

  it('uploads a picture and asks what it shows', async () => {
    const id = await post({ content: 'Here: ' });
    const page = await admin.open('author', `posts/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.press('Control+End');
    await pasteInto(page, {}, [['heron.png', await picture()]]);
    const dialog = page.getByRole('dialog', { name: 'Add pictures' });
    await dialog.getByRole('textbox', { name: 'What heron.png shows' }).fill('A heron "in" the rain');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('textbox', { name: 'Text' }).getByRole('img', { name: 'A heron "in" the rain' }).waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    const { body: media } = await asAdministrator().get('/wp/v2/media?search=heron');
    expect(media[0].alt_text).toBe('A heron "in" the rain');
    expect((await stored(id)).content.raw).toContain(`class="wp-image-${media[0].id}"`);
    await page.context().close();
  });

  it('offers no upload to those who may not', async () => {
    const page = await admin.open('contributor', 'posts/new');
    await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add a picture' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Choose from the media library' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('the settings of a text', () => {
  it('are all saved: format, sticky, discussion, template, terms made on the fly', async () => {
    const { body } = await asAdministrator().post('/wp/v2/posts', { title: 'With everything', content: 'x' });
    const page = await admin.open('administrator', `posts/${body.id}`);
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel.getByRole('checkbox', { name: 'Keep at the top' }).check();
    await panel.getByRole('searchbox', { name: 'Categories' }).fill('Herons');
    await panel.getByRole('button', { name: 'Add: Herons' }).click();
    await panel.getByRole('checkbox', { name: 'Herons' }).waitFor();
    await panel.getByLabel('Tags', { exact: true }).fill('wet');
    await page.keyboard.press('Enter');
    await panel.getByText('wet', { exact: true }).first().waitFor();
    await panel.getByRole('button', { name: 'Discussion' }).click();
    await panel.getByRole('switch', { name: 'Allow comments' }).click({ force: true });
    await panel.getByRole('button', { name: 'More' }).click();
    await panel.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'aside' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    const saved = await stored(body.id);
    expect(saved).toMatchObject({ format: 'aside', comment_status: 'closed', sticky: true });
    // The default category was there already.
    expect(saved.categories).toHaveLength(2);
    expect(saved.tags).toHaveLength(1);
    await page.context().close();
  });

  it('include a picture of the media library', async () => {
    const id = await post({ content: 'x' });
    const page = await admin.open('author', `posts/${id}`);
    await page.getByRole('button', { name: 'Featured picture' }).click();
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await page.getByRole('button', { name: /^Choose heron/ }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    expect((await stored(id)).featured_media).toBeGreaterThan(0);
    await page.context().close();
  });
});

it('nothing of this causes an error, a refusal by the content policy or a request to another host', () => {
  expect(admin.faults).toEqual([]);
});
