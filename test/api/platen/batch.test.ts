import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineExtension, refuse } from '../../../src/extension.ts';
import { type Answer, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ interface: 'extended' });
});
afterAll(() => site.close());

const send = (who: Role, requests: readonly object[], more: object = {}): Promise<Answer> =>
  site.as(who).post('/platen/v1/batch', { requests, ...more });
const atomic = (who: Role, requests: readonly object[]) => send(who, requests, { atomic: true });
const post = (path: string, body: object) => ({ method: 'POST', path, body });
const statuses = ({ body }: Answer): number[] => body.responses.map((one: { status: number }) => one.status);
const titles = async (search: string): Promise<string[]> => {
  const { body } = await site.as('administrator').get(`/wp/v2/posts?search=${search}&status=any&_fields=title`);
  return body.map((one: { title: { rendered: string } }) => one.title.rendered);
};

describe('a batch', () => {
  it('answers reads and writes in order, as they would be answered alone', async () => {
    const answer = await send('administrator', [
      post('/wp/v2/categories', { name: 'Wood' }),
      { path: '/wp/v2/categories?search=Wood&_fields=name' },
      { method: 'DELETE', path: '/wp/v2/posts/99999' },
      { path: '/wp/v2/none' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.committed).toBe(true);
    expect(statuses(answer)).toEqual([201, 200, 404, 404]);
    const [made, list] = answer.body.responses;
    expect(made.headers.Location).toBe(`http://site.test/wp-json/wp/v2/categories/${made.body.id}`);
    expect(list).toMatchObject({ headers: { 'X-WP-Total': '1' }, body: [{ name: 'Wood' }] });
  });

  it('lets later steps use what earlier ones answered', async () => {
    const answer = await send('administrator', [
      post('/wp/v2/categories', { name: 'Stone' }),
      post('/wp/v2/posts', { title: 'Of stone', status: 'publish', categories: [{ $from: '0.body.id' }] }),
      { path: '/wp/v2/posts/{1.body.id}?_fields=categories,title.rendered' },
      post('/wp/v2/posts/{1.body.id}', { excerpt: { $from: '2.body.title.rendered' } }),
    ]);
    expect(statuses(answer)).toEqual([201, 201, 200, 200]);
    const [category, , shown, changed] = answer.body.responses;
    expect(shown.body).toEqual({ categories: [category.body.id], title: { rendered: 'Of stone' } });
    expect(changed.body.excerpt.raw).toBe('Of stone');
  });

  it.each([
    ['/wp/v2/posts/{1.body.id}', 'no such earlier step'],
    ['/wp/v2/posts/{0.body.id}', 'that step has failed'],
    ['/wp/v2/posts/{x}', 'write the position'],
    ['/wp/v2/posts/{}', 'write the position'],
    ['/wp/v2/posts/{0.body.__proto__}', 'that step has failed'],
    ['/wp/v2/posts/{0.constructor}', 'write the position'],
    ['/wp/v2/posts/{-1.body.id}', 'write the position'],
  ])('refuses the reference in %s', async (path, why) => {
    const answer = await send('administrator', [{ path: '/wp/v2/posts/99999' }, { path }]);
    expect(answer.body.responses[1]).toMatchObject({ status: 400, body: { code: 'platen_invalid_reference' } });
    expect(answer.body.responses[1].body.message).toContain(why);
  });

  it.each([
    [{ $from: '0.body.none' }, 'no none in that answer'],
    [{ $from: '0.body.constructor' }, 'no constructor'],
    [{ $from: 5 }, 'is a text'],
    [{ $from: '0.body.id', other: 1 }, 'no other member'],
  ])('refuses the reference %j in a body', async (title, why) => {
    const answer = await send('administrator', [{ path: '/wp/v2/settings' }, post('/wp/v2/posts', { title })]);
    expect(answer.body.responses[1].body.message).toContain(why);
    const inPath = await send('administrator', [{ path: '/wp/v2/settings' }, { path: '/wp/v2/posts/{0.body}' }]);
    expect(inPath.body.responses[1].body.code).toBe('platen_invalid_reference');
  });

  it('asks the permission of each step, and nobody can become somebody else in one', async () => {
    const steps = [
      post('/wp/v2/posts', { title: 'Mine' }),
      post('/wp/v2/categories', { name: 'Not mine' }),
      { path: '/wp/v2/settings', headers: { Authorization: `Basic ${btoa('admin:pw-administrator')}` } },
      { path: '/wp/v2/users/me?context=edit&_fields=id' },
    ];
    const expected: Record<Role, number[]> = {
      administrator: [201, 201, 200, 200],
      editor: [201, 201, 403, 200],
      author: [201, 403, 403, 200],
      contributor: [201, 403, 403, 200],
      subscriber: [403, 403, 403, 200],
      anonymous: [401, 401, 401, 401],
    };
    for (const [role, wanted] of Object.entries(expected)) {
      const named = steps.map((step, i) => (i === 1 ? post('/wp/v2/categories', { name: `Of ${role}` }) : step));
      expect([role, statuses(await send(role as Role, named))]).toEqual([role, wanted]);
    }
  });

  it('is not nested, and does not stream or wrap', async () => {
    const answer = await send('administrator', [
      post('/platen/v1/batch', { requests: [] }),
      post('/batch/v1', { requests: [] }),
      { path: '/wp/v2/types?_envelope&_jsonp=x&_fields=post' },
      { path: '/wp/v2/posts/%zz' },
      { path: `/wp/v2/posts?x=${'y'.repeat(20_000)}` },
    ]);
    expect(statuses(answer)).toEqual([400, 400, 200, 400, 414]);
    expect(answer.body.responses[0].body.code).toBe('rest_batch_not_allowed');
    expect(Object.keys(answer.body.responses[2].body)).toEqual(['post']);
  });

  it('has limits, and every step that of its own route', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ path: '/wp/v2/types?_fields=post' }));
    expect((await send('subscriber', many(100))).status).toBe(200);
    expect(await send('administrator', many(101))).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect((await send('anonymous', many(25))).status).toBe(200);
    expect((await send('anonymous', many(26))).status).toBe(400);
    const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, 0]));
    const answer = await send('administrator', [{ method: 'GET', path: '/wp/v2/posts', body: wide }]);
    expect(statuses(answer)).toEqual([413]);
  });

  it.each([
    [{}],
    [{ path: 5 }],
    [{ path: 'wp/v2/posts' }],
    [{ path: '/', method: 'BREW' }],
    [{ path: '/', method: 'OPTIONS' }],
    [{ path: '/', body: 'x' }],
    [{ path: '/', headers: { a: 1 } }],
    ['x'],
    [null],
  ])('refuses the request %j', async (request) => {
    expect((await site.as('administrator').post('/platen/v1/batch', { requests: [request] })).status).toBe(400);
  });
});

