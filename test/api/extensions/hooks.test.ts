import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AfterEvent, defineExtension, type Extension, type HookKind, refuse } from '../../../src/extension.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

let site: TestPlaten;
afterEach(() => site.close());

const start = async (...extensions: Extension[]) => {
  site = await testPlaten({ extensions });
  return site.as('administrator');
};
const until = (what: () => unknown) => vi.waitFor(what, { timeout: 300_000, interval: 20 });

describe('before a write a hook', () => {
  it('may change the draft of a post, and sees what an earlier one changed', async () => {
    const seen: unknown[] = [];
    const admin = await start(
      defineExtension({
        name: 'first',
        hooks: { before: { post: { create: ({ draft }) => ({ title: `${draft.title}!`, status: 'publish' }) } } },
      }),
      defineExtension({
        name: 'second',
        hooks: {
          before: {
            post: {
              publish: ({ draft, item, action, userId }) => void seen.push([draft.title, item, action, userId]),
              update: ({ item, draft }) => ({ excerpt: `${item?.title} becomes ${draft.title}` }),
            },
          },
        },
      }),
    );
    const made = await admin.post('/wp/v2/posts', { title: 'Hello', status: 'publish' });
    expect(made.body).toMatchObject({ title: { raw: 'Hello!' }, status: 'publish' });
    expect(seen).toEqual([['Hello!', null, 'publish', 1]]);
    const updated = await admin.put(`/wp/v2/posts/${made.body.id}`, { title: 'Other' });
    expect(updated.body.excerpt.raw).toBe('Hello! becomes Other');
  });

  it('may refuse with a sentence and a status, and then nothing is written', async () => {
    const admin = await start(
      defineExtension({
        name: 'strict',
        hooks: {
          before: {
            post: {
              create: ({ draft }) => (draft.title === 'bad' ? refuse('Not this title.', { status: 422 }) : undefined),
              trash: () => refuse('It stays.', { status: 409, code: 'it_stays' }),
              delete: async () => {
                throw refuse('It stays for good.');
              },
            },
            comment: { create: () => refuse('No comments.', { status: 403 }) },
            term: { create: () => refuse('No terms.'), delete: () => refuse('Terms stay.') },
            user: { create: () => refuse('No users.'), delete: () => refuse('Users stay.') },
            settings: { update: ({ draft }) => ('title' in draft ? refuse('The title stays.') : undefined) },
          },
        },
      }),
    );
    expect(await admin.post('/wp/v2/posts', { title: 'bad' })).toMatchObject({
      status: 422,
      body: { code: 'rest_refused_by_extension', message: 'Not this title.', data: { status: 422 } },
    });
    expect((await admin.get('/wp/v2/posts?status=any')).body).toEqual([]);
    const { body: post } = await admin.post('/wp/v2/posts', { title: 'good', status: 'publish' });
    expect(await admin.delete(`/wp/v2/posts/${post.id}`)).toMatchObject({ status: 409, body: { code: 'it_stays' } });
    expect(await admin.delete(`/wp/v2/posts/${post.id}?force=true`)).toMatchObject({ status: 400 });
    expect((await admin.get(`/wp/v2/posts/${post.id}`)).body.status).toBe('publish');
    const refused = [
      await admin.post('/wp/v2/comments', { post: post.id, content: 'x' }),
      await admin.post('/wp/v2/categories', { name: 'x' }),
      await admin.post('/wp/v2/users', { username: 'x', email: 'x@example.org', password: 'pw' }),
      await admin.delete(`/wp/v2/users/${site.users.author}?force=true&reassign=1`),
      await admin.post('/wp/v2/settings', { title: 'x' }),
    ];
    expect(refused.map(({ body }) => body.message)).toEqual([
      'No comments.',
      'No terms.',
      'No users.',
      'Users stay.',
      'The title stays.',
    ]);
    expect((await admin.post('/wp/v2/settings', { description: 'y' })).status).toBe(200);
  });

  it.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('broken on purpose');
      },
    ],
    ['is late', () => new Promise(() => {}) as never],
    ['answers nonsense', () => 42 as never],
  ])('that must answer and %s lets nothing be written', async (_, broken) => {
    const admin = await start(
      defineExtension({ name: 'gate', hooks: { mustAnswer: true, before: { post: { create: broken } } } }),
    );
    const refused = await admin.post('/wp/v2/posts', { title: 'x' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'rest_hook_failed' } });
    expect((await admin.get('/wp/v2/posts?status=any')).body).toEqual([]);
    expect((await admin.post('/wp/v2/categories', { name: 'x' })).status).toBe(201);
  });

  it('changes drafts of every kind, cleaned like those of a request', async () => {
    const admin = await start(
      defineExtension({
        name: 'editor',
        hooks: {
          before: {
            term: { create: () => ({ description: '<b>bold</b><script>x</script>' }) },
            comment: { create: ({ draft }) => ({ content: `${draft.content} <script>x</script>` }) },
            user: { create: () => ({ description: '<em>hi</em><script>x</script>', url: 'javascript:x' }) },
            settings: { update: () => ({ description: 'from a hook' }) },
          },
        },
      }),
    );
    const term = await admin.post('/wp/v2/tags', { name: 'x' });
    expect(term.body.description).toBe('<b>bold</b>x');
    const user = await admin.post('/wp/v2/users', { username: 'x', email: 'x@example.org', password: 'pw-x' });
    expect(user.body).toMatchObject({ description: '<em>hi</em>x', url: '' });
    expect((await admin.post('/wp/v2/settings', { title: 'T' })).body).toMatchObject({
      title: 'T',
      description: 'from a hook',
    });
    const { body: post } = await admin.post('/wp/v2/posts', { title: 'p', status: 'publish' });
    const comment = await site.as('author').post('/wp/v2/comments', { post: post.id, content: 'hello' });
    expect(comment.body.content.rendered).not.toContain('<script>');
    expect(comment.body.content.rendered).toContain('hello');
  });
});

