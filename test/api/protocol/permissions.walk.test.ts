import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const callers: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
const from = (least: Role): readonly Role[] => callers.slice(callers.indexOf(least));

/** Things of the administrator that operations are tried on; made anew when one has removed them. */
interface Things {
  readonly post: number;
  readonly page: number;
  readonly revision: number;
  readonly pageRevision: number;
  readonly media: number;
  readonly category: number;
  readonly tag: number;
  readonly comment: number;
}

/** Who may, by the table of roles, and a request that would then go through. */
interface Row {
  readonly who: readonly Role[];
  readonly path?: (things: Things) => string;
  readonly body?: (things: Things) => unknown;
}

const item = (base: string, id: keyof Things, query = '') => ({
  path: (things: Things) => `/wp/v2/${base}/${things[id]}${query}`,
});
const writes = (row: Row): Record<'POST' | 'PUT' | 'PATCH', Row> => ({ POST: row, PUT: row, PATCH: row });
const everyone = { who: callers };
const editors = from('editor');
const administrators = from('administrator');

/** Every operation of the core's namespace. One that is not here fails the walk. */
const operations = (flatTermsBy: Role): Record<string, Record<string, Row>> => ({
  '/wp/v2': { GET: everyone },
  '/wp/v2/posts': { GET: everyone, POST: { who: from('contributor'), body: () => ({ title: 'New' }) } },
  '/wp/v2/posts/(?P<id>[\\d]+)': {
    GET: { who: callers, ...item('posts', 'post') },
    ...writes({ who: editors, ...item('posts', 'post'), body: () => ({ title: 'Changed' }) }),
    DELETE: { who: editors, ...item('posts', 'post') },
  },
  '/wp/v2/posts/(?P<parent>[\\d]+)/revisions': {
    GET: { who: editors, path: ({ post }) => `/wp/v2/posts/${post}/revisions` },
  },
  '/wp/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)': {
    GET: { who: editors, path: ({ post, revision }) => `/wp/v2/posts/${post}/revisions/${revision}` },
    DELETE: { who: editors, path: ({ post, revision }) => `/wp/v2/posts/${post}/revisions/${revision}?force=true` },
  },
  '/wp/v2/pages': { GET: everyone, POST: { who: editors, body: () => ({ title: 'New' }) } },
  '/wp/v2/pages/(?P<id>[\\d]+)': {
    GET: { who: callers, ...item('pages', 'page') },
    ...writes({ who: editors, ...item('pages', 'page'), body: () => ({ title: 'Changed' }) }),
    DELETE: { who: editors, ...item('pages', 'page') },
  },
  '/wp/v2/pages/(?P<parent>[\\d]+)/revisions': {
    GET: { who: editors, path: ({ page }) => `/wp/v2/pages/${page}/revisions` },
  },
  '/wp/v2/pages/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)': {
    GET: { who: editors, path: ({ page, pageRevision }) => `/wp/v2/pages/${page}/revisions/${pageRevision}` },
    DELETE: {
      who: editors,
      path: ({ page, pageRevision }) => `/wp/v2/pages/${page}/revisions/${pageRevision}?force=true`,
    },
  },
  '/wp/v2/media': { GET: everyone, POST: { who: from('author'), body: () => ({ title: 'No file' }) } },
  '/wp/v2/media/(?P<id>[\\d]+)': {
    GET: { who: callers, ...item('media', 'media') },
    ...writes({ who: editors, ...item('media', 'media'), body: () => ({ title: 'Changed' }) }),
    DELETE: { who: editors, ...item('media', 'media') },
  },
  '/wp/v2/types': { GET: everyone },
  '/wp/v2/types/(?P<type>[\\w-]+)': { GET: { who: callers, path: () => '/wp/v2/types/post' } },
  '/wp/v2/statuses': { GET: everyone },
  '/wp/v2/statuses/(?P<status>[\\w-]+)': { GET: { who: callers, path: () => '/wp/v2/statuses/publish' } },
  '/wp/v2/taxonomies': { GET: everyone },
  '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)': { GET: { who: callers, path: () => '/wp/v2/taxonomies/category' } },
  '/wp/v2/categories': { GET: everyone, POST: { who: editors, body: () => ({ name: fresh('category') }) } },
  '/wp/v2/categories/(?P<id>[\\d]+)': {
    GET: { who: callers, ...item('categories', 'category') },
    ...writes({ who: editors, ...item('categories', 'category'), body: () => ({ description: 'Changed' }) }),
    DELETE: { who: editors, ...item('categories', 'category', '?force=true') },
  },
  '/wp/v2/tags': { GET: everyone, POST: { who: from(flatTermsBy), body: () => ({ name: fresh('tag') }) } },
  '/wp/v2/tags/(?P<id>[\\d]+)': {
    GET: { who: callers, ...item('tags', 'tag') },
    ...writes({ who: editors, ...item('tags', 'tag'), body: () => ({ description: 'Changed' }) }),
    DELETE: { who: editors, ...item('tags', 'tag', '?force=true') },
  },
  '/wp/v2/users': { GET: everyone, POST: { who: administrators, body: () => newUser() } },
  '/wp/v2/users/(?P<id>[\\d]+)': {
    GET: { who: callers, path: () => '/wp/v2/users/1' },
    ...writes({ who: administrators, path: () => '/wp/v2/users/1', body: () => ({ description: fresh('') }) }),
    // Without force nothing is removed: those who may are told so, the others that they may not.
    DELETE: { who: administrators, path: () => '/wp/v2/users/1?reassign=1' },
  },
  '/wp/v2/users/me': {
    GET: { who: from('subscriber') },
    ...writes({ who: from('subscriber'), body: () => ({ description: fresh('') }) }),
    DELETE: { who: administrators, path: () => '/wp/v2/users/me?reassign=1' },
  },
  '/wp/v2/comments': {
    GET: everyone,
    POST: { who: from('subscriber'), body: ({ post }) => ({ post, content: fresh('said') }) },
  },
  '/wp/v2/comments/(?P<id>[\\d]+)': {
    GET: { who: callers, ...item('comments', 'comment') },
    ...writes({ who: editors, ...item('comments', 'comment'), body: () => ({ content: fresh('changed') }) }),
    DELETE: { who: editors, ...item('comments', 'comment') },
  },
  '/wp/v2/settings': {
    GET: { who: administrators },
    ...writes({ who: administrators, body: () => ({ description: fresh('') }) }),
  },
});

