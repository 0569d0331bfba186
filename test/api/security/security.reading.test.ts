import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
const posts: Record<string, number> = {};
let secretImage: number;
let draftImage: number;
let secretTag: number;

beforeAll(async () => {
  site = await testPlaten();
  await site.platen.store.options.set('comment_previously_approved', '0');
  const editor = site.as('editor');
  secretTag = (await editor.post('/wp/v2/tags', { name: 'Undercover' })).body.id;
  for (const [name, fields] of Object.entries({
    open: { status: 'publish', date: '2021-01-01T10:00:00' },
    turned: { status: 'publish', date: '2021-01-02T10:00:00' },
    private: { status: 'private', tags: [secretTag] },
    draft: { status: 'draft', tags: [secretTag] },
    pending: { status: 'pending' },
    future: { status: 'future', date: '2060-01-01T10:00:00' },
    locked: { status: 'publish', password: 'sesame', excerpt: 'gist of bathyscaphe' },
  })) {
    const texts = { title: `About ${name}`, slug: `about-${name}`, content: `Body bathyscaphe-${name}` };
    posts[name] = (await editor.post('/wp/v2/posts', { ...texts, ...fields })).body.id;
  }
  secretImage = await insertImage('secret-picture', { status: 'private' });
  draftImage = await insertImage('draft-picture', { status: 'inherit', parentId: posts['draft'] });
});
afterAll(() => site.close());

async function insertImage(name: string, fields: object): Promise<number> {
  const { store } = site.platen;
  const { id: _id, ...row } = (await store.posts.byId(posts['open'] as number))!;
  const about = { type: 'attachment', mimeType: 'image/png', title: name, excerpt: `Caption of ${name}`, slug: name };
  const id = await store.posts.insert({ ...row, ...about, authorId: site.users.editor, ...fields });
  await store.meta.set('post', id, '_wp_attached_file', [`2021/01/${name}.png`]);
  return id;
}

const visitor = () => site.as('anonymous');
const ids = ({ body }: Answer): number[] => body.map(({ id }: { id: number }) => id);
const total = async (who: Role, path: string) => Number((await site.as(who).get(path)).headers['x-wp-total']);
const open = () => [posts['turned'], posts['open']];

describe('parameters nobody declared', () => {
  it.each([
    'static=1&order=desc',
    'post_status=draft',
    'filter[post_status]=any',
    'perm=readable',
    'post_type=any',
    'suppress_filters=1',
    'author_name=the-editor',
    'post_parent=0&p=1&page_id=1',
    'has_password=1',
  ])('%s opens nothing', async (query) => {
    const list = await visitor().get(`/wp/v2/posts?${query}`);
    expect([list.status, ids(list)]).toEqual([200, [posts['locked'], ...open()]]);
  });
});

describe('a post that was public and is private now', () => {
  beforeAll(async () => {
    expect((await visitor().get(`/wp/v2/posts/${posts['turned']}`)).status).toBe(200);
    await site.as('editor').put(`/wp/v2/posts/${posts['turned']}`, { status: 'private' });
  });
  afterAll(() => site.as('editor').put(`/wp/v2/posts/${posts['turned']}`, { status: 'publish' }));

  it.each([
    'slug=about-turned',
    'search=bathyscaphe-turned',
    'after=2021-01-02T09:59:59&before=2021-01-02T10:00:01',
    'order=asc&per_page=1&after=2021-01-01T12:00:00&before=2021-01-03T00:00:00',
  ])('is not betrayed by %s', async (query) => {
    const list = await visitor().get(`/wp/v2/posts?${query}`);
    expect(ids(list)).not.toContain(posts['turned']);
    expect(Number(list.headers['x-wp-total'])).toBe(0);
  });

  it('is refused as an item, with its comments and its terms', async () => {
    const refused = await Promise.all([
      visitor().get(`/wp/v2/posts/${posts['turned']}`),
      visitor().get(`/wp/v2/comments?post=${posts['turned']}`),
      visitor().get(`/wp/v2/categories?post=${posts['turned']}`),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await site.as('editor').get(`/wp/v2/posts/${posts['turned']}`)).status).toBe(200);
  });
});