describe('the work of a batch', () => {
  const times = (count: number, step: object) => Array.from({ length: count }, () => step);
  const tooLarge = (reads: number, most: number) => ({
    status: 400,
    body: {
      code: 'platen_batch_too_large',
      message: expect.stringContaining(`may read ${reads} items, and you may read ${most} in one batch`),
    },
  });

  it('is refused before any of it is done where the steps may read too much, by caller', async () => {
    const wide = { path: '/wp/v2/posts?per_page=100&_embed' };
    const answer = await send('anonymous', times(25, wide));
    expect(answer).toMatchObject(tooLarge(10_000, 1_000));
    expect(answer.body.message).toContain('fewer steps');
    expect(await send('subscriber', times(6, wide))).toMatchObject(tooLarge(2_400, 2_000));
    const writing = [post('/wp/v2/posts', { title: 'Too much', status: 'publish' }), ...times(25, wide)];
    expect(await send('author', writing)).toMatchObject(tooLarge(10_001, 10_000));
    expect(await atomic('author', writing)).toMatchObject(tooLarge(10_001, 10_000));
    expect(await titles('too+much')).toEqual([]);
  });

  it('may be as many lists of the usual size as a visitor may send, with what they embed', async () => {
    const answer = await send('anonymous', times(25, { path: '/wp/v2/posts?_embed' }));
    expect(statuses(answer)).toEqual(Array(25).fill(200));
  });

  it.each<[string, object, number]>([
    ['an item', { path: '/wp/v2/posts/1' }, 1],
    ['an item with what it embeds', { path: '/wp/v2/posts/1?_embed' }, 4],
    ['an item of an earlier answer', { path: '/wp/v2/posts/{0.body.id}' }, 1],
    ['a list without a size', { path: '/wp/v2/posts' }, 10],
    ['a list without a size that has another default', { path: '/wp/v2/menu-items' }, 100],
    ['a path without a route', { path: '/wp/v2/{0.body.slug}' }, 10],
    ['a size', { path: '/wp/v2/posts?per_page=37' }, 37],
    ['a size that is not valid', { path: '/wp/v2/posts?per_page=9999' }, 100],
    ['a size with a sign', { path: '/wp/v2/posts?per_page=-37' }, 37],
    ['a size in a list', { path: '/wp/v2/posts?per_page[]=1' }, 100],
    ['the last of two sizes', { path: '/wp/v2/posts?per_page=1&per%5Fpage=37' }, 37],
    ['a size in the body', { path: '/wp/v2/posts?per_page=1', body: { per_page: 37 } }, 37],
    ['a size of an earlier answer', { path: '/wp/v2/posts?per_page={0.body.id}' }, 100],
    [
      'a size of an earlier answer in the body',
      { path: '/wp/v2/posts', body: { per_page: { $from: '0.body.id' } } },
      100,
    ],
    ['a body of an earlier answer', { path: '/wp/v2/posts', body: { $from: '0.body' } }, 100],
    ['a parameter of an earlier answer', { path: '/wp/v2/posts?{0.body.slug}=100' }, 400],
    ['a write', { method: 'POST', path: '/wp/v2/posts?per_page=100' }, 1],
  ])('counts %s', async (_, step, reads) => {
    const rest = times(24, { path: '/wp/v2/posts?per_page=100&_embed' });
    expect(await send('anonymous', [step, ...rest])).toMatchObject(tooLarge(9_600 + reads, 1_000));
  });

  it('lets other work of the process in between its steps', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (const more of [{}, { atomic: true }]) {
      turns = 0;
      const answer = await send('anonymous', times(25, { path: '/wp/v2/types?_fields=post' }), more);
      expect(answer.status).toBe(200);
      expect(turns).toBeGreaterThanOrEqual(24);
    }
    clearImmediate(next);
  });

  it('does not grow by references: neither a path nor a body may repeat a long answer', async () => {
    const { body } = await site.as('administrator').post('/wp/v2/posts', {
      title: 'Long',
      status: 'publish',
      content: 'x'.repeat(20_000),
    });
    const read = { path: `/wp/v2/posts/${body.id}` };
    const text = '0.body.content.rendered';
    const repeated = { list: times(100, { $from: text }) };
    const answer = await send('anonymous', [
      read,
      { path: `/wp/v2/posts?search={${text}}` },
      { path: '/wp/v2/posts', body: repeated },
      { path: '/wp/v2/posts?_fields=id', body: { note: { $from: text } } },
    ]);
    expect(statuses(answer)).toEqual([200, 414, 413, 200]);
    expect(answer.body.responses[2].body.message).toContain('references');
  });
});