describe('after a commit a hook', () => {
  it('is told of every action of every kind, in order per item', async () => {
    const told: string[] = [];
    const tell = ({ kind, action, item }: AfterEvent<HookKind>) =>
      void told.push(`${kind}:${'id' in item ? item.id : 0} ${action}`);
    const admin = await start(
      defineExtension({
        name: 'listener',
        hooks: {
          after: {
            post: { create: tell, update: tell, publish: tell, trash: tell, restore: tell, delete: tell },
            term: { create: tell, update: tell, delete: tell },
            comment: { create: tell, update: tell, approve: tell, trash: tell, restore: tell, delete: tell },
            user: { create: tell, update: tell, delete: tell },
            settings: { update: tell },
          },
        },
      }),
    );
    const { id } = (await admin.post('/wp/v2/posts', { title: 'a' })).body;
    await admin.put(`/wp/v2/posts/${id}`, { title: 'b' });
    await admin.put(`/wp/v2/posts/${id}`, { status: 'publish' });
    await admin.delete(`/wp/v2/posts/${id}`);
    await admin.put(`/wp/v2/posts/${id}`, { status: 'draft' });
    await admin.put(`/wp/v2/posts/${id}`, { status: 'publish' });
    const comment = (await admin.post('/wp/v2/comments', { post: id, content: 'c' })).body.id;
    await admin.put(`/wp/v2/comments/${comment}`, { status: 'hold' });
    await admin.put(`/wp/v2/comments/${comment}`, { status: 'approved' });
    await admin.delete(`/wp/v2/comments/${comment}`);
    await admin.delete(`/wp/v2/comments/${comment}?force=true`);
    await admin.delete(`/wp/v2/posts/${id}?force=true`);
    const term = (await admin.post('/wp/v2/tags', { name: 't' })).body.id;
    await admin.put(`/wp/v2/tags/${term}`, { name: 'u' });
    await admin.delete(`/wp/v2/tags/${term}?force=true`);
    const user = (await admin.post('/wp/v2/users', { username: 'u', email: 'u@example.org', password: 'pw-u' })).body
      .id;
    await admin.put(`/wp/v2/users/${user}`, { name: 'U' });
    await admin.delete(`/wp/v2/users/${user}?force=true&reassign=1`);
    await admin.post('/wp/v2/settings', { title: 't' });
    await until(() => expect(told).toHaveLength(23));
    const of = (item: string) => told.filter((one) => one.startsWith(`${item} `)).map((one) => one.split(' ')[1]);
    expect(of(`post:${id}`)).toEqual([
      'create',
      'update',
      'update',
      'publish',
      'trash',
      'restore',
      'update',
      'publish',
      'delete',
    ]);
    expect(of(`comment:${comment}`)).toEqual(['create', 'approve', 'update', 'update', 'approve', 'trash', 'delete']);
    expect(of(`term:${term}`)).toEqual(['create', 'update', 'delete']);
    expect(of(`user:${user}`)).toEqual(['create', 'update', 'delete']);
    expect(of('settings:0')).toEqual(['update']);
  });

  it('is told of what the clock publishes', async () => {
    const told: number[] = [];
    let now = Date.now();
    site = await testPlaten({
      leads: true,
      clock: () => now,
      extensions: [
        defineExtension({ name: 'x', hooks: { after: { post: { publish: ({ item }) => void told.push(item.id) } } } }),
      ],
    });
    const date = new Date(now + 3_600_000).toISOString().slice(0, 19);
    const admin = site.as('administrator');
    const { body } = await admin.post('/wp/v2/posts', { title: 'later', status: 'publish', date_gmt: date });
    expect(body.status).toBe('future');
    now += 3_700_000;
    await until(() => expect(told).toEqual([body.id]));
  });

  it('writes content itself without being told of it, while others are', async () => {
    const told: string[] = [];
    const admin = await start(
      defineExtension({
        name: 'stamper',
        capabilities: { content: 'write' },
        hooks: {
          after: {
            post: {
              create: async ({ item }, { content }) => {
                told.push('stamper create');
                await content.update(item.type, item.id, { excerpt: 'stamped' });
              },
              update: () => void told.push('stamper update'),
            },
          },
        },
      }),
      defineExtension({ name: 'other', hooks: { after: { post: { update: () => void told.push('other update') } } } }),
    );
    const { id } = (await admin.post('/wp/v2/posts', { title: 'a', content: 'c' })).body;
    await until(() => expect(told).toEqual(['stamper create', 'other update']));
    expect((await admin.get(`/wp/v2/posts/${id}?context=edit`)).body.excerpt.raw).toBe('stamped');
  });
});

it('costs a write no statement when nobody listens', async () => {
  const told: unknown[] = [];
  const loud = defineExtension({
    name: 'loud',
    hooks: { after: { post: { create: (event) => void told.push(event) } } },
  });
  const cost = async (...extensions: Extension[]) => {
    const admin = await start(...extensions);
    const write = () => admin.post('/wp/v2/posts', { title: 'x', status: 'publish' });
    await write();
    if (extensions.includes(loud)) await until(() => expect(told).toHaveLength(1));
    const statements = await countStatements(site.platen.store, write);
    if (!extensions.includes(loud)) await site.close();
    return statements;
  };
  const plain = await cost();
  expect(await cost(defineExtension({ name: 'idle' }))).toBe(plain);
  expect(await cost(loud)).toBeGreaterThan(plain);
}, 170_000);
