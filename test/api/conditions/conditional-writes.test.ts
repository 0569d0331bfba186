import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { type Client, clientFor, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { picture } from '../media/media-client.ts';

let site: TestPlaten;
let second: Platen;
let url: string;
let admin: Client;
beforeAll(async () => {
  site = await testPlaten();
  second = await createPlaten({ ...site.platen.config, log: site.platen.log, leads: false });
  url = await site.platen.listen();
  admin = site.as('administrator');
});
afterAll(async () => {
  await second.close();
  await site.close();
});

const authorization = `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`;

/** The entity tag that a client of the network gets. */
async function tagOf(path: string, headers: Record<string, string> = { authorization }): Promise<string> {
  const answered = await fetch(`${url}/wp-json${path}`, { headers });
  await answered.arrayBuffer();
  expect(answered.status).toBe(200);
  return answered.headers.get('etag') ?? '';
}

const versionOf = (tag: string) => /^"([0-9a-f]{20})-[\w-]+(?:\.\w+)?"$/.exec(tag)?.[1];

interface Kind {
  /** Makes an item and returns its path. */
  make(): Promise<string>;
  readonly change: Record<string, unknown>;
  readonly other: Record<string, unknown>;
  /** The query of a removal; null where items cannot be removed. */
  readonly removal: string | null;
}

let made = 0;
const create = async (path: string, body: object): Promise<string> => {
  const answered = await admin.post(path, body);
  expect(answered.status).toBe(201);
  return `${path}/${answered.body.id}`;
};
const kinds: Readonly<Record<string, Kind>> = {
  post: {
    make: () => create('/wp/v2/posts', { title: `Post ${++made}`, content: 'Text', status: 'publish' }),
    change: { title: 'Changed' },
    other: { title: 'Changed again' },
    removal: '?force=true',
  },
  page: {
    make: () => create('/wp/v2/pages', { title: `Page ${++made}`, status: 'publish' }),
    change: { menu_order: 7 },
    other: { menu_order: 8 },
    removal: '',
  },
  media: {
    make: async () => {
      const body = new Uint8Array(await picture(8, 8, 'png'));
      const headers = {
        authorization,
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="p${++made}.png"`,
      };
      const answered = await fetch(`${url}/wp-json/wp/v2/media`, { method: 'POST', headers, body });
      const item = (await answered.json()) as { id: number };
      return `/wp/v2/media/${item.id}`;
    },
    change: { alt_text: 'A square' },
    other: { alt_text: 'A picture' },
    removal: '?force=true',
  },
  category: {
    make: () => create('/wp/v2/categories', { name: `Category ${++made}` }),
    change: { description: 'Changed' },
    other: { description: 'Changed again' },
    removal: '?force=true',
  },
  tag: {
    make: () => create('/wp/v2/tags', { name: `Tag ${++made}` }),
    change: { name: `Renamed ${made}` },
    other: { description: 'Changed again' },
    removal: '?force=true',
  },
  user: {
    make: () =>
      create('/wp/v2/users', { username: `user${++made}`, email: `user${made}@example.org`, password: 'a password' }),
    change: { description: 'Changed' },
    other: { first_name: 'Ann' },
    removal: '?force=true&reassign=1',
  },
  comment: {
    make: async () => {
      const path = await create('/wp/v2/posts', { title: `Post ${++made}`, status: 'publish' });
      return create('/wp/v2/comments', { post: Number(path.split('/').at(-1)), content: `Comment ${made}` });
    },
    change: { content: 'Changed' },
    other: { status: 'hold' },
    removal: '?force=true',
  },
  settings: {
    make: async () => '/wp/v2/settings',
    change: { description: 'Changed' },
    other: { description: 'Changed again' },
    removal: null,
  },
};

describe.each(Object.entries(kinds))('a %s', (_name, { make, change, other, removal }) => {
  it('is changed and removed only in the version that the client has seen', async () => {
    const path = await make();
    const tag = await tagOf(path);
    const changed = await admin.send('POST', path, { body: change, headers: { 'if-match': tag } });
    expect(changed.status).toBe(200);
    expect(versionOf(changed.headers['etag'] ?? '')).toBe(versionOf(await tagOf(path)));

    const late = await admin.send('POST', path, { body: other, headers: { 'if-match': tag } });
    expect(late).toMatchObject({ status: 412, body: { code: 'rest_precondition_failed' } });
    expect(late.body.data.current).toMatchObject(
      (await admin.get(`${path}${path.endsWith('settings') ? '' : '?context=edit'}`)).body,
    );
    const again = late.headers['etag'] ?? '';
    expect(versionOf(again)).toBe(versionOf(await tagOf(path)));

    if (removal === null) return;
    const refused = await admin.send('DELETE', `${path}${removal}`, { headers: { 'if-match': tag } });
    expect(refused.status).toBe(412);
    expect((await admin.get(path)).status).toBe(200);
    const removed = await admin.send('DELETE', `${path}${removal}`, { headers: { 'if-match': again } });
    expect(removed.status).toBe(200);
  });

  it('has one version in every context, choice of fields and encoding, and another after a change', async () => {
    const path = await make();
    const version = versionOf(await tagOf(path));
    expect(version).toBeTruthy();
    for (const query of ['?context=edit', '?_fields=id', '?context=embed']) {
      expect(versionOf(await tagOf(path + query))).toBe(version);
    }
    for (const encoding of ['br', 'gzip', 'identity']) {
      expect(versionOf(await tagOf(path, { authorization, 'accept-encoding': encoding }))).toBe(version);
    }
    const headers = { 'if-match': await tagOf(`${path}?_fields=id`) };
    expect((await admin.send('PUT', path, { body: other, headers })).status).toBe(200);
    expect(versionOf(await tagOf(path))).not.toBe(version);
  });
});

describe('conditions', () => {
  const post = () => kinds['post']!.make();

  it('change with meta, terms and the sticky mark, and not with comments or counts', async () => {
    const path = await post();
    const id = Number(path.split('/').at(-1));
    const seen = new Set([versionOf(await tagOf(path))]);
    const category = Number((await kinds['category']!.make()).split('/').at(-1));
    for (const change of [{ categories: [category] }, { sticky: true }, { format: 'aside' }]) {
      await admin.post(path, change);
      seen.add(versionOf(await tagOf(path)));
    }
    await site.platen.store.meta.set('post', id, 'colour', ['red']);
    seen.add(versionOf(await tagOf(path)));
    expect(seen.size).toBe(5);
    await admin.post('/wp/v2/comments', { post: id, content: 'A comment' });
    seen.add(versionOf(await tagOf(path)));
    expect(seen.size).toBe(5);
    const term = versionOf(await tagOf(`/wp/v2/categories/${category}`));
    await admin.post('/wp/v2/posts', { title: 'Another', status: 'publish', categories: [category] });
    expect((await admin.get(`/wp/v2/categories/${category}`)).body.count).toBe(2);
    expect(versionOf(await tagOf(`/wp/v2/categories/${category}`))).toBe(term);
  });

  it('accept *, lists of tags and weakened tags, and nothing without a version', async () => {
    const path = await post();
    const send = async (match: string) =>
      (await admin.send('POST', path, { body: { menu_order: 1 }, headers: { 'if-match': match } })).status;
    expect(await send('*')).toBe(200);
    expect(await send(`"none", W/${await tagOf(path)}`)).toBe(200);
    for (const match of ['"none"', '', 'W/"x"', '"-"', `"${'0'.repeat(20)}-x"`, 'x'.repeat(5000), '","']) {
      expect([match, await send(match)]).toEqual([match, 412]);
    }
  });

  it('take a date instead, for what has one', async () => {
    const path = await post();
    const send = async (date: string) =>
      (await admin.send('POST', path, { body: { title: 'T' }, headers: { 'if-unmodified-since': date } })).status;
    expect(await send(new Date(Date.now() + 60_000).toUTCString())).toBe(200);
    expect(await send('Thu, 01 Jan 2015 00:00:00 GMT')).toBe(412);
    expect(await send('some day')).toBe(200);
    const tag = await kinds['tag']!.make();
    const old = { 'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' };
    expect((await admin.send('POST', tag, { body: { name: 'N' }, headers: old })).status).toBe(200);
  });

  it('come after permission, and tell no more than the caller may see', async () => {
    const path = await post();
    const headers = { 'if-match': '"none"' };
    expect((await site.as('subscriber').send('POST', path, { body: { title: 'T' }, headers })).status).toBe(403);
    expect((await site.as('anonymous').send('DELETE', path, { headers })).status).toBe(401);
    expect((await admin.send('POST', '/wp/v2/posts/999999', { body: {}, headers })).status).toBe(404);
    const me = await site.as('author').send('POST', '/wp/v2/users/me', { body: { nickname: 'x' }, headers });
    expect(me.status).toBe(412);
    expect(me.body.data.current).toMatchObject({ slug: 'the-author' });
  });

  it.each([
    ['/wp/v2/posts', { title: 'One', status: 'publish' }],
    ['/wp/v2/pages', { title: 'One' }],
    ['/wp/v2/categories', { name: 'One' }],
    ['/wp/v2/tags', { name: 'One' }],
  ])('make an item in %s only if its slug is free', async (path, body) => {
    const headers = { 'if-none-match': '*' };
    const first = await admin.send('POST', path, { body: { ...body, slug: 'only-once' }, headers });
    expect(first).toMatchObject({ status: 201, body: { slug: 'only-once' } });
    const again = await admin.send('POST', path, { body: { ...body, name: 'Two', slug: 'Only Once' }, headers });
    expect(again).toMatchObject({ status: 412, body: { data: { current: { id: first.body.id } } } });
    const without = await admin.send('POST', path, { body: { ...body, name: 'Three' }, headers });
    expect(without).toMatchObject({ status: 400, body: { code: 'rest_precondition_without_slug' } });
    const plain = await admin.post(path, { ...body, name: 'Four', slug: 'only-once' });
    expect(plain.status).toBe(201);
  });

  it('let one of eight make an item of a slug', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        clientFor(n % 2 ? second : site.platen, 'admin:pw-administrator').send('POST', '/wp/v2/posts', {
          body: { title: `Racer ${n}`, slug: 'the-race', status: 'publish' },
          headers: { 'if-none-match': '*' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(412)]);
  });

  it('see a write of another program', async () => {
    const path = await post();
    const tag = await tagOf(path);
    const id = Number(path.split('/').at(-1));
    // Past the operations, as another program would: the row alone, with its date as it was.
    await second.store.posts.update(id, { title: 'From elsewhere' });
    const late = await admin.send('POST', path, { body: { title: 'Mine' }, headers: { 'if-match': tag } });
    expect(late).toMatchObject({ status: 412, body: { data: { current: { title: { raw: 'From elsewhere' } } } } });
  });
});

it('eight writers in two instances lose no update', async () => {
  const { body: counter } = await admin.post('/wp/v2/posts', { title: '0', content: 'Text', status: 'publish' });
  const path = `/wp/v2/posts/${counter.id}`;
  const { body: term } = await admin.post('/wp/v2/tags', { name: 'counted', description: '0' });
  const urls = [url, await second.listen()];
  const count = async (base: string, at: string, read: (item: Item) => string, field: string): Promise<void> => {
    for (;;) {
      const seen = await fetch(`${base}/wp-json${at}?context=edit`, { headers: { authorization } });
      const next = String(Number(read((await seen.json()) as Item)) + 1);
      const headers = { authorization, 'content-type': 'application/json', 'if-match': seen.headers.get('etag') ?? '' };
      const body = JSON.stringify({ [field]: next });
      const written = await fetch(`${base}/wp-json${at}`, { method: 'POST', headers, body });
      const said = await written.text();
      if (written.status === 200) return;
      expect([written.status, said.slice(0, 200)]).toEqual([412, expect.any(String)]);
    }
  };
  const title = (item: Item) => item.title?.raw ?? '';
  const description = (item: Item) => item.description ?? '';
  const writer = async (base: string): Promise<void> => {
    for (let n = 0; n < 5; n += 1) {
      await count(base, path, title, 'title');
      await count(base, `/wp/v2/tags/${term.id}`, description, 'description');
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => writer(urls[n % 2] ?? url)));
  expect((await admin.get(`${path}?context=edit`)).body.title.raw).toBe('40');
  expect((await admin.get(`/wp/v2/tags/${term.id}`)).body.description).toBe('40');
}, 600_000);

interface Item {
  readonly title?: { readonly raw: string };
  readonly description?: string;
}