describe('an atomic batch', () => {
  it('stores everything', async () => {
    const answer = await atomic('administrator', [
      post('/wp/v2/categories', { name: 'Iron' }),
      ...['Iron one', 'Iron two'].map((title) =>
        post('/wp/v2/posts', { title, status: 'publish', categories: [{ $from: '0.body.id' }] }),
      ),
      post('/wp/v2/tags', { name: 'Iron tag' }),
      post('/wp/v2/comments', { post: { $from: '1.body.id' }, content: 'Well made.' }),
      { path: '/wp/v2/posts?search=iron&_fields=id' },
    ]);
    expect([answer.status, statuses(answer)]).toEqual([200, [201, 201, 201, 201, 201, 200]]);
    expect(answer.body.responses[5].body).toHaveLength(2);
    expect((await titles('iron')).sort()).toEqual(['Iron one', 'Iron two']);
    const id = answer.body.responses[0].body.id;
    expect((await site.as('anonymous').get(`/wp/v2/categories/${id}`)).body.count).toBe(2);
  });

  it('stores nothing if one step fails, and says what each would have been answered', async () => {
    const before = await site.as('administrator').get('/wp/v2/settings');
    const answer = await atomic('administrator', [
      post('/wp/v2/posts', { title: 'Copper', status: 'publish' }),
      post('/wp/v2/settings', { title: 'Copper site' }),
      post('/wp/v2/categories', {}),
      { path: '/wp/v2/posts/{0.body.id}?_fields=title.rendered' },
      { method: 'DELETE', path: '/wp/v2/posts/{0.body.id}?force=true' },
    ]);
    expect([answer.status, answer.body.committed]).toEqual([422, false]);
    expect(statuses(answer)).toEqual([201, 200, 400, 200, 200]);
    expect(await titles('copper')).toEqual([]);
    expect((await site.as('administrator').get('/wp/v2/settings')).body).toEqual(before.body);
  });

  it('refuses what could not be undone', async () => {
    const answer = await atomic('administrator', [
      { method: 'DELETE', path: '/wp/v2/media/1?force=true' },
      post('/wp/v2/media', {}),
      post('/wp/v2/users/me/application-passwords', { name: 'x' }),
      { path: '/oembed/1.0/embed?url=http://site.test/' },
      post('/platen/v1/batch', { requests: [] }),
    ]);
    expect(answer.status).toBe(422);
    const codes = answer.body.responses.map((one: { body: { code: string } }) => one.body.code);
    expect(codes).toEqual([...Array(4).fill('platen_batch_not_undoable'), 'rest_batch_not_allowed']);
  });

  it('survives others who write the same rows', async () => {
    const made = await site.as('administrator').post('/wp/v2/categories', { name: 'Busy' });
    const one = (n: number) =>
      atomic('administrator', [
        post('/wp/v2/posts', { title: `Busy ${n}`, status: 'publish', categories: [made.body.id] }),
        post(`/wp/v2/categories/${made.body.id}`, { description: `by ${n}` }),
      ]);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => one(n)));
    const stored = answers.filter(({ status }) => status === 200).length;
    expect(await titles('busy')).toHaveLength(stored);
    const { body } = await site.as('anonymous').get(`/wp/v2/categories/${made.body.id}`);
    expect([stored, body.count]).toEqual([6, 6]);
  });
});

