import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { type Answer, type Client, clientFor, type Role } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';
import { picture as madePicture } from '../media/media-client.ts';
import { type PageSite, pageSite } from '../pages/page-client.ts';

let site: PageSite;
let second: Platen;
let admin: Client;
let visitor: Client;
/** Time stands still during a test: nothing expires before the test says so. */
let nowMs = Date.now();
let offsetMs = 0;

beforeAll(async () => {
  site = await pageSite({
    clock: () => nowMs + offsetMs,
    postTypes: [{ name: 'book', restBase: 'books', supports: ['title', 'editor', 'custom-fields'] }],
    meta: [{ object: 'post', key: 'mood', type: 'string', subtype: 'post' }],
  });
  second = await createPlaten({ ...site.platen.config, log: site.platen.log, leads: false });
  admin = site.as('administrator');
  visitor = site.as('anonymous');
});
beforeEach(() => {
  [nowMs, offsetMs] = [Date.now(), 0];
});
afterAll(async () => {
  await second?.close();
  await site?.close();
});

const draft = async (body: object = {}, path = 'posts', client = admin): Promise<{ id: number; link: string }> =>
  (await client.post(`/wp/v2/${path}`, { title: 'Draft', content: 'stored words', ...body })).body;
const preview = async (body: object, client = admin) => {
  const { status, body: made } = await client.post('/platen/v1/previews', body);
  expect([status, made.code]).toEqual([201, undefined]);
  return made;
};
const pathOf = ({ href }: { href: string }): string => href.slice('http://site.test/wp-json'.length);
const shown = (made: { href: string }, client = visitor): Promise<Answer> => client.get(pathOf(made));
const page = (made: { link: string }) => site.get(made.link.slice('http://site.test'.length));