describe('states as a filter', () => {
  it.each(['draft', 'private', 'any', 'trash', 'publish,draft'])('%s is not for visitors', async (status) => {
    const answer = await visitor().get(`/wp/v2/posts?status=${status}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('a contributor counts no more than may be read, whatever is searched for', async () => {
    const own = (await site.as('contributor').post('/wp/v2/posts', { title: 'Mine', content: 'bathyscaphe' })).body.id;
    for (const status of ['private', 'future', 'pending']) {
      expect(await total('contributor', `/wp/v2/posts?status=${status}&search=bathyscaphe`), status).toBe(0);
    }
    expect(ids(await site.as('contributor').get('/wp/v2/posts?status=draft'))).toEqual([own]);
    expect(await total('contributor', '/wp/v2/posts?status=draft&search=bathyscaphe')).toBe(1);
    expect(await total('editor', '/wp/v2/posts?status=private&search=bathyscaphe-private')).toBe(1);
  });
});

describe('behind a password', () => {
  it.each(['', '&context=embed', '&_embed', '&_fields=content,excerpt'])('a list%s holds no text', async (query) => {
    const { body } = await visitor().get(`/wp/v2/posts?include=${posts['locked']}${query}`);
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('bathyscaphe');
  });

  it.each(['bathyscaphe-locked', 'gist'])('searching %s finds nothing', async (word) => {
    expect(await total('anonymous', `/wp/v2/posts?search=${word}`)).toBe(0);
    expect(await total('anonymous', `/wp/v2/posts?search=${word}&password=sesame`)).toBe(0);
  });

  it('an embed of it inside a comment holds no text either', async () => {
    const on = { post: posts['locked'], password: 'sesame', content: 'Said inside.' };
    const said = await site.as('subscriber').post('/wp/v2/comments', on);
    expect(said.status).toBe(201);
    const shown = await visitor().get(`/wp/v2/comments/${said.body.id}?_embed&password=sesame`);
    expect(shown.status).toBe(200);
    const plain = await site.as('editor').get(`/wp/v2/comments/${said.body.id}?_embed`);
    expect(JSON.stringify(plain.body)).not.toContain('bathyscaphe');
    expect((await visitor().get(`/wp/v2/comments/${said.body.id}?_embed`)).status).toBe(401);
  });

  it.each([
    ['GET', '?password[]=sesame', undefined, 400],
    ['GET', '?password[a]=sesame', undefined, 400],
    ['GET', '?password=sesam', undefined, 403],
    ['GET', '?password=sesame%00', undefined, 403],
    ['POST', '', { password: ['x'] }, 400],
    ['POST', '', { password: { raw: 'x' } }, 400],
  ])('%s %s with %j is %s', async (method, query, body, status) => {
    const path = `/wp/v2/posts/${posts['locked']}${query}`;
    const answer = await site.as(body ? 'editor' : 'anonymous').send(method, path, { body });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('bathyscaphe');
  });
});

describe('what editors see', () => {
  it.each(['posts', 'media', 'pages', 'categories', 'tags', 'comments', 'users'])(
    'of %s is not for a visitor',
    async (base) => {
      const answer = await visitor().get(`/wp/v2/${base}?context=edit`);
      expect([answer.status, answer.body.code]).toEqual([401, 'rest_forbidden_context']);
    },
  );

  it('of posts is shown to a contributor for own ones alone, and counted so', async () => {
    const list = await site.as('contributor').get('/wp/v2/posts?context=edit&status=any&per_page=100');
    expect(list.body.length).toBeGreaterThan(0);
    for (const post of list.body) expect(post.author).toBe(site.users.contributor);
    expect(Number(list.headers['x-wp-total'])).toBe(list.body.length);
    expect((await site.as('contributor').get('/wp/v2/media?context=edit')).body).toEqual([]);
  });
});

describe('terms of posts', () => {
  it.each(['private', 'draft', 'pending', 'future'])('a visitor does not learn those of a %s post', async (name) => {
    const answer = await visitor().get(`/wp/v2/tags?post=${posts[name]}`);
    expect([answer.status, answer.body.code]).toEqual([401, 'rest_forbidden_context']);
    expect((await site.as('editor').get(`/wp/v2/tags?post=${posts[name]}`)).status).toBe(200);
  });

  it('nor does a term count or list what is hidden', async () => {
    expect((await visitor().get(`/wp/v2/tags/${secretTag}`)).body.count).toBe(0);
    expect((await visitor().get(`/wp/v2/posts?tags=${secretTag}`)).body).toEqual([]);
    expect((await visitor().get('/wp/v2/tags?post=999999')).body.code).toBe('rest_post_invalid_id');
  });
});

describe('images that hang on something hidden', () => {
  const texts = () => ({
    'a gallery by numbers': `[gallery ids="${secretImage},${draftImage}"]`,
    'a gallery of another post': `[gallery id="${posts['draft']}"]`,
    'the class of an image': `<img class="wp-image-${secretImage}" src="http://site.test/x.png" width="9" height="9">`,
  });

  it.each(Object.keys(texts()))('are not shown by %s', async (name) => {
    const content = texts()[name as keyof ReturnType<typeof texts>];
    const shownBy = async (who: Role) => {
      const { body } = await site.as(who).post('/wp/v2/posts', { title: name, content });
      return body.content.rendered as string;
    };
    expect(await shownBy('contributor')).not.toMatch(/(secret|draft)-picture/);
    if (name.includes('gallery')) expect(await shownBy('editor')).toMatch(/(secret|draft)-picture/);
  });

  it('are an error in the place of the lead image', async () => {
    const { body } = await site.as('editor').post('/wp/v2/posts', {
      title: 'Led',
      status: 'publish',
      featured_media: draftImage,
    });
    const shown = await visitor().get(`/wp/v2/posts/${body.id}?_embed`);
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.body)).not.toContain('draft-picture');
    await site.as('editor').delete(`/wp/v2/posts/${body.id}?force=true`);
  });
});

describe('revisions', () => {
  let revision: number;
  beforeAll(async () => {
    await site.as('editor').put(`/wp/v2/posts/${posts['private']}`, { content: 'Changed bathyscaphe' });
    revision = (await site.as('editor').get(`/wp/v2/posts/${posts['private']}/revisions`)).body[0].id;
  });

  it.each(['anonymous', 'subscriber', 'contributor', 'author'] as Role[])('are closed to %s', async (who) => {
    const status = who === 'anonymous' ? 401 : 403;
    for (const path of [`posts/${posts['private']}/revisions`, `posts/${posts['private']}/revisions/${revision}`]) {
      const answer = await site.as(who).get(`/wp/v2/${path}`);
      expect([answer.status, answer.body.code]).toEqual([status, 'rest_cannot_read']);
    }
  });

  it('cannot be reached through a parent of one’s own, in the path or beside it', async () => {
    const own = (await site.as('contributor').post('/wp/v2/posts', { title: 'A way in' })).body.id;
    const ways = [
      `/wp/v2/posts/${own}/revisions/${revision}`,
      `/wp/v2/posts/${own}/revisions/1?id=${revision}`,
      `/wp/v2/posts/${posts['private']}/revisions/${revision}?parent=${own}`,
      `/wp/v2/posts/${revision}`,
      `/wp/v2/pages/${own}/revisions/${revision}`,
    ];
    for (const way of ways) expect((await site.as('contributor').get(way)).status, way).toBe(404);
    const swapped = `/wp/v2/posts/${own}/revisions/${revision}?parent=${posts['private']}`;
    expect((await site.as('contributor').get(swapped)).status).toBe(403);
    expect((await site.as('contributor').delete(`${ways[0]}?force=true`)).status).toBe(404);
    expect((await site.as('editor').get(`/wp/v2/posts/${posts['private']}/revisions/${revision}`)).status).toBe(200);
  });
});

describe('users who published nothing', () => {
  it.each([
    'slug=the-contributor',
    'search=the-contributor',
    'include={id}',
    'orderby=id&per_page=100',
    'who=',
    'search=e',
  ])('are not found by %s', async (query) => {
    const answer = await visitor().get(`/wp/v2/users?${query.replace('{id}', String(site.users.contributor))}`);
    if (answer.status === 200) expect(ids(answer)).not.toContain(site.users.contributor);
    else expect(answer.status).toBe(400);
  });

  it('are not found through comments or embeds', async () => {
    const said = await site.as('subscriber').post('/wp/v2/comments', { post: posts['open'], content: 'Said by me.' });
    const shown = await visitor().get(`/wp/v2/comments/${said.body.id}?_embed`);
    expect(JSON.stringify(shown.body)).not.toMatch(/subscriber@example|author_email|author_ip|roles|capabilities/);
    expect(shown.body._embedded?.author?.[0]?.code).toBe('rest_user_cannot_view');
  });
});

it('names that every object has are no types, states or taxonomies', async () => {
  for (const base of ['types', 'statuses', 'taxonomies']) {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect((await site.as('administrator').get(`/wp/v2/${base}/${name}`)).status, `${base}/${name}`).toBe(404);
    }
  }
});

it('no refusal tells of files, statements or people', async () => {
  const asked = [
    '/wp/v2/posts/999999',
    `/wp/v2/posts/${posts['private']}`,
    '/wp/v2/users/me',
    `/wp/v2/users/${site.users.contributor}`,
    '/wp/v2/settings',
    '/wp/v2/posts?per_page=x&orderby=(select',
    '/wp/v2/media/999999',
    '/nowhere',
    '/forms/v1/contact-forms/1',
  ];
  for (const path of asked) {
    const answer = await visitor().get(path);
    const said = JSON.stringify([answer.headers, answer.body]);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(said, path).not.toMatch(/@example|select |\bat \/|node_modules|\.ts\b|sqlite|mariadb|bathyscaphe/i);
  }
});
