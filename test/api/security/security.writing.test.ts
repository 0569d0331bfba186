import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../../src/text/sanitise/find-executable.test-support.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
const made: Record<string, { readonly id: number; readonly field: string }> = {};
const collections = ['posts', 'pages', 'media', 'categories', 'tags', 'comments', 'users'] as const;

beforeAll(async () => {
  site = await testPlaten();
  const admin = site.as('administrator');
  const make = async (base: string, fields: object, field: string) => {
    made[base] = { id: (await admin.post(`/wp/v2/${base}`, fields)).body.id, field };
  };
  await make('posts', { title: 'Kept', status: 'publish' }, 'title');
  await make('pages', { title: 'Kept', status: 'publish' }, 'title');
  await make('categories', { name: 'Kept' }, 'name');
  await make('tags', { name: 'Kept' }, 'name');
  await make('comments', { post: made['posts']!.id, content: 'Kept' }, 'content');
  await make('users', { username: 'kept', name: 'Kept', email: 'kept@example.org', password: 'pw-kept' }, 'name');
  const { id: _id, ...row } = (await site.platen.store.posts.byId(made['posts']!.id))!;
  const file = { ...row, type: 'attachment', status: 'inherit', mimeType: 'image/png', title: 'Kept' };
  made['media'] = { id: await site.platen.store.posts.insert(file), field: 'title' };
});
afterAll(() => site.close());

async function isKept(base: string): Promise<void> {
  const { id, field } = made[base]!;
  const { body } = await site.as('administrator').get(`/wp/v2/${base}/${id}?context=edit`);
  const value = body[field];
  expect(typeof value === 'object' ? value.raw : value, base).toBe('Kept');
}

describe('an id beside the path', () => {
  const spellings = ['{id}abc', '{id}.9', '0x{id}', [1], true, { raw: 1 }, '9007199254740993', -1];
  const asked = collections.flatMap((base) =>
    (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((m) => [m, base] as const),
  );

  it.each(asked)('never lets a visitor %s %s', async (method, base) => {
    const { id, field } = made[base]!;
    for (const spelling of [...spellings, `${id}`, '1e0', ' 1']) {
      const sent = typeof spelling === 'string' ? spelling.replace('{id}', String(id)) : spelling;
      const fields = { [field]: 'Changed', force: true, reassign: 1 };
      const answers = [
        await site.as('anonymous').send(method, `/wp/v2/${base}/${id}`, { body: { ...fields, id: sent } }),
        await site
          .as('anonymous')
          .send(method, `/wp/v2/${base}/1?id=${encodeURIComponent(String(sent))}`, { body: fields }),
      ];
      for (const { status } of answers) expect([400, 401, 403, 404], `${sent}`).toContain(status);
    }
    await isKept(base);
  });

  it.each(['posts', 'pages', 'media', 'comments', 'users'] as const)(
    'cannot lead from one of the author’s own %s to another’s',
    async (base) => {
      const author = site.as('author');
      const { id, field } = made[base]!;
      const own =
        base === 'users'
          ? site.users.author
          : ((await author.post('/wp/v2/posts', { title: 'Own' })).body.id as number);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = { id, [field]: 'Changed', force: true, reassign: 1 };
        expect([401, 403], method).toContain((await author.send(method, `/wp/v2/${base}/${own}`, { body })).status);
      }
      await isKept(base);
    },
  );

  it('is the one that is checked and the one that is changed, where it is a number', async () => {
    const { id } = made['posts']!;
    const changed = await site.as('editor').post('/wp/v2/posts/999999', { id: `${id}`, excerpt: 'Reached' });
    expect([changed.status, changed.body.id, changed.body.excerpt.raw]).toEqual([200, id, 'Reached']);
  });
});

