import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

let site: TestPlaten;
const posts: Record<string, number> = {};
const comments: Record<string, number> = {};
beforeAll(async () => {
  site = await testPlaten();
  await site.platen.store.options.set('comment_previously_approved', '0');
  const editor = site.as('editor');
  for (const [name, fields] of Object.entries({
    open: { status: 'publish' },
    secret: { status: 'publish' },
    draft: { status: 'publish' },
    future: { status: 'publish' },
    trashed: { status: 'publish' },
    locked: { status: 'publish', password: 'sesame' },
  })) {
    posts[name] = (await editor.post('/wp/v2/posts', { title: name, ...fields })).body.id;
    const on = { post: posts[name], password: 'sesame', content: `word-${name}` };
    comments[name] = (await site.as('subscriber').post('/wp/v2/comments', on)).body.id;
  }
  await editor.put(`/wp/v2/posts/${posts['secret']}`, { status: 'private' });
  await editor.put(`/wp/v2/posts/${posts['draft']}`, { status: 'draft' });
  await editor.put(`/wp/v2/posts/${posts['future']}`, { status: 'future', date: '2050-01-01T00:00:00' });
  await editor.delete(`/wp/v2/posts/${posts['trashed']}`);
  const held = { post: posts['open'], content: 'word-held', status: 'hold', author: site.users.subscriber };
  comments['held'] = (await editor.post('/wp/v2/comments', held)).body.id;
  const { store } = site.platen;
  const note = (await store.comments.byId(comments['open']!))!;
  const { id: _id, ...row } = { ...note, type: 'order_note', content: 'word-note', userId: 0 };
  comments['note'] = await store.comments.insert(row);
});
afterAll(() => site.close());

const hidden = ['secret', 'draft', 'future', 'trashed', 'locked', 'held', 'note'];
const ids = (body: { id: number }[]) => body.map(({ id }) => id);

describe('to a visitor', () => {
  it('the list and its total hold what may be read and nothing else', async () => {
    const { headers, body } = await site.as('anonymous').get('/wp/v2/comments?per_page=100');
    expect(ids(body)).toEqual([comments['open']]);
    expect(headers['x-wp-total']).toBe('1');
  });

  it.each(hidden)('a comment that is %s is nowhere', async (name) => {
    const visitor = site.as('anonymous');
    expect((await visitor.get(`/wp/v2/comments/${comments[name]}`)).status).toBe(401);
    expect((await visitor.get(`/wp/v2/comments?include=${comments[name]}`)).headers['x-wp-total']).toBe('0');
    expect((await visitor.get(`/wp/v2/comments?search=word-${name}`)).headers['x-wp-total']).toBe('0');
  });

  it('a search does not tell e-mail or IP addresses apart', async () => {
    const editor = await site.as('editor').get('/wp/v2/comments?status=any&search=%40example.org');
    expect(Number(editor.headers['x-wp-total'])).toBeGreaterThan(0);
    for (const text of ['%40example.org', '127.0.0.1']) {
      expect((await site.as('anonymous').get(`/wp/v2/comments?search=${text}`)).headers['x-wp-total']).toBe('0');
    }
  });

  it.each(['secret', 'draft', 'future', 'trashed', 'locked'])('the comments of a %s post are refused', async (name) => {
    const { status, body } = await site.as('anonymous').get(`/wp/v2/comments?post=${posts[name]}`);
    expect([status, body.code]).toEqual([401, 'rest_cannot_read_post']);
    expect((await site.as('subscriber').get(`/wp/v2/comments?post=${posts[name]}`)).status).toBe(403);
  });

  it('the password opens the comments of a protected post', async () => {
    const list = await site.as('anonymous').get(`/wp/v2/comments?post=${posts['locked']}&password=sesame`);
    expect(ids(list.body)).toEqual([comments['locked']]);
    expect((await site.as('anonymous').get(`/wp/v2/comments/${comments['locked']}?password=sesame`)).status).toBe(200);
    expect((await site.as('anonymous').get(`/wp/v2/comments/${comments['locked']}?password=wrong`)).status).toBe(401);
    expect((await site.as('anonymous').get(`/wp/v2/comments/${comments['locked']}?password[]=x`)).status).toBe(400);
  });

  it.each(['status=hold', 'type=order_note', 'author=1', 'author_exclude=1', 'author_email=a@example.org'])(
    '%s is refused',
    async (query) => {
      const { status, body } = await site.as('anonymous').get(`/wp/v2/comments?${query}`);
      expect([status, body.code]).toEqual([401, 'rest_forbidden_param']);
    },
  );
});