let counter = 0;
const fresh = (word: string) => `${word} ${++counter}`;
const newUser = () => ({ username: fresh('user'), email: `user${counter}@example.org`, password: 'pw' });
const refused = [401, 403, 404];

describe.each([
  ['a', 'contributor'],
  ['b', 'editor'],
] as const)('every operation of variant %s', (variant, flatTermsBy) => {
  let site: TestPlaten;
  let routes: Record<string, { methods: string[] }>;
  const table = operations(flatTermsBy);
  beforeAll(async () => {
    site = await testPlaten({ variant });
    routes = (await site.as('anonymous').get('/wp/v2')).body.routes;
  });
  afterAll(() => site.close());

  async function makeThings(): Promise<Things> {
    const admin = site.as('administrator');
    const make = async (base: string, fields: object) => (await admin.post(`/wp/v2/${base}`, fields)).body.id as number;
    const post = await make('posts', { title: 'A post', status: 'publish' });
    const page = await make('pages', { title: 'A page', status: 'publish' });
    const revisionOf = async (base: string, id: number) => {
      await admin.put(`/wp/v2/${base}/${id}`, { content: fresh('text') });
      return (await admin.get(`/wp/v2/${base}/${id}/revisions`)).body[0].id as number;
    };
    const { id: _id, ...row } = (await site.platen.store.posts.byId(post))!;
    return {
      post,
      page,
      revision: await revisionOf('posts', post),
      pageRevision: await revisionOf('pages', page),
      media: await site.platen.store.posts.insert({
        ...row,
        type: 'attachment',
        status: 'inherit',
        mimeType: 'text/plain',
      }),
      category: await make('categories', { name: fresh('category') }),
      tag: await make('tags', { name: fresh('tag') }),
      comment: await make('comments', { post, content: fresh('said') }),
    };
  }

  it('is in the table', () => {
    const listed = Object.entries(table).flatMap(([path, rows]) =>
      Object.keys(rows).map((method) => `${method} ${path}`),
    );
    const known = Object.entries(routes).flatMap(([path, { methods }]) => methods.map((method) => `${method} ${path}`));
    expect(listed.sort()).toEqual(known.sort());
  });

  it('is open to no visitor if its route says that it is for members only', () => {
    const endpoints = site.platen.registry.paths.flatMap(({ path, endpoints }) =>
      endpoints.map(({ requiresLogin, methods }) => ({ requiresLogin, methods, rows: table[path.pattern] })),
    );
    const members = endpoints.flatMap(({ requiresLogin, methods, rows }) =>
      requiresLogin && rows ? methods.map((method) => rows[method]?.who ?? callers) : [],
    );
    expect(members.length).toBeGreaterThan(0);
    for (const who of members) expect(who).not.toContain('anonymous');
  });

  it.each(Object.keys(table))('at %s is open to exactly those who may', async (path) => {
    const outcome: string[] = [];
    const expected: string[] = [];
    let things = await makeThings();
    for (const [method, row] of Object.entries(table[path] ?? {})) {
      for (const caller of callers) {
        const options = row.body ? { body: row.body(things) } : {};
        const { status } = await site.as(caller).send(method, row.path?.(things) ?? path, options);
        expect(status).toBeLessThan(502);
        const isOpen = !refused.includes(status);
        if (isOpen && method === 'DELETE') things = await makeThings();
        outcome.push(`${method} ${caller}: ${isOpen ? 'yes' : 'no'}`);
        expected.push(`${method} ${caller}: ${row.who.includes(caller) ? 'yes' : 'no'}`);
      }
    }
    expect(outcome).toEqual(expected);
  });
});
