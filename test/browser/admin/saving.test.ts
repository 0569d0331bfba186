import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite, violations } from './admin-site.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
});
afterAll(async () => {
  await admin?.close();
});

type AdminPageOf = Awaited<ReturnType<AdminSite['open']>>;
const asEditor = () => admin.site.as('editor');
const post = async (fields: object): Promise<number> =>
  (await asEditor().post('/wp/v2/posts', { title: 'A text', content: 'Begun.', ...fields })).body.id;
const stored = async (id: number) => (await asEditor().get(`/wp/v2/posts/${id}?context=edit`)).body;
const statusOf = async (id: number) => (await stored(id)).status;
/** The text that the server has, be it saved or kept beside what was saved. */
const keptText = async (id: number): Promise<string> => {
  const { body } = await asEditor().get(`/platen/v1/content/${id}/autosave`);
  return body.autosave?.content ?? (await stored(id)).content.raw;
};

const button = (page: AdminPageOf, name: string) => page.getByRole('button', { name, exact: true });
const stateField = (page: AdminPageOf) => page.getByRole('combobox', { name: 'State', exact: true });
const choose = async (page: AdminPageOf, state: string) => {
  await stateField(page).click();
  await page.getByRole('option', { name: state, exact: true }).click();
};
const type = async (page: AdminPageOf, text: string) => {
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
};
const newPost = async (title: string): Promise<AdminPageOf> => {
  const page = await admin.open('editor', 'posts/new');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  return page;
};
/** The number of a new text, once the server has it. */
const idOnceStored = async (page: AdminPageOf): Promise<number> => {
  await page.waitForURL(/\/admin\/posts\/\d+$/);
  return Number(page.url().split('/').at(-1));
};

describe('what visitors see', () => {
  it.each([
    ['Published', 'Publish', 'publish'],
    ['Private', 'Publish privately', 'private'],
  ])(
    'is not changed by an autosave or Ctrl+S where "%s" is chosen, but by the button "%s"',
    async (state, label, status) => {
      const page = await admin.open('editor', 'posts/new');
      await choose(page, state);
      await button(page, label).waitFor();
      // In one go: what comes after a pause is kept beside what was stored.
      await page.getByRole('textbox', { name: 'Text' }).click();
      await page.keyboard.insertText('Not yet.');
      const id = await idOnceStored(page);
      expect(await stored(id)).toMatchObject({ status: 'draft', content: { raw: 'Not yet.' } });
      expect(await stateField(page).inputValue()).toBe(state);
      await type(page, ' Still not.');
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await stored(id)).content.raw).toBe('Not yet. Still not.');
      await page.getByText('Saved at').waitFor();
      expect(await statusOf(id)).toBe('draft');
      await button(page, 'Save draft').click();
      await button(page, label).click();
      await expect.poll(() => statusOf(id)).toBe(status);
      await button(page, 'Update').waitFor();
      await page.context().close();
    },
  );

  it('is not changed by Ctrl+S where a published text is to become a draft', async () => {
    const id = await post({ status: 'publish' });
    const page = await admin.open('editor', `posts/${id}`);
    await choose(page, 'Draft');
    await type(page, ' More.');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await stored(id)).content.raw).toBe('Begun. More.');
    expect(await statusOf(id)).toBe('publish');
    expect(await violations(page)).toEqual([]);
    await button(page, 'Switch to draft').click();
    await expect.poll(() => statusOf(id)).toBe('draft');
    await page.context().close();
  });

  it('is not changed by a preview of something new', async () => {
    const page = await newPost('Previewed');
    await choose(page, 'Published');
    await button(page, 'Preview').click();
    const id = await idOnceStored(page);
    await page.locator('iframe').waitFor();
    expect(await statusOf(id)).toBe('draft');
    await page.context().close();
  });

  it('is told apart from what is only kept beside a published text', async () => {
    const id = await post({ status: 'publish' });
    const page = await admin.open('editor', `posts/${id}`);
    await type(page, ' Unpublished.');
    await page.getByText(/Kept at .*, not published/).waitFor();
    await page.context().close();
  });
});