describe('extensions', () => {
  it('are asked about an atomic batch before it, and told of it after', async () => {
    const told: string[] = [];
    const own = await testPlaten({
      extensions: [
        defineExtension({
          name: 'listener',
          hooks: {
            before: {
              post: {
                create: ({ draft }) =>
                  draft.title === 'bad' ? refuse('Not this one.', { status: 409 }) : { title: `${draft.title}!` },
              },
            },
            after: { post: { create: ({ item }) => void told.push(item.title) } },
          },
        }),
      ],
    });
    try {
      const ask = (...names: string[]) =>
        own.as('administrator').post('/platen/v1/batch', {
          atomic: true,
          requests: names.map((title) => post('/wp/v2/posts', { title })),
        });
      const refused = await ask('good', 'bad');
      expect([refused.status, statuses(refused)]).toEqual([422, [201, 409]]);
      const done = await ask('one', 'two');
      expect(done.body.responses.map((step: Answer) => step.body.title.raw)).toEqual(['one!', 'two!']);
      await vi.waitFor(() => expect(told.toSorted()).toEqual(['one!', 'two!']), { timeout: 300_000, interval: 20 });
      const { headers } = await own.as('administrator').get('/wp/v2/posts?status=any');
      expect(headers['x-wp-total']).toBe('2');
    } finally {
      await own.close();
    }
  });
});