describe('what a contributor or author claims', () => {
  it('sticky is for those who publish', async () => {
    const draft = (await site.as('contributor').post('/wp/v2/posts', { title: 'Mine' })).body.id;
    for (const path of ['/wp/v2/posts', `/wp/v2/posts/${draft}`]) {
      const answer = await site.as('contributor').post(path, { title: 'On top', sticky: true });
      expect([answer.status, answer.body.code]).toEqual([403, 'rest_cannot_assign_sticky']);
    }
    expect((await site.as('author').post('/wp/v2/posts', { title: 'On top', sticky: true })).body.sticky).toBe(true);
  });

  it.each([
    { type: 'page' },
    { post_type: 'attachment' },
    { type: 'revision', post_parent: 1 },
    { guid: { raw: 'x' } },
  ])('%j does not change what a post is', async (claim) => {
    const { status, body } = await site.as('author').post('/wp/v2/posts', { title: 'A post', ...claim });
    expect([status, body.type]).toEqual([201, 'post']);
    const row = await site.platen.store.posts.byId(body.id);
    expect([row?.type, row?.parentId, row?.guid === 'x']).toEqual(['post', 0, false]);
  });

  it.each(['pages', 'media'])('a post is no item of %s', async (base) => {
    const own = (await site.as('author').post('/wp/v2/posts', { title: 'Own' })).body.id;
    for (const method of ['POST', 'DELETE']) {
      const answer = await site.as('author').send(method, `/wp/v2/${base}/${own}`, { body: { title: 'x' } });
      expect([answer.status, answer.body.code]).toEqual([404, 'rest_post_invalid_id']);
    }
  });

  it.each([
    '_wp_attached_file',
    '\0_wp_attached_file',
    '_WP_attached_file',
    '_wp_attachment_metadata',
    '__proto__',
    'constructor',
    'wp_capabilities',
  ])('meta under %j is not taken', async (key) => {
    const meta = JSON.parse(`{${JSON.stringify(key)}: "../../x"}`);
    const post = await site.as('author').post('/wp/v2/posts', { title: 'Meta', meta });
    expect([201, 403]).toContain(post.status);
    const me = await site.as('author').post('/wp/v2/users/me', { meta });
    expect([200, 403]).toContain(me.status);
    if (post.status === 201) {
      const stored = (await site.platen.store.meta.of('post', [post.body.id])).get(post.body.id) ?? [];
      expect(stored.filter(({ value }) => value?.includes('../../x'))).toEqual([]);
    }
    const own = (await site.platen.store.meta.of('user', [site.users.author])).get(site.users.author) ?? [];
    expect(own.filter(({ value }) => value?.includes('../../x'))).toEqual([]);
    expect(({} as Record<string, unknown>)['_wp_attached_file']).toBeUndefined();
  });

  it.each(['subscriber', 'contributor', 'author', 'editor'] as Role[])('%s gives nobody more rights', async (who) => {
    for (const path of ['/wp/v2/users/me', `/wp/v2/users/${site.users[who as 'editor']}`]) {
      const answer = await site.as(who).post(path, { roles: ['administrator'] });
      expect([answer.status, answer.body.code]).toEqual([403, 'rest_cannot_edit_roles']);
    }
    const sly = { capabilities: { administrator: true }, extra_capabilities: { administrator: true }, user_level: 10 };
    expect((await site.as(who).post('/wp/v2/users/me', sly)).status).toBe(200);
    expect((await site.as(who).get('/wp/v2/settings')).status).toBe(403);
    expect(
      (await site.as(who).post('/wp/v2/users', { username: 'x', email: 'x@example.org', password: 'x' })).status,
    ).toBe(403);
  });

  it('another’s name is for editors', async () => {
    const answer = await site.as('author').post('/wp/v2/posts', { title: 'Not mine', author: site.users.editor });
    expect([answer.status, answer.body.code]).toEqual([403, 'rest_cannot_edit_others']);
  });

  it('a contributor does not publish, by no word for it', async () => {
    for (const status of ['publish', 'future', 'private']) {
      const answer = await site
        .as('contributor')
        .post('/wp/v2/posts', { title: 'Now', status, date: '2060-01-01T00:00:00' });
      expect([answer.status, answer.body.code], status).toEqual([403, 'rest_cannot_publish']);
    }
    expect((await site.as('contributor').post('/wp/v2/posts', { title: 'Later', status: 'pending' })).status).toBe(201);
  });
});

