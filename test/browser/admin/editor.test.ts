import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

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
  it('is shown every time it is opened, also where its editor is on the page late', async () => {
    const id = await post({ content: 'Begun.' });
    const page = await admin.open('author', `posts/${id}`);
    for (let opening = 0; opening < 12; opening += 1) {
      await page.reload();
      await page.getByRole('textbox', { name: 'Text' }).getByText('Begun.').waitFor();
    }
    expect(admin.faults).toEqual([]);
    await page.context().close();
  });

  it('is kept by the server beside a published text, and is there again in another browser', async () => {
    const id = await post({ content: 'Begun.', status: 'publish' });
    const page = await admin.open('author', `posts/${id}`);
    await typeAtEnd(page, ' And gone on.');
    await page.getByText('not published').waitFor();
    // Where there was a pause in the typing, what came before it is kept first.
    const kept = () => admin.site.as('author').get(`/platen/v1/content/${id}/autosave`);
    await expect.poll(async () => (await kept()).body.autosave?.content).toBe('Begun. And gone on.');
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
    await page.getByRole('textbox', { name: 'Text' }).click();
    // In one go: what comes after a pause is kept beside the draft.
    await page.keyboard.insertText('One');
    await expect.poll(() => new URL(page.url()).pathname, { timeout: 300_000 }).toMatch(/\/admin\/posts\/\d+$/);
    await page.keyboard.type(' two');
    const id = Number(page.url().split('/').at(-1));
    await page.getByText('Saved automatically at').waitFor();
    expect(await stored(id)).toMatchObject({ status: 'draft', content: { raw: 'One' } });
    await page.getByRole('textbox', { name: 'Title' }).fill('By itself');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    expect(await stored(id)).toMatchObject({ title: { raw: 'By itself' }, content: { raw: 'One two' } });
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
    await expect.poll(() => versions.count(), { timeout: 300_000 }).toBeGreaterThanOrEqual(2);
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

  it('is previewed with what is not saved, at three widths, in a frame without scripts', async () => {
    const id = await post({ content: 'Stored.', title: 'Shown' });
    const page = await admin.open('author', `posts/${id}`);
    await typeAtEnd(page, ' Unsaved words.');
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe[title="How readers will see it"]');
    await frame.getByText('Stored. Unsaved words.').waitFor();
    const widthOf = () => page.evaluate("document.querySelector('iframe').contentWindow.innerWidth");
    expect(await widthOf()).toBe(1280);
    await page.getByText('Tablet', { exact: true }).click();
    await expect.poll(widthOf).toBe(820);
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

  it('is previewed beside the text while it is typed', async () => {
    const id = await post({ content: 'Stored.', title: 'Beside' });
    const page = await admin.open('author', `posts/${id}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Show beside the text' }).click();
    const beside = page.getByRole('complementary', { name: 'Preview' });
    const frame = beside.frameLocator('iframe');
    await frame.getByText('Stored.').waitFor();
    await typeAtEnd(page, ' Typed on.');
    await frame.getByText('Stored. Typed on.').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Beside it');
    await frame.getByRole('heading', { name: 'Beside it' }).waitFor();
    expect(await beside.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
    expect((await stored(id)).title.raw).toBe('Beside');
    expect(await violations(page)).toEqual([]);
    await beside.getByRole('button', { name: 'Close' }).click();
    await beside.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('has no preview where the server shows no pages, and the editor says what to set', async () => {
    const headless = await adminSite({ pages: false });
    const { body } = await headless.site.as('author').post('/wp/v2/posts', { title: 'Headless', content: 'Words.' });
    const page = await headless.open('author', `posts/${body.id}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByRole('heading', { name: 'There is no page to preview' }).waitFor();
    await dialog.getByText('Set PLATEN_PREVIEW_URL').waitFor();
    expect(await dialog.locator('iframe, a').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await headless.close();
  });

  it('is written without distraction, and the keys are explained', async () => {
    const page = await admin.open('author', `posts/${await post({ content: 'Quiet.' })}`);
    await page.getByText('1 word · 6 characters').waitFor();
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.press('Alt+Shift+F');
    await page.getByRole('button', { name: 'Back to all controls' }).waitFor();
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'hidden' });
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

describe('what the visual editor makes', () => {
  const save = async (page: AdminPageOf) => {
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Saved at').waitFor();
  };
  const embedByButton = async (page: AdminPageOf, address: string) => {
    await page.getByRole('button', { name: 'Embed by address' }).click();
    await page.getByRole('textbox', { name: 'Address of what is embedded' }).fill(address);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    await page.getByText(`Embedded from ${new URL(address).host}`).waitFor();
    // The focus comes back to the text with the next frame.
    await page.locator('[role=textbox][aria-label=Text]:focus').waitFor();
  };
  const publicPage = async (id: number) => (await fetch(`${admin.origin}/?p=${id}`)).text();

  it('is an embed that typing leaves alone, and that the public page shows', async () => {
    const { body: heron } = await admin.site
      .as('author')
      .post('/wp/v2/posts', { title: 'The heron', content: 'x', status: 'publish' });
    const id = await post({ content: 'Look:', status: 'publish' });
    const page = await admin.open('author', `posts/${id}`);
    await typeAtEnd(page, '');
    await embedByButton(page, heron.link);
    await page.keyboard.type('And then.');
    await save(page);
    expect((await stored(id)).content.raw).toBe(`Look:\n\n${heron.link}\n\nAnd then.`);
    await page.reload();
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.getByText(heron.link).click();
    await page.keyboard.type('Below it. ');
    await text.getByText('Below it.').waitFor();
    expect(await page.getByText('Embedded from').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await save(page);
    const html = await publicPage(id);
    expect(html).toContain(`<a href="${heron.link}">The heron</a>`);
    expect(html).toContain(`src="${heron.link}embed/"`);
    expect(html.indexOf('embed/"')).toBeLessThan(html.indexOf('<p>Below it. </p>'));
    await page.context().close();
  });

  it('is an embed below a list, and a block in a text with blocks; its address can be changed', async () => {
    const list = '<!-- wp:list -->\n<ul>\n<li>one</li>\n</ul>\n<!-- /wp:list -->';
    const id = await post({ content: list, status: 'publish' });
    const page = await admin.open('administrator', `posts/${id}`);
    await typeAtEnd(page, '');
    await embedByButton(page, 'https://example.test/a?b=1&c=2');
    await save(page);
    const block = (json: string, html: string) =>
      `${list}\n\n<!-- wp:embed {"url":"${json}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${html}\n</div></figure>\n<!-- /wp:embed -->`;
    expect((await stored(id)).content.raw).toBe(
      block('https://example.test/a?b=1\\u0026c=2', 'https://example.test/a?b=1&amp;c=2'),
    );
    expect(await publicPage(id)).toContain('<a href="https://example.test/a?b=1&#038;c=2">');
    await page.reload();
    await page.getByText('https://example.test/a?b=1&c=2').waitFor();
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByRole('textbox', { name: 'Address of what is embedded' }).fill('https://example.test/d');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    await save(page);
    expect((await stored(id)).content.raw).toBe(block('https://example.test/d', 'https://example.test/d'));
    await page.context().close();
  });

  it('is a list in a list, which is one again after a reload and on the public page', async () => {
    const id = await post({ content: '', status: 'publish' });
    const page = await admin.open('author', `posts/${id}`);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('dialog', { name: 'Link' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await typeAtEnd(page, '- Water');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('River');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Lake');
    await save(page);
    const raw = '<ul>\n<li>Water\n<ul>\n<li>River</li>\n<li>Lake</li>\n</ul></li>\n</ul>';
    expect((await stored(id)).content.raw).toBe(raw);
    await page.reload();
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.locator('li li', { hasText: 'Lake' }).waitFor();
    expect(await text.getByRole('button', { name: 'Edit as HTML' }).count()).toBe(0);
    await text.locator('li li', { hasText: 'Lake' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await save(page);
    expect((await stored(id)).content.raw).toBe(raw.replace('Lake', 'Lakes'));
    const shown = await admin.browser.newPage();
    await shown.goto(`${admin.origin}/?p=${id}`);
    expect(await shown.locator('.content li li').allInnerTexts()).toEqual(['River', 'Lakes']);
    await shown.close();
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

describe('a file that is dropped', () => {
  const drop = (
    page: AdminPageOf,
    file: { name: string; type: string; bytes: number[] },
    at: { x: number; y: number },
  ) =>
    page.evaluate(`(() => {
      const transfer = new DataTransfer();
      const { name, type, bytes } = ${JSON.stringify(file)};
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      document.querySelector('[role=textbox][aria-label=Text]').dispatchEvent(new DragEvent('drop',
        { dataTransfer: transfer, bubbles: true, cancelable: true, clientX: ${at.x}, clientY: ${at.y} }));
    })()`);

  it('splits no word when it is a picture, and is named when it is none', async () => {
    const id = await post({ content: 'Extraordinarily' });
    const page = await admin.open('author', `posts/${id}`);
    await settled(page);
    const box = await page.getByText('Extraordinarily', { exact: true }).boundingBox();
    const inside = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    await drop(page, { name: 'notes.pdf', type: 'application/pdf', bytes: [1] }, inside);
    await page.getByText('Only pictures can be put into a text').waitFor();
    await page.getByText('notes.pdf').waitFor();
    await drop(page, { name: 'egret.png', type: 'image/png', bytes: await picture() }, inside);
    const dialog = page.getByRole('dialog', { name: 'Add pictures' });
    await dialog.getByRole('textbox', { name: 'What egret.png shows' }).fill('An egret');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('textbox', { name: 'Text' }).locator('img[src*=egret]').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    expect((await stored(id)).content.raw).toMatch(/^Extraordinarily<img /);
    await page.context().close();
  });
});

describe('a part of the editor that cannot be loaded', () => {
  it('says so in its place, leaves everything else, and is loaded when it is tried again', async () => {
    const id = await post({ content: 'Herons wait.' });
    const page = await admin.open('author', `posts/${id}`);
    await settled(page);
    await page.route(/\/assets\/html-editor[^/]*\.js/, (route) => route.abort('connectionreset'));
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed before');
    await page.getByText('HTML', { exact: true }).click();
    const missing = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });
    await missing.waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Typed before');
    expect(await violations(page)).toEqual([]);
    await missing.getByRole('button', { name: 'Try again' }).click();
    await missing.waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await missing.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.cm-content').getByText('Herons wait.').waitFor();
    await page.context().close();
  });
});

describe('leaving a text', () => {
  it('while it is being saved waits for the save, then goes on', async () => {
    const id = await post({ content: 'x' });
    const page = await admin.open('administrator', `posts/${id}`);
    const release = Promise.withResolvers<void>();
    await page.route(`**/wp/v2/posts/${id}*`, async (route) => {
      if (route.request().method() === 'POST') await release.promise;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Saved late');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('link', { name: 'Comments' }).click();
    await page.getByRole('dialog').getByText('not saved').waitFor();
    release.resolve();
    await page.getByRole('heading', { name: 'Comments', level: 1 }).waitFor();
    expect((await stored(id)).title.raw).toBe('Saved late');
    await page.context().close();
  });
});

describe('the settings of a text', () => {
  it('have every tag that was typed, however quickly', async () => {
    const id = await post({ content: 'x' });
    const page = await admin.open('administrator', `posts/${id}`);
    const release = Promise.withResolvers<void>();
    let posted = 0;
    await page.route('**/wp/v2/tags*', async (route) => {
      if (route.request().method() === 'POST' && ++posted === 1) await release.promise;
      await route.continue();
    });
    const tags = page.getByRole('combobox', { name: 'Tags' });
    for (const name of ['slow', 'quick']) {
      await tags.fill(name);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('complementary').getByText('quick', { exact: true }).first().waitFor();
    release.resolve();
    const isStored = async () => {
      await page.keyboard.press('Control+s');
      return (await stored(id)).tags.length;
    };
    await expect.poll(isStored, { timeout: 300_000 }).toBe(2);
    await page.context().close();
  });

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
    // A new tag is shown while it is still being made.
    const tagCount = async () => {
      await page.keyboard.press('Control+s');
      return (await stored(body.id)).tags.length;
    };
    await expect.poll(tagCount).toBe(1);
    const saved = await stored(body.id);
    expect(saved).toMatchObject({ format: 'aside', comment_status: 'closed', sticky: true });
    // The default category was there already.
    expect(saved.categories).toHaveLength(2);
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
