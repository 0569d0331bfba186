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

describe('posts', () => {
  it('are written, saved as a draft, published and found in the list', async () => {
    const page = await admin.open('author', 'posts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('A walk in the rain');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.click();
    await page.keyboard.type('First, ');
    await page.keyboard.press('Control+B');
    await page.keyboard.type('drops');
    await page.keyboard.press('Control+B');
    await page.keyboard.press('Enter');
    await page.keyboard.type('then more & more.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const draft = await asAdministrator().get(`/wp/v2/posts/${id}?context=edit`);
    expect(draft.body).toMatchObject({
      status: 'draft',
      title: { raw: 'A walk in the rain' },
      content: { raw: 'First, <strong>drops</strong>\n\nthen more &amp; more.' },
      author: admin.site.users.author,
    });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Update' }).waitFor();
    await expect.poll(async () => (await asAdministrator().get(`/wp/v2/posts/${id}`)).body.status).toBe('publish');
    await page.getByRole('link', { name: 'Posts', exact: true }).first().click();
    await page.getByRole('table', { name: 'Posts' }).getByRole('link', { name: 'A walk in the rain' }).waitFor();
    await page.context().close();
  });

  it('go to the trash and come back with undo', async () => {
    const { body: post } = await asAdministrator().post('/wp/v2/posts', { title: 'Short lived', status: 'publish' });
    const page = await admin.open('editor', 'posts');
    await page.getByRole('button', { name: 'Actions for Short lived' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('Moved to the trash').waitFor();
    expect((await asAdministrator().get(`/wp/v2/posts/${post.id}?context=edit`)).body.status).toBe('trash');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restored as draft').waitFor();
    expect((await asAdministrator().get(`/wp/v2/posts/${post.id}?context=edit`)).body.status).toBe('draft');
    await page.context().close();
  });

  it('are filtered by words and state, and the address keeps the filter', async () => {
    await asAdministrator().post('/wp/v2/posts', { title: 'Findable heron', status: 'draft' });
    await asAdministrator().post('/wp/v2/posts', { title: 'Other bird', status: 'draft' });
    const page = await admin.open('editor', 'posts?status=draft');
    await page.getByRole('searchbox', { name: 'Search' }).fill('heron');
    await page.waitForURL(/search=heron/);
    await page.getByRole('link', { name: 'Findable heron' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Other bird' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('link', { name: 'Findable heron' }).waitFor();
    expect(await page.getByRole('link', { name: 'Other bird' }).count()).toBe(0);
    await page.context().close();
  });

  it('of others are not offered for publishing to a contributor', async () => {
    const page = await admin.open('contributor', 'posts/new');
    await page.getByRole('button', { name: 'Submit for review' }).waitFor();
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Users');
    expect(links).not.toContain('Settings');
    await page.context().close();
  });
});

describe('the session', () => {
  it('ends while somebody types: the text stays, and is saved after the password', async () => {
    const page = await admin.open('author', 'posts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Nearly lost');
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Every word of it.');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Please log in again' });
    await dialog.getByRole('textbox', { name: 'User name' }).fill('the-author');
    await dialog.getByLabel('Password').first().fill('wrong');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password').first().fill('pw-author');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const { body } = await asAdministrator().get(`/wp/v2/posts/${id}?context=edit`);
    expect(body).toMatchObject({ title: { raw: 'Nearly lost' }, content: { raw: 'Every word of it.' } });
    await page.context().close();
  });

  it('is gone with the network: the text is kept and offered again', async () => {
    const { body: post } = await admin.site
      .as('author')
      .post('/wp/v2/posts', { title: 'On a train', content: 'Begun.' });
    const page = await admin.open('author', `posts/${post.id}`);
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' In the tunnel.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('alert', { name: 'This could not be saved' }).waitFor();
    await page.getByText('There is no connection to the server').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('button', { name: 'Use them' }).click();
    await page.getByRole('textbox', { name: 'Text' }).getByText('Begun. In the tunnel.').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved at').waitFor();
    const { body } = await asAdministrator().get(`/wp/v2/posts/${post.id}?context=edit`);
    expect(body.content.raw).toBe('Begun. In the tunnel.');
    await page.context().close();
  });
});

describe('two editors of one post', () => {
  it('see both versions, and the one that is chosen stays', async () => {
    const { body: post } = await asAdministrator().post('/wp/v2/posts', { title: 'Shared', content: 'Start.' });
    const [first, second] = [
      await admin.open('editor', `posts/${post.id}`),
      await admin.open('administrator', `posts/${post.id}`),
    ];
    const type = async (page: typeof first, text: string) => {
      await page.getByRole('textbox', { name: 'Text' }).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(text);
      await page.getByRole('button', { name: 'Save draft' }).click();
    };
    await type(first, ' By the editor.');
    await first.getByText('Saved at').waitFor();
    await type(second, ' By the administrator.');
    const dialog = second.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await dialog.getByRole('region', { name: 'The saved version' }).getByText('Start. By the editor.').waitFor();
    await dialog.getByRole('region', { name: 'Your version' }).getByText('Start. By the administrator.').waitFor();
    const stored = async () => (await asAdministrator().get(`/wp/v2/posts/${post.id}?context=edit`)).body.content.raw;
    expect(await stored()).toBe('Start. By the editor.');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await second.getByText('Saved at').waitFor();
    expect(await stored()).toBe('Start. By the administrator.');
    await first.context().close();
    await second.context().close();
  });
});

describe('media', () => {
  it('are uploaded many at once, and one that is refused does not hold up the others', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3a6' } })
      .png()
      .toBuffer();
    const files = Array.from({ length: 12 }, (_, number) => ({
      name: number === 5 ? 'script.php' : `field-${number}.png`,
      mimeType: number === 5 ? 'text/x-php' : 'image/png',
      buffer: number === 5 ? Buffer.from('<?php echo 1;') : picture,
    }));
    const page = await admin.open('author', 'media');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add files' }).click(),
    ]);
    await chooser.setFiles(files);
    await page.getByText('11 of 12 files uploaded').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: /^field-/ }).count()).toBe(11);
    await page.getByRole('button', { name: /^field-3/ }).click();
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('A green field');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    const { body } = await asAdministrator().get('/wp/v2/media?search=field-3');
    expect(body[0].alt_text).toBe('A green field');
    await page.context().close();
  });
});