describe('files', () => {
  let own: number;
  let draft: number;
  beforeAll(async () => {
    const { id: _id, ...row } = (await site.platen.store.posts.byId(made['media']!.id))!;
    own = await site.platen.store.posts.insert({ ...row, authorId: site.users.author });
    draft = (await site.as('editor').post('/wp/v2/posts', { title: 'A draft' })).body.id;
  });

  it('cannot be moved to what their owner may not read', async () => {
    const answer = await site.as('author').put(`/wp/v2/media/${own}`, { post: draft });
    expect([answer.status, answer.body.code]).toEqual([403, 'rest_cannot_edit']);
    const mine = (await site.as('author').post('/wp/v2/posts', { title: 'Mine' })).body.id;
    expect((await site.as('author').put(`/wp/v2/media/${own}`, { post: mine })).body.post).toBe(mine);
    expect((await site.as('editor').put(`/wp/v2/media/${own}`, { post: draft })).body.post).toBe(draft);
    expect((await site.as('author').put(`/wp/v2/media/${own}`, { post: draft, title: 'Sent back' })).status).toBe(200);
  });

  it('say of themselves only what the server found out', async () => {
    const claims = {
      source_url: 'http://evil.example/x.png',
      guid: 'http://evil.example/x.png',
      media_details: { file: '../../x', sizes: { thumbnail: { file: '../../x' } } },
      mime_type: 'text/html',
      meta: { _wp_attached_file: '../../x' },
    };
    const { body } = await site.as('author').put(`/wp/v2/media/${own}`, claims);
    expect(JSON.stringify(body)).not.toMatch(/evil|\.\.\/|text\/html/);
  });
});