describe('a preview', () => {
  it('shows a draft to whoever has its token, in the interface and as a page', async () => {
    const post = await draft();
    const made = await preview({ post: post.id });
    expect(made).toMatchObject({ post: post.id, type: 'post', shows: 'draft', revision: 0, author: 1 });
    expect(Date.parse(made.expires_gmt) - Date.parse(made.created_gmt)).toBeGreaterThan(3_598_000);
    const item = await shown(made);
    expect(item.status).toBe(200);
    expect(item.body).toMatchObject({ id: post.id, status: 'draft', title: { rendered: 'Draft' } });
    expect(item.body.content.rendered).toContain('stored words');
    expect(item.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const html = await page(made);
    expect([html.status, html.html.includes('stored words')]).toEqual([200, true]);
    expect(html.headers.get('cache-control')).toBe('no-store');
    expect(html.headers.get('x-robots-tag')).toBe('noindex');

    await admin.post(`/wp/v2/posts/${post.id}`, { content: 'later words' });
    expect((await shown(made)).body.content.rendered).toContain('later words');
    // Another process opens it as well.
    expect((await clientFor(second, null).get(pathOf(made))).status).toBe(200);
  });

  it('shows a revision', async () => {
    const post = await draft({ status: 'publish' });
    await admin.post(`/wp/v2/posts/${post.id}`, { content: 'newer words' });
    const revisions = (await admin.get(`/wp/v2/posts/${post.id}/revisions`)).body;
    const oldest = revisions.at(-1);
    await admin.post(`/wp/v2/posts/${post.id}`, { content: 'newest words' });
    const made = await preview({ post: post.id, revision: oldest.id });
    expect(made).toMatchObject({ shows: 'revision', revision: oldest.id });
    expect((await shown(made)).body.content.rendered).not.toContain('newest words');
    expect((await page(made)).html).not.toContain('newest words');
    expect((await visitor.get(`/wp/v2/posts/${post.id}`)).body.content.rendered).toContain('newest words');
    const other = await draft();
    const refused = await admin.post('/platen/v1/previews', { post: other.id, revision: oldest.id });
    expect([refused.status, refused.body.code]).toEqual([404, 'rest_post_invalid_id']);
  });

  it('shows changes that are not saved: texts, featured image, terms and meta', async () => {
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => (await admin.post('/wp/v2/categories', { name })).body),
    );
    const upload = await site.platen.fetch('/wp-json/wp/v2/media', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
        'content-disposition': 'attachment; filename="dot.png"',
        'content-type': 'image/png',
      },
      body: new Uint8Array(await madePicture(20, 20, 'png')),
    });
    // A test reads what it has just asked for.
    const picture = (await upload.json()) as { id: number; source_url: string };
    const post = await draft({ status: 'publish', categories: [one.id], meta: { mood: 'calm' } });
    const before = await visitor.get(`/wp/v2/posts/${post.id}`);
    const list = await visitor.get('/wp/v2/posts');
    const made = await preview({
      post: post.id,
      changes: {
        title: 'Unsaved title',
        content: '<p>unsaved words</p>',
        excerpt: 'Unsaved summary',
        featured_media: picture.id,
        categories: [two.id],
        meta: { mood: 'wild' },
      },
    });
    expect(made.shows).toBe('changes');
    const { body } = await visitor.get(`${pathOf(made)}&_embed`);
    expect(body).toMatchObject({
      title: { rendered: 'Unsaved title' },
      excerpt: { rendered: '<p>Unsaved summary</p>\n' },
      featured_media: picture.id,
      categories: [two.id],
      meta: { mood: 'wild' },
    });
    expect(body.content.rendered).toContain('unsaved words');
    expect(body._embedded['wp:term'][0].map(({ id }: { id: number }) => id)).toEqual([two.id]);
    expect(body._embedded['wp:featuredmedia'][0].source_url).toBe(picture.source_url);
    const { html } = await page(made);
    for (const text of ['Unsaved title', 'unsaved words', '/category/two/']) expect(html).toContain(text);
    expect(html).not.toContain('/category/one/');
    // The post itself is as it was, byte for byte, and nothing of the attempt is left.
    const after = await visitor.get(`/wp/v2/posts/${post.id}`);
    expect(JSON.stringify(after.body)).toBe(JSON.stringify(before.body));
    expect(after.headers).toEqual(before.headers);
    expect((await visitor.get('/wp/v2/posts')).body).toEqual(list.body);
    expect((await admin.get(`/wp/v2/posts/${post.id}/revisions`)).body).toEqual([]);
    expect((await admin.get(`/wp/v2/categories/${two.id}`)).body.count).toBe(0);
    const plain = await visitor.get(`/wp/v2/posts/${post.id}?preview=true`);
    expect(JSON.stringify(plain.body)).toBe(JSON.stringify(before.body));

    const path = `/platen/v1/previews/${made.id}`;
    const changed = await admin.post(path, { changes: { title: 'Another title' } });
    expect(changed.body).toMatchObject({ token: made.token, link: made.link, expires_gmt: made.expires_gmt });
    expect((await shown(made)).body).toMatchObject({
      title: { rendered: 'Another title' },
      categories: [one.id],
      meta: { mood: 'calm' },
    });
  });

  it('cleans unsaved texts with the rights of the writer', async () => {
    const author = site.as('author');
    const post = await draft({}, 'posts', author);
    const made = await preview(
      { post: post.id, changes: { content: '<p onclick="x()">fine</p><script>alert(1)</script>' } },
      author,
    );
    const { rendered } = (await shown(made)).body.content;
    expect(rendered).toContain('fine');
    expect(rendered).not.toMatch(/script|onclick/);
    expect((await page(made)).html).not.toContain('<script>alert');
  });

  it('opens what has a password, and files of the draft', async () => {
    const post = await draft({ password: 'secret', status: 'publish' });
    const made = await preview({ post: post.id });
    expect((await shown(made)).body.content.rendered).toContain('stored words');
    expect((await page(made)).html).toContain('stored words');
    expect((await visitor.get(`/wp/v2/posts/${post.id}`)).body.content.rendered).toBe('');
  });

  it('works for pages and own types', async () => {
    for (const path of ['pages', 'books']) {
      const post = await draft({}, path);
      const made = await preview({ post: post.id, changes: { title: 'Seen early' } });
      expect(made.href).toContain(`/wp/v2/${path}/${post.id}?preview=`);
      expect((await shown(made)).body.title.rendered).toBe('Seen early');
      expect((await page(made)).html).toContain('Seen early');
    }
  });
});