describe('dates', () => {
  it('at a whole minute are sent complete, of something new as of a draft', async () => {
    const page = await newPost('At half past nine');
    await page.getByLabel('Date', { exact: true }).fill('2090-11-18T09:30');
    await button(page, 'Schedule for Nov 18, 2090, 09:30').click();
    const id = await idOnceStored(page);
    await expect.poll(() => stored(id)).toMatchObject({ status: 'future', date: '2090-11-18T09:30:00' });
    await page.getByText('Scheduled for Nov 18, 2090, 09:30').waitFor();
    await page.getByLabel('Date', { exact: true }).fill('2091-01-01T10:00');
    await button(page, 'Update').click();
    await expect.poll(async () => (await stored(id)).date).toBe('2091-01-01T10:00:00');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('that are emptied mean the moment of publishing', async () => {
    const id = await post({ status: 'draft', date: '2090-01-01T00:00:00' });
    const page = await admin.open('editor', `posts/${id}`);
    await button(page, 'Schedule for Jan 1, 2090, 00:00').waitFor();
    await page.getByLabel('Date', { exact: true }).fill('');
    await button(page, 'Publish').click();
    await expect.poll(() => statusOf(id)).toBe('publish');
    await page.context().close();
  });
});

describe('what the server refuses', () => {
  it('stays visible while it is not settled, although the text is saved by itself', async () => {
    const page = await newPost('Refused');
    await page.getByRole('checkbox', { name: 'Keep at the top' }).check();
    await page.getByLabel('Password for readers').fill('sesame');
    await button(page, 'Save draft').click();
    const refusal = page.getByRole('alert').getByText('cannot be sticky and have a password');
    await refusal.waitFor();
    await type(page, 'The text itself is fine.');
    const id = await idOnceStored(page);
    await expect.poll(() => keptText(id)).toBe('The text itself is fine.');
    expect(await refusal.isVisible()).toBe(true);
    await page.getByText('Not saved yet').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Keep at the top' }).uncheck();
    await button(page, 'Save draft').click();
    await refusal.waitFor({ state: 'detached' });
    expect(await stored(id)).toMatchObject({ password: 'sesame', sticky: false, status: 'draft' });
    await page.context().close();
  });
});

describe('what is saved and cannot be read again', () => {
  it('is not saved a second time', async () => {
    const page = await newPost('Only once');
    await page.route(/\/wp\/v2\/posts\/\d+\?/, (route) =>
      route.request().method() === 'GET' ? route.abort('connectionreset') : route.continue(),
    );
    await button(page, 'Save draft').click();
    const unread = page.getByRole('alert').filter({ hasText: 'This is saved, but could not be read again' });
    await unread.waitFor();
    const id = await idOnceStored(page);
    await type(page, 'More.');
    await button(page, 'Save draft').click();
    await unread.waitFor();
    expect((await stored(id)).content.raw).toBe('');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await unread.getByRole('button', { name: 'Try again' }).click();
    await unread.waitFor({ state: 'detached' });
    await button(page, 'Save draft').click();
    await expect.poll(async () => (await stored(id)).content.raw).toBe('More.');
    const { body } = await asEditor().get('/wp/v2/posts?search=Only+once&status=draft&context=edit');
    expect(body.map((one: { id: number }) => one.id)).toEqual([id]);
    await page.context().close();
  });
});

describe('out of the trash', () => {
  const approve = async (id: number) =>
    (
      await admin.site
        .as('administrator')
        .post('/wp/v2/comments', { post: id, content: 'Well said.', status: 'approve' })
    ).body.id;
  const commentsOf = async (id: number) =>
    (await admin.site.as('anonymous').get(`/wp/v2/comments?post=${id}`)).body.map((one: { id: number }) => one.id);

  it('a published text comes back as it was with undo of its editor', async () => {
    const id = await post({ status: 'publish', slug: 'gone-by-mistake' });
    const comment = await approve(id);
    const page = await admin.open('editor', `posts/${id}`);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('Moved to the trash').waitFor();
    expect(await statusOf(id)).toBe('trash');
    await button(page, 'Undo').click();
    await expect.poll(() => statusOf(id)).toBe('publish');
    expect((await stored(id)).slug).toBe('gone-by-mistake');
    expect(await commentsOf(id)).toEqual([comment]);
    await page.context().close();
  });

  it('several come back at once, each as it was, their comments with them', async () => {
    const ids = [
      await post({ title: 'Bulk one', status: 'publish' }),
      await post({ title: 'Bulk two', status: 'pending' }),
    ];
    const comment = await approve(ids[0] ?? 0);
    for (const id of ids) await asEditor().delete(`/wp/v2/posts/${id}`);
    const page = await admin.open('editor', 'posts?status=trash&search=Bulk');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Restore').click();
    await page.getByText('2 items restored').waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['publish', 'pending']);
    expect(await commentsOf(ids[0] ?? 0)).toEqual([comment]);
    await page.context().close();
  });
});

it('nothing of this causes an error, a refusal by the content policy or a request to another host', () => {
  expect(admin.faults).toEqual([]);
});