describe('what is written about people and files', () => {
  const breakouts = ['"><script>alert(1)</script>', "' onload=alert(1) x='", '<img src=x onerror=alert(1)>'];

  it.each(['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', ' java\tscript:alert(1)', 'vbscript:x'])(
    'an address of %j is none',
    async (url) => {
      const me = await site.as('subscriber').post('/wp/v2/users/me', { url });
      if (me.status === 200) expect(me.body.url).not.toMatch(/script:|data:/i);
      else expect(me.status).toBe(400);
      const post = made['posts']!.id;
      const guest = { author_name: 'Guest', author_email: 'guest@example.org', author_url: url };
      const said = await site.as('subscriber').post('/wp/v2/comments', { post, content: `Said with ${url}`, ...guest });
      if (said.status === 201) expect(said.body.author_url).not.toMatch(/script:|data:/i);
      else expect([400, 403]).toContain(said.status);
    },
  );

  it.each(breakouts)('%s in the texts of a file runs nowhere', async (text) => {
    const { id: _id, ...row } = (await site.platen.store.posts.byId(made['media']!.id))!;
    const own = await site.platen.store.posts.insert({ ...row, parentId: 0, authorId: site.users.author });
    const texts = { title: `T ${text}`, alt_text: `A ${text}`, caption: `C ${text}`, description: `D ${text}` };
    const changed = await site.as('author').put(`/wp/v2/media/${own}`, texts);
    expect(changed.status).toBe(200);
    const { title, caption, description } = (await site.as('anonymous').get(`/wp/v2/media/${own}`)).body;
    const gallery = await site.as('author').post('/wp/v2/posts', { title: 'G', content: `[gallery ids="${own}"]` });
    // The looks of a gallery are the server's own.
    const shownGallery = gallery.body.content.rendered.replace(/<style.*?<\/style>/s, '');
    for (const html of [title.rendered, caption.rendered, description.rendered, shownGallery]) {
      expect(findExecutable(html), html).toBeUndefined();
    }
    expect(gallery.body.content.rendered).toContain('gallery');
  });

  it.each(breakouts)('%s as a name runs nowhere', async (name) => {
    await site.as('author').post('/wp/v2/users/me', { name, description: name, nickname: name });
    const fields = { title: `By ${name}`, status: 'publish', content: 'Text' };
    const post = (await site.as('author').post('/wp/v2/posts', fields)).body;
    const tag = await site.as('author').post('/wp/v2/tags', { name: `Tag ${name}`, description: name });
    const shown = await site.as('anonymous').get(`/wp/v2/posts/${post.id}?_embed`);
    const author = shown.body._embedded.author[0];
    for (const html of [author.name, author.description, shown.body.title.rendered, tag.body.name ?? '']) {
      expect(findExecutable(html), html).toBeUndefined();
    }
    const embed = await site.as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(post.link)}`);
    expect(embed.status).toBe(200);
    expect(findExecutable(embed.body.title) ?? findExecutable(embed.body.author_name)).toBeUndefined();
  });
});

describe('statements made of values', () => {
  const values = ['0) OR 1=1--', "1' OR '1'='1", '1) UNION SELECT user_pass FROM wp_users--'];
  const names = [
    'author',
    'author_exclude',
    'include',
    'exclude',
    'categories',
    'tags_exclude',
    'parent',
    'parent_exclude',
    'post',
    'orderby',
    'order',
    'status',
    'offset',
    'page',
    'per_page',
    'menu_order',
  ];

  it.each(collections)('reach no list of %s', async (base) => {
    const admin = site.as('administrator');
    const everything = Number((await admin.get(`/wp/v2/${base}`)).headers['x-wp-total']);
    for (const value of values) {
      for (const name of names) {
        for (const spelled of [name, `${name}[]`, `${name}[0][x]`]) {
          const answer = await admin.get(`/wp/v2/${base}?${spelled}=${encodeURIComponent(value)}`);
          expect([200, 400], `${spelled}=${value}`).toContain(answer.status);
          if (answer.status === 200)
            expect(Number(answer.headers['x-wp-total']), spelled).toBeLessThanOrEqual(everything);
          expect(JSON.stringify(answer.body)).not.toMatch(/\$wp\$|\$2y\$|\$P\$/);
        }
      }
      const words = `search=${encodeURIComponent(value)}&slug=${encodeURIComponent(value)}`;
      expect((await admin.get(`/wp/v2/${base}?${words}`)).body).toEqual([]);
    }
    await isKept(base);
  });
});

describe('a batch', () => {
  it('gives a visitor no more than each of its requests would', async () => {
    const steps = collections.flatMap((base) => {
      const { id, field } = made[base]!;
      return ['POST', 'DELETE'].map((method) => ({
        method,
        path: `/wp/v2/${base}/${id}`,
        body: { [field]: 'Changed' },
      }));
    });
    const { status, body } = await site.as('anonymous').post('/platen/v1/batch', { requests: steps });
    expect(status).toBe(200);
    for (const step of body.responses) expect([400, 401, 403, 404]).toContain(step.status);
    for (const base of collections) await isKept(base);
  });

  it.each(['/batch/v1', '/wp/v2/batch', '/v1/batch'])('is not at %s', async (path) => {
    const requests = [{ path: '/wp/v2/posts', method: 'POST', body: { title: 'In a batch' } }];
    const answer = await site.as('administrator').post(path, { requests });
    expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route']);
  });
});

describe('markup of those who may not write any', () => {
  const pieces = [
    '<script>alert(1)</script>',
    '<form action="//evil.example"><input name="a"></form>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<img src=x onerror=alert(1)>',
    '<p style="background:url(&#106;avascript:alert(1))">x</p>',
    `<a title='x" onmouseover=alert(1) "'>x</a>`,
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<scr\0ipt>alert(1)</scr\0ipt>',
    '<<script>script>alert(1)<</script>/script>',
  ];

  it.each(pieces)('%s is cleaned the same way on writing, changing and reading back', async (piece) => {
    for (const who of ['contributor', 'author'] as const) {
      const first = await site
        .as(who)
        .post('/wp/v2/posts', { title: piece || 'x', content: `Text ${piece}`, excerpt: piece });
      expect(first.status).toBe(201);
      const { title, content, excerpt, id } = first.body;
      for (const text of [title.raw, content.raw, excerpt.raw, title.rendered, content.rendered, excerpt.rendered]) {
        expect(findExecutable(text), text).toBeUndefined();
      }
      const again = await site.as(who).put(`/wp/v2/posts/${id}`, { content: content.raw });
      expect(again.body.content.raw).toBe(content.raw);
    }
    const about = { description: piece, first_name: piece, nickname: piece };
    const me = await site.as('subscriber').post('/wp/v2/users/me', about);
    for (const text of [me.body.description, me.body.name]) expect(findExecutable(text), text).toBeUndefined();
    const said = await site
      .as('subscriber')
      .post('/wp/v2/comments', { post: made['posts']!.id, content: `Said ${piece}` });
    if (said.status === 201) expect(findExecutable(said.body.content.rendered)).toBeUndefined();
  });

  it.each([
    '"><script>alert(1)</script>',
    '%22%3E%3Cscript%3E',
    '%c0%bc%c0%be',
    `${'a'.repeat(198)}%e2%82`,
    '../../x',
    'x\r\nSet-Cookie: a=b',
  ])('a slug of %j is one in every place', async (slug) => {
    const { status, headers, body } = await site
      .as('author')
      .post('/wp/v2/posts', { title: 'Slug', slug, status: 'publish' });
    expect(status).toBe(201);
    expect(body.slug).toMatch(/^[a-z0-9%_-]+$/);
    expect(body.slug).not.toMatch(/%(?![0-9a-f]{2})/);
    const embedded = await site.as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(body.link)}`);
    expect(JSON.stringify([headers, body.link, embedded.body])).not.toMatch(/script>|\\r|set-cookie:/i);
  });
});