describe('a token', () => {
  it('opens its item only, and nothing else', async () => {
    const [post, other] = [await draft(), await draft({ content: 'of another' })];
    const { token } = await preview({ post: post.id });
    const ordinary = await visitor.get(`/wp/v2/posts/${other.id}`);
    for (const elsewhere of ['/', '/nothing/here/', `/?p=${other.id}`])
      expect((await site.get(`${elsewhere}${elsewhere.includes('?') ? '&' : '?'}preview=${token}`)).html).not.toContain(
        'stored words',
      );
    const refused = await visitor.get(`/wp/v2/posts/${other.id}?preview=${token}`);
    expect(ordinary.status).toBe(401);
    expect([refused.status, refused.body]).toEqual([ordinary.status, ordinary.body]);
    expect((await visitor.get(`/wp/v2/posts/${post.id}?context=edit&preview=${token}`)).status).toBe(401);
    expect((await visitor.get(`/wp/v2/posts/${post.id}/revisions?preview=${token}`)).status).toBe(401);
    expect((await visitor.get(`/wp/v2/pages/${post.id}?preview=${token}`)).status).toBe(404);
    expect((await visitor.get(`/wp/v2/comments/${post.id}?preview=${token}`)).status).toBe(404);
    expect((await visitor.get(`/wp/v2/posts?preview=${token}`)).body).toEqual((await visitor.get('/wp/v2/posts')).body);
    const written = await visitor.post(`/wp/v2/posts/${post.id}?preview=${token}`, { title: 'Mine' });
    expect(written.status).toBe(401);
    expect((await visitor.delete(`/wp/v2/posts/${post.id}?preview=${token}`)).status).toBe(401);
  });

  it('is refused when it is forged, has expired or was revoked', async () => {
    const post = await draft();
    const made = await preview({ post: post.id, changes: { title: 'Hidden' }, expires_in: 60 });
    const other = await preview({ post: post.id });
    const [id, expires, number, signature] = made.token.split('.');
    const ordinary = await visitor.get(`/wp/v2/posts/${post.id}`);
    expect(ordinary.status).toBe(401);
    const refuse = async (token: string) => {
      const { status, body } = await visitor.get(`/wp/v2/posts/${post.id}?preview=${token}`);
      expect([token, status, body]).toEqual([token, ordinary.status, ordinary.body]);
      expect((await site.get(`/?p=${post.id}&preview=${token}`)).status).toBe(404);
    };
    for (const token of [
      `${id}.${Number(expires) + 60}.${number}.${signature}`,
      `${id}.${expires}.${other.id}.${signature}`,
      `${id}.${expires}.${signature}`,
      `${id}.${expires}.${number}.${'A'.repeat(32)}`,
      `${made.token}x`,
      '1.2.3.4',
      '0',
    ])
      await refuse(token);
    offsetMs = 61_000;
    await refuse(made.token);
    offsetMs = 0;
    expect((await shown(made)).status).toBe(200);
    const revoked = await admin.delete(`/platen/v1/previews/${made.id}`);
    expect(revoked.body).toMatchObject({ deleted: true, previous: { id: made.id } });
    await refuse(made.token);
    expect((await clientFor(second, null).get(pathOf(made))).status).toBe(401);
    expect((await shown(other)).status).toBe(200);
    await admin.delete(`/wp/v2/posts/${post.id}`);
    expect((await shown(other)).status).toBe(401);
    await admin.delete(`/wp/v2/posts/${post.id}?force=true`);
    expect((await shown(other)).status).toBe(404);
  });

  it('is never answered from a cache, nor kept in one', async () => {
    const post = await draft({ status: 'publish' });
    const made = await preview({ post: post.id, changes: { title: 'Not for caches' } });
    for (const url of [made.href, made.link]) {
      for (let n = 0; n < 2; n++) {
        const answer = await site.platen.fetch(url.slice('http://site.test'.length));
        expect([url, answer.headers.get('x-cache')]).toEqual([url, 'bypass']);
        expect(await answer.text()).toContain('Not for caches');
      }
    }
  });
});

