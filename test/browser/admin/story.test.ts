import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite } from './admin-site.ts';
import { settled } from './browser.ts';

const hourMs = 3_600_000;

describe('a day of an editor', () => {
  let admin: AdminSite;
  let aheadMs = 0;
  beforeAll(async () => {
    admin = await adminSite({ clock: () => Date.now() + aheadMs, leads: false });
  });
  afterAll(async () => {
    await admin?.close();
  });

  const shot = async (page: Page, name: string) => {
    const folder = process.env['PLATEN_TEST_SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  };

  it('is written, illustrated, scheduled, previewed, revised, restored, moderated and published by the clock', async () => {
    const asAdministrator = admin.site.as('administrator');
    const page = await admin.open('editor', 'posts/new');
    const text = page.getByRole('textbox', { name: 'Text' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Herons by the river');
    await text.click();
    await page.keyboard.type('They stand still. ');

    // A picture of the clipboard.
    const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#4a7c8c' } })
      .png()
      .toBuffer();
    await page.evaluate(
      `((bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'heron.png', { type: 'image/png' }));
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })(${JSON.stringify([...bytes])})`,
    );
    await page.getByRole('textbox', { name: 'What heron.png shows' }).fill('A grey heron');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await text.getByRole('img', { name: 'A grey heron' }).waitFor();
    await shot(page, 'editor');

    // Scheduled for the next hour.
    const due = new Date(Date.now() + hourMs).toISOString().slice(0, 19);
    await page.getByLabel('Date', { exact: true }).fill(due);
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const stored = async () => (await asAdministrator.get(`/wp/v2/posts/${id}?context=edit`)).body;
    // It was perhaps stored by itself before, as a draft.
    await expect.poll(stored).toMatchObject({ status: 'future', title: { raw: 'Herons by the river' } });
    expect((await admin.site.as('anonymous').get(`/wp/v2/posts/${id}`)).status).toBe(401);

    // Seen as readers will.
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('They stand still.').waitFor();
    await shot(page, 'preview');
    await page.keyboard.press('Escape');

    // Revised, and the revision taken back.
    for (const more of [' They fly.', ' Far away.']) {
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(more);
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByText('Saved at').waitFor();
      await expect.poll(async () => (await stored()).content.raw, { timeout: 300_000 }).toContain(more);
    }
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const versions = page.getByRole('navigation', { name: 'Versions' }).getByRole('button');
    await versions.filter({ hasNotText: 'automatic' }).nth(1).click();
    await page.getByRole('dialog').locator('ins', { hasText: 'away' }).waitFor();
    await shot(page, 'versions');
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(async () => (await stored()).content.raw, { timeout: 300_000 }).not.toContain('Far away.');
    expect((await stored()).content.raw).toContain('They fly.');

    // A comment that waits.
    const { body: other } = await asAdministrator.post('/wp/v2/posts', { title: 'Discussed', status: 'publish' });
    const { body: comment } = await asAdministrator.post('/wp/v2/comments', {
      post: other.id,
      author_name: 'Reader',
      author_email: 'reader@example.org',
      content: 'Well said.',
      status: 'hold',
    });
    await page.getByRole('link', { name: 'Comments' }).click();
    const card = page.getByRole('listitem', { name: 'Comment by Reader' });
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect
      .poll(async () => (await asAdministrator.get(`/wp/v2/comments/${comment.id}`)).body.status, { timeout: 300_000 })
      .toBe('approved');

    // The hour has come.
    aheadMs = 2 * hourMs;
    await admin.site.platen.runDue();
    expect((await admin.site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.status).toBe('publish');
    await page.getByRole('link', { name: 'Posts', exact: true }).click();
    await page.getByRole('link', { name: 'Herons by the river' }).waitFor();
    await shot(page, 'posts');
    expect(admin.faults).toEqual([]);
    await page.context().close();
  });

  it('from right to left keeps its layout', async () => {
    const { body: post } = await admin.site.as('author').post('/wp/v2/posts', { title: 'عنوان', content: 'نص.' });
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await admin.open('administrator', 'posts', { viewport });
      for (const path of ['posts', `posts/${post.id}`, 'media', 'categories']) {
        await page.goto(`${admin.origin}/admin/${path}`);
        await page.waitForSelector('h1, h2');
        await page.evaluate("document.documentElement.dir = 'rtl'");
        await settled(page);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width, `${path} at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
        await shot(page, `rtl-${path.replace('/', '-')}-${viewport.width}`);
      }
      await page.context().close();
    }
  });
});

describe('texts of somebody who means harm', () => {
  const attacks = [
    '<img src=x onerror="globalThis.hacked=1">',
    '"><script>globalThis.hacked=1</script>',
    '<svg onload=globalThis.hacked=1>',
    '<a href="javascript:globalThis.hacked=1">x</a>',
    '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
    '<style>*{display:none}</style><p style="position:fixed;inset:0">x</p>',
  ];
  const everything = attacks.join(' ');

  it('run nothing on any screen, whatever got into the database', async () => {
    const admin = await adminSite();
    const { store } = admin.site.platen;
    const asAdministrator = admin.site.as('administrator');
    const texts = { title: everything, content: attacks.join('\n\n'), excerpt: everything };
    const { body: post } = await admin.site.as('contributor').post('/wp/v2/posts', { title: 'x', content: 'y' });
    const { body: page } = await asAdministrator.post('/wp/v2/pages', { title: 'x', content: 'y', status: 'publish' });
    await asAdministrator.post(`/wp/v2/posts/${post.id}`, { content: 'z' });
    // Past every cleaning: straight into the tables.
    for (const { id } of [post, page, ...(await store.posts.children(post.id, ['revision']))])
      await store.posts.update(id, texts);
    const { body: category } = await asAdministrator.post('/wp/v2/categories', { name: 'x' });
    const { body: tag } = await asAdministrator.post('/wp/v2/tags', { name: 'x' });
    await store.terms.update(category.id, 'category', { name: attacks[0] ?? '', description: everything });
    await store.terms.update(tag.id, 'post_tag', { name: attacks[1] ?? '', description: everything });
    await store.users.update(admin.site.users.contributor, { displayName: attacks[0] ?? '' });
    const { body: discussed } = await asAdministrator.post('/wp/v2/posts', { title: 'x', status: 'publish' });
    const { body: comment } = await asAdministrator.post('/wp/v2/comments', {
      post: discussed.id,
      author_name: 'x',
      author_email: 'x@example.org',
      content: 'x',
      status: 'hold',
    });
    await store.comments.update(comment.id, { content: everything, authorName: attacks[1] ?? '' });
    const row = await store.posts.byId(page.id);
    if (!row) throw new Error('There is no row to copy.');
    const { id: _id, ...like } = row;
    const file = await store.posts.insert({
      ...like,
      ...texts,
      type: 'attachment',
      status: 'inherit',
      mimeType: 'image/png',
      slug: 'f',
    });
    await store.meta.set('post', file, '_wp_attached_file', ['2026/01/"><img src=x onerror=globalThis.hacked=1>.png']);
    await store.meta.set('post', file, '_wp_attachment_image_alt', [everything]);

    const opened = await admin.open('editor', '');
    const paths = [
      '',
      'posts',
      `posts/${post.id}`,
      'pages',
      `pages/${page.id}`,
      'media',
      'comments',
      'categories',
      'tags',
    ];
    for (const path of paths) {
      await opened.goto(`${admin.origin}/admin/${path}`);
      await opened.waitForSelector('h1, h2');
      await settled(opened);
      expect(await opened.evaluate('globalThis.hacked'), path).toBeUndefined();
    }
    await opened.goto(`${admin.origin}/admin/posts/${post.id}`);
    await opened.getByRole('button', { name: 'More actions' }).click();
    await opened.getByRole('menuitem', { name: 'Versions' }).click();
    await opened.getByRole('dialog').getByText('The text now').first().waitFor();
    await settled(opened);
    await opened.keyboard.press('Escape');
    await opened.getByText('HTML', { exact: true }).click();
    await opened.locator('.cm-content').waitFor();
    await opened.goto(`${admin.origin}/admin/media`);
    const tiles = opened.getByRole('listitem').filter({ has: opened.getByRole('checkbox', { name: /^Select / }) });
    await tiles.getByRole('button').first().click();
    await opened.getByRole('region', { name: 'Where it is used' }).waitFor();
    expect(await opened.evaluate('globalThis.hacked')).toBeUndefined();
    expect(admin.faults).toEqual([]);
    await opened.context().close();
    await admin.close();
  });
});