describe('to others', () => {
  it('one’s own held comment can be read, but not where the post is hidden', async () => {
    const own = site.as('subscriber');
    expect((await own.get(`/wp/v2/comments/${comments['held']}`)).status).toBe(200);
    const secret = await own.get(`/wp/v2/comments/${comments['secret']}`);
    expect([secret.status, secret.body.code]).toEqual([403, 'rest_cannot_read_post']);
  });

  it.each(['contributor', 'author'] as Role[])('%s may filter, and still sees only what may be read', async (role) => {
    const held = await site.as(role).get('/wp/v2/comments?status=hold');
    expect([held.status, held.headers['x-wp-total']]).toEqual([200, '0']);
    const all = await site.as(role).get('/wp/v2/comments?status=any&type=all&per_page=100');
    expect(ids(all.body)).toEqual([comments['open']]);
  });

  it('an author reads what waits on own posts', async () => {
    const post = (await site.as('author').post('/wp/v2/posts', { title: 'Own', status: 'publish' })).body.id;
    const held = (await site.as('editor').post('/wp/v2/comments', { post, content: 'waits', status: 'hold' })).body.id;
    expect((await site.as('author').get(`/wp/v2/comments/${held}`)).status).toBe(200);
    expect(ids((await site.as('author').get('/wp/v2/comments?status=hold')).body)).toEqual([held]);
    expect((await site.as('author').get(`/wp/v2/comments/${held}?context=edit`)).status).toBe(403);
    await site.as('editor').delete(`/wp/v2/comments/${held}?force=true`);
  });

  it('an editor sees all of it, in every state', async () => {
    const { body } = await site.as('editor').get('/wp/v2/comments?status=any&type=all&per_page=100&context=edit');
    expect(ids(body).sort()).toEqual(Object.values(comments).sort());
    expect(body[0].author_email).toMatch(/@/);
  });
});

describe('the list', () => {
  it('takes approve and approved alike, all without spam, any with it', async () => {
    const editor = site.as('editor');
    const spam = { post: posts['open'], content: 'pills', status: 'spam' };
    const { id } = (await editor.post('/wp/v2/comments', spam)).body;
    const total = async (status: string) =>
      Number((await editor.get(`/wp/v2/comments?post=${posts['open']}&status=${status}`)).headers['x-wp-total']);
    expect([await total('approve'), await total('approved'), await total('hold'), await total('spam')]).toEqual([
      1, 1, 1, 1,
    ]);
    expect([await total('all'), await total('any')]).toEqual([2, 3]);
    await editor.delete(`/wp/v2/comments/${id}?force=true`);
  });

  it('links what it belongs to, and embeds what may be seen', async () => {
    const { body } = await site.as('anonymous').get(`/wp/v2/comments/${comments['open']}?_embed`);
    expect(body._links.up[0]).toMatchObject({ embeddable: true, post_type: 'post' });
    expect(body._embedded.up[0].id).toBe(posts['open']);
    expect(body._embedded.author[0].code).toBe('rest_user_cannot_view');
  });

  it('does not embed what is hidden under a post', async () => {
    const visitor = site.as('anonymous');
    const open = await visitor.get(`/wp/v2/posts/${posts['open']}?_embed`);
    expect(ids(open.body._embedded.replies[0])).toEqual([comments['open']]);
    const locked = await visitor.get(`/wp/v2/posts/${posts['locked']}?_embed`);
    expect(locked.body._embedded.replies).toEqual([expect.objectContaining({ code: 'rest_cannot_read_post' })]);
  });

  it('costs the same number of statements whatever its length', async () => {
    const editor = site.as('editor');
    const cost = async (perPage: number) => {
      const path = `/wp/v2/comments?status=any&context=edit&_embed&per_page=${perPage}`;
      await editor.get(path);
      return countStatements(site.platen.store, async () => {
        await editor.get(path);
      });
    };
    expect(await cost(7)).toBe(await cost(2));
  });
});