describe('previews', () => {
  it('are listed for those who may edit the item, and for those who made them', async () => {
    const author = site.as('author');
    const post = await draft({}, 'posts', author);
    const [mine, theirs] = [await preview({ post: post.id }, author), await preview({ post: post.id })];
    const ids = async (client: Client, query = '') =>
      (await client.get(`/platen/v1/previews${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids(author, `?post=${post.id}`)).toEqual([theirs.id, mine.id]);
    expect(await ids(author)).toEqual([mine.id, expect.any(Number)].slice(0, (await ids(author)).length));
    expect((await author.get(`/platen/v1/previews/${theirs.id}`)).body).toMatchObject({ token: theirs.token });
    const count = async () => {
      return countStatements(site.platen.store, async () => {
        await ids(admin);
      });
    };
    const few = await count();
    for (let n = 0; n < 5; n++) await preview({ post: (await draft()).id });
    expect(await count()).toBeLessThanOrEqual(few);
  });

  it('need the right to edit the item', async () => {
    const post = await draft();
    const made = await preview({ post: post.id, changes: { title: 'x' } });
    const roles: readonly (readonly [Role, number, number])[] = [
      ['anonymous', 401, 401],
      ['subscriber', 403, 404],
      ['contributor', 403, 404],
      ['author', 403, 404],
    ];
    for (const [role, denied, unknown] of roles) {
      const client = site.as(role);
      const statuses = [
        (await client.post('/platen/v1/previews', { post: post.id })).status,
        (await client.get(`/platen/v1/previews?post=${post.id}`)).status,
        (await client.get(`/platen/v1/previews/${made.id}`)).status,
        (await client.post(`/platen/v1/previews/${made.id}`, { changes: { title: 'y' } })).status,
        (await client.delete(`/platen/v1/previews/${made.id}`)).status,
      ];
      expect([role, ...statuses]).toEqual([role, denied, denied, unknown, unknown, unknown]);
    }
    const own = await draft({}, 'posts', site.as('contributor'));
    expect((await site.as('contributor').post('/platen/v1/previews', { post: own.id })).status).toBe(201);
    expect((await shown(made)).body.title.rendered).toBe('x');
  });

  it('refuse what makes no sense', async () => {
    const post = await draft();
    for (const body of [
      {},
      { post: 'x' },
      { post: 0 },
      { post: post.id, expires_in: 59 },
      { post: post.id, expires_in: 2_592_001 },
      { post: post.id, changes: 'text' },
      { post: post.id, changes: { status: 'publish' } },
      { post: post.id, changes: { author: 2 } },
      { post: post.id, changes: { nothing: 1 } },
      { post: post.id, changes: { categories: 'x' } },
      { post: post.id, changes: { title: 'x'.repeat(5_000_000) } },
      { post: post.id, changes: { title: 'x' }, revision: 1 },
    ]) {
      const { status, body: refused } = await admin.post('/platen/v1/previews', body);
      expect([JSON.stringify(body).slice(0, 80), status, typeof refused.code]).toEqual([
        JSON.stringify(body).slice(0, 80),
        400,
        'string',
      ]);
    }
    expect((await admin.post('/platen/v1/previews', { post: 999_999 })).status).toBe(404);
    const made = await preview({ post: post.id });
    const fixed = await admin.post(`/platen/v1/previews/${made.id}`, { changes: { title: 'x' } });
    expect([fixed.status, fixed.body.code]).toEqual([400, 'rest_preview_fixed']);
    expect((await admin.post(`/platen/v1/previews/${made.id}`, {})).status).toBe(400);
    expect((await admin.get('/platen/v1/previews/999999')).status).toBe(404);
  });

  it('are at most two hundred for each user, and go when they have expired', async () => {
    const editor = site.as('editor');
    const post = await draft({}, 'posts', editor);
    for (let n = 0; n < 200; n++) await preview({ post: post.id, expires_in: 60 }, editor);
    const full = await editor.post('/platen/v1/previews', { post: post.id });
    expect([full.status, full.body.code]).toEqual([400, 'rest_previews_full']);
    offsetMs = 61_000;
    await preview({ post: post.id }, editor);
    expect((await editor.get('/platen/v1/previews')).body).toHaveLength(1);
    offsetMs = 0;
  });
});
