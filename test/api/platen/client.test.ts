import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../../src/auth/identity.ts';
import { createClient, PlatenError, type PostEdit, type UploadProgress } from '../../../src/client/client.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let url: string;
beforeAll(async () => {
  site = await testPlaten();
  url = (await site.platen.listen()).replace(/\/wp-json.*$/, '');
});
afterAll(() => site.close());

/** A browser that is logged in. */
async function session(login: string, password: string) {
  const identity = createIdentity({
    clock: Date.now,
    accountPasswords: true,
    limiters: null,
    rolesOption: 'wp_user_roles',
    log: { warn: () => {} },
  });
  const request = (headers: Record<string, string>) => ({ headers, secure: false, remoteAddress: '127.0.0.1' });
  const { store } = site.platen;
  const made = await identity.browser.logIn({ login, password, remember: false }, request({}), store);
  const cookie = made.cookie.split(';')[0] ?? '';
  return { cookie, nonce: (await identity.browser.current(request({ cookie }), store))?.nonce ?? '' };
}

const as = (username: string, password: string) => createClient({ url, auth: { username, password } });
const admin = () => as('admin', 'pw-administrator');

describe('the client', () => {
  it('makes, shows, changes, lists and removes items', async () => {
    const { posts } = admin();
    const made = await posts.create({ title: 'First', content: 'Text', status: 'publish' });
    expect(made.title.rendered).toBe('First');
    expect((await posts.get(made.id, { context: 'edit' })).content.raw).toBe('Text');
    const changed = await posts.update(made.id, { title: { raw: 'Second' } });
    expect(changed.title.rendered).toBe('Second');
    const page = await createClient({ url }).posts.list({ include: [made.id], orderby: 'include' });
    expect(page).toMatchObject({ total: 1, totalPages: 1, nextCursor: null });
    expect(page.items.map(({ id }) => id)).toEqual([made.id]);
    expect(await posts.delete(made.id, { force: true })).toMatchObject({ deleted: true });
    await expect(posts.get(made.id)).rejects.toMatchObject({ status: 404, code: 'rest_post_invalid_id' });
  });

  it('takes the address of the interface too, and of a site with a slash', async () => {
    for (const one of [`${url}/`, `${url}/wp-json`, new URL(`${url}/wp-json/`)])
      expect((await createClient({ url: one }).types.get('post')).slug).toBe('post');
  });

  it('chooses members and embeds', async () => {
    const client = admin();
    const made = await client.posts.create({ title: 'Chosen', status: 'publish' });
    const chosen = await client.posts.list({ include: [made.id], _fields: ['id', 'title'] });
    expect(chosen.items).toEqual([{ id: made.id, title: { rendered: 'Chosen' } }]);
    const whole = await client.posts.get(made.id, { _embed: true });
    expect(whole._embedded?.author?.[0]).toMatchObject({ id: 1 });
    expect(await client.posts.get(made.id, { _embed: false })).not.toHaveProperty('_embedded');
  });

  it('walks a list by pages and by cursors, and finds everything once', async () => {
    const client = admin();
    const tags: number[] = [];
    for (let i = 0; i < 7; i += 1) tags.push((await client.tags.create({ name: `walk ${i}` })).id);
    const query = { search: 'walk', per_page: 3, orderby: 'id' } as const;
    const counts: number[] = [];
    for await (const { items, total } of client.tags.pages(query)) {
      expect(total).toBe(7);
      counts.push(items.length);
    }
    expect(counts).toEqual([3, 3, 1]);
    const posts: number[] = [];
    for (let i = 0; i < 5; i += 1) posts.push((await client.posts.create({ title: `c${i}`, status: 'publish' })).id);
    const input = { per_page: 2, orderby: 'id', order: 'asc', include: posts, cursor: '' } as const;
    const seen: number[] = [];
    for await (const { id } of client.posts.all(input)) seen.push(id);
    expect(seen).toEqual(posts);
    const none = await client.posts.list({ ...input, include: [999_999] });
    expect(none).toMatchObject({ items: [], nextCursor: null });
  });

  it('writes only what it has seen', async () => {
    const client = admin();
    const made = await client.posts.create({ title: 'Seen', status: 'draft' });
    const mine = await client.posts.get(made.id, { context: 'edit' });
    expect(client.etag(mine)).toMatch(/^"/);
    await client.posts.update(made.id, { title: 'Theirs' });
    const lost = client.posts.update(made.id, { title: 'Mine' }, { ifMatch: mine });
    await expect(lost).rejects.toMatchObject({ status: 412, code: 'rest_precondition_failed' });
    const error = await lost.catch((thrown: PlatenError) => thrown);
    const current = (error as PlatenError).data?.['current'] as PostEdit;
    expect(current.title.raw).toBe('Theirs');
    const now = await client.posts.get(made.id, { context: 'edit' });
    const kept = await client.posts.update(made.id, { title: 'Mine' }, { ifMatch: client.etag(now) ?? '' });
    expect(kept.title.rendered).toBe('Mine');
    await expect(client.posts.update(made.id, {}, { ifMatch: { id: made.id } })).rejects.toThrow(/has read/);
  });

  it('uploads a file with its fields, and tells how far it is', async () => {
    const { media } = admin();
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#888' } });
    const bytes = new Uint8Array(await picture.png().toBuffer());
    const progress: UploadProgress[] = [];
    const made = await media.upload(new File([bytes], 'pic.png', { type: 'image/png' }), {
      fields: { title: 'A picture', alt_text: 'Grey, ä & "quoted"' },
      onProgress: (one) => progress.push(one),
    });
    expect(made).toMatchObject({ title: { rendered: 'A picture' }, alt_text: 'Grey, ä & "quoted"' });
    expect(made.mime_type).toBe('image/png');
    expect(progress.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
    const plain = await media.upload(bytes, { filename: 'second.png' });
    expect(plain.source_url).toMatch(/second\.png$/);
  });

  it('reaches every route by its path, and collections of other namespaces', async () => {
    const client = admin();
    const settings = await client.request('POST', '/wp/v2/settings', { title: 'Named by the client' });
    expect(settings.title).toBe('Named by the client');
    const post = await client.posts.create({ title: 'One', status: 'draft' });
    await client.posts.update(post.id, { title: 'Two' });
    const revisions = await client.request('GET', '/wp/v2/posts/{parent}/revisions', { parent: post.id });
    expect(revisions[0]?.parent).toBe(post.id);
    const forms = client.collection('/forms/v1/contact-forms');
    const form = await forms.create({});
    expect((await forms.get(Number(form.id))).title).toBe('Untitled');
    const changes = await client.request('GET', '/platen/v1/changes', { types: ['post'], limit: 1 });
    expect(changes.changes).toHaveLength(1);
  });

  it('says who is asking: with a password, a nonce, or what a function returns', async () => {
    const header = `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}`;
    for (const auth of [() => header, async () => ({ Authorization: header })]) {
      const me = await createClient({ url, auth }).request('GET', '/wp/v2/users/me', {});
      expect(me.id).toBe(site.users.editor);
    }
    await expect(createClient({ url }).request('GET', '/wp/v2/users/me', {})).rejects.toMatchObject({ status: 401 });
    const { cookie, nonce } = await session('the-author', 'pw-author');
    const headers = { cookie };
    for (const right of [nonce, async () => nonce]) {
      const client = createClient({ url, auth: { nonce: right } });
      expect(await client.request('GET', '/wp/v2/users/me', {}, { headers })).toMatchObject({ id: site.users.author });
    }
    const wrong = createClient({ url, auth: { nonce: 'forged' } }).posts.list({}, { headers });
    await expect(wrong).rejects.toMatchObject({ code: 'rest_cookie_invalid_nonce', status: 403 });
    await expect(as('admin', 'wröng').posts.list()).rejects.toMatchObject({ status: 401 });
  });

  it('is refused what the user may not do, with the arguments at fault', async () => {
    const subscriber = as('the-subscriber', 'pw-subscriber');
    await expect(subscriber.posts.create({ title: 'No' })).rejects.toMatchObject({
      name: 'PlatenError',
      code: 'rest_cannot_create',
      status: 403,
    });
    // A value that the types refuse, as JavaScript may send it.
    const sent = { per_page: 5000 };
    const error = await subscriber.posts.list(sent).catch((thrown: PlatenError) => thrown);
    expect(error).toBeInstanceOf(PlatenError);
    expect((error as PlatenError).data?.['params']).toHaveProperty('per_page');
  });

  it('is not a promise, though it has every name', async () => {
    const client = createClient({ url });
    expect(await Promise.resolve(client)).toBe(client);
  });
});
