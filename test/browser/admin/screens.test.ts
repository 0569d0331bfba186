import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite } from './admin-site.ts';

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
    // It may have been stored by itself before, without the last words.
    await expect
      .poll(async () => (await asAdministrator().get(`/wp/v2/posts/${id}?context=edit`)).body)
      .toMatchObject({
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
    await page.getByText('Restored').waitFor();
    expect((await asAdministrator().get(`/wp/v2/posts/${post.id}?context=edit`)).body.status).toBe('publish');
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
    // By its key: where the text is stored by itself in this moment, the dialog is there already.
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Please log in again' });
    await dialog.getByRole('textbox', { name: 'User name' }).fill('the-author');
    await dialog.getByLabel('Password').first().fill('wrong');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password').first().fill('pw-author');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    await expect
      .poll(async () => (await asAdministrator().get(`/wp/v2/posts/${id}?context=edit`)).body)
      .toMatchObject({ title: { raw: 'Nearly lost' }, content: { raw: 'Every word of it.' } });
    await page.context().close();
  });

  it('is gone with the network: the text is kept and offered again', async () => {
    const { body: post } = await admin.site
      .as('author')
      .post('/wp/v2/posts', { title: 'On a train', content: 'Begun.' });
    const page = await admin.open('author', `posts/${post.id}`);
    // What the server kept beside the text would be used unasked.
    await page.route('**/content/*/autosave*', (route) => route.abort());
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

describe('the overview', () => {
  it('has what was published last first, whatever was changed since', async () => {
    const published = async (title: string, fields: object = {}): Promise<number> =>
      (await asAdministrator().post('/wp/v2/posts', { title, status: 'publish', ...fields })).body.id;
    const old = await published('Of long ago', { date: '2001-01-01T00:00:00' });
    const untouched = { modified: '2020-01-01 00:00:00', modifiedGmt: '2020-01-01 00:00:00' };
    for (const number of [1, 2, 3, 4, 5])
      await admin.site.platen.store.posts.update(await published(`Of today ${number}`), untouched);
    await asAdministrator().post(`/wp/v2/posts/${old}`, { content: 'Changed just now.' });
    const page = await admin.open('editor', '');
    await page.getByRole('link', { name: 'Of today 5' }).waitFor();
    expect(await page.getByRole('link', { name: 'Of long ago' }).count()).toBe(0);
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
    const focused = dialog.locator(':focus');
    await focused.waitFor();
    expect(await focused.evaluate((element) => element.tagName)).not.toBe('BUTTON');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await second.getByText('Saved at').waitFor();
    expect(await stored()).toBe('Start. By the administrator.');
    await type(first, ' Twice.');
    await first.getByRole('button', { name: 'Take theirs' }).click();
    await first.getByText('Your version is among the versions').waitFor();
    await first.getByRole('textbox', { name: 'Text' }).getByText('Start. By the administrator.').waitFor();
    const { body: versions } = await asAdministrator().get(`/wp/v2/posts/${post.id}/revisions?context=edit`);
    const kept = versions.map((one: { content: { raw: string } }) => one.content.raw);
    expect(kept).toContain('Start. By the editor. Twice.');
    expect(await stored()).toBe('Start. By the administrator.');
    await first.getByRole('button', { name: 'Undo' }).last().click();
    await first.getByRole('textbox', { name: 'Text' }).getByText('Start. By the editor. Twice.').waitFor();
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
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
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

  it('says how long a password must be before it is sent, as the server requires it', async () => {
    const page = await admin.open('administrator', 'users');
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    const hint = 'At least 8 characters.';
    await form.getByText(hint).waitFor();
    const password = form.getByLabel('Password').first();
    expect(await password.evaluate((input) => input.getAttribute('aria-describedby'))).not.toBeNull();
    const account = { username: 'short', email: 'short@example.org', roles: ['author'] };
    const make = (password: string) => asAdministrator().post('/platen/v1/users', { ...account, password });
    expect((await make('7 chars')).body.data.params.password).toContain('at least 8 characters');
    expect((await make('8 chars!')).status).toBe(201);
    await page.context().close();
    const own = await admin.open('administrator', `users/${admin.site.users.author}`);
    await own.getByText(hint).waitFor();
    await own.context().close();
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

describe('the page', () => {
  it('speaks German when asked to', async () => {
    const page = await admin.open('editor', 'posts', { locale: 'de-DE' });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
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