describe('comments', () => {
  it('are approved, answered and moved back by undo; what visitors wrote does not run', async () => {
    const { body: post } = await asAdministrator().post('/wp/v2/posts', { title: 'Discussed', status: 'publish' });
    const { body: comment } = await asAdministrator().post('/wp/v2/comments', {
      post: post.id,
      author_name: 'Reader',
      author_email: 'reader@example.org',
      content: 'Well said. <img src=x onerror="document.title=1"><script>document.title=1</script>',
      status: 'hold',
    });
    const page = await admin.open('editor', 'comments');
    const card = page.getByRole('listitem', { name: 'Comment by' }).filter({ hasText: 'Well said.' });
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved', { exact: true }).last().waitFor();
    await expect
      .poll(async () => (await asAdministrator().get(`/wp/v2/comments/${comment.id}`)).body.status)
      .toBe('approved');
    await page.getByRole('button', { name: 'Undo' }).click();
    await card.getByRole('button', { name: 'Reply' }).click();
    await card.getByRole('textbox', { name: 'Reply' }).fill('Thank you.');
    await card.getByRole('button', { name: 'Send reply' }).click();
    await page.getByText('Your reply is published').waitFor();
    const { body: replies } = await asAdministrator().get(`/wp/v2/comments?parent=${comment.id}`);
    expect(replies).toHaveLength(1);
    expect(await page.title()).not.toBe('1');
    await page.context().close();
  });
});

describe('terms, users and settings', () => {
  it('makes, renames and deletes a category', async () => {
    const page = await admin.open('editor', 'categories');
    await page.getByRole('button', { name: 'New category' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Rivers');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Rivers', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Streams');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Streams' }).click();
    await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await expect.poll(async () => (await asAdministrator().get('/wp/v2/categories?search=Streams')).body).toEqual([]);
    await page.context().close();
  });

  it('makes an account and says why it cannot make a second one of the name', async () => {
    const page = await admin.open('administrator', 'users');
    for (const isSecond of [false, true]) {
      await page.getByRole('button', { name: 'New user' }).click();
      const form = page.getByRole('dialog', { name: 'New user' });
      await form.getByRole('textbox', { name: 'User name' }).fill('ann');
      await form.getByRole('textbox', { name: 'E-mail address' }).fill('ann@example.org');
      await form.getByLabel('Password').first().fill('a long password');
      await form.getByRole('button', { name: 'Create user' }).click();
      if (isSecond) await form.getByRole('alert').waitFor();
      else await page.getByText('The account ann was created').waitFor();
    }
    await page.context().close();
  });

  it('changes the title of the site', async () => {
    const page = await admin.open('administrator', 'settings');
    await page.getByRole('textbox', { name: 'Title of the site' }).fill('The river post');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await asAdministrator().get('/wp/v2/settings')).body.title).toBe('The river post');
    await page.context().close();
  });
});

const screens = [
  '',
  'posts',
  'posts/new',
  'pages',
  'pages/new',
  'media',
  'comments',
  'categories',
  'tags',
  'users',
  'profile',
  'settings',
  'nowhere',
];

describe('every screen', () => {
  it.each([
    { width: 1440, height: 900, colorScheme: 'light' as const },
    { width: 390, height: 844, colorScheme: 'dark' as const },
  ])('passes the accessibility check at $width pixels, $colorScheme', async ({ colorScheme, ...viewport }) => {
    const page = await admin.open('administrator', '', { viewport, colorScheme });
    const found: string[] = [];
    for (const screen of screens) {
      await page.goto(`${admin.origin}/admin/${screen}`);
      await page.waitForSelector('h1, h2');
      await settled(page);
      found.push(...(await violations(page)).map((line) => `${screen}: ${line}`));
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${screen} is as wide as the window`).toBeLessThanOrEqual(viewport.width);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('speaks German when asked to', async () => {
    const page = await admin.open('editor', 'posts', { locale: 'de-DE' });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Beiträge' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Beiträge' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await page.context().close();
  });

  it('causes no error, no refusal by the content policy and no request to another host', () => {
    expect(admin.faults).toEqual([]);
  });
});
