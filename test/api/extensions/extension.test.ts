import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  anyone,
  commentField,
  defineExtension,
  type Extension,
  type ExtensionTable,
  option,
  postField,
  reply,
  route,
  s,
  termField,
  userField,
} from '../../../src/extension.ts';
import { createPlaten } from '../../../src/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten | null = null;
afterEach(async () => {
  await site?.close();
  site = null;
});

const start = async (extension: Extension, more: Parameters<typeof testPlaten>[0] = {}) => {
  site = await testPlaten({ extensions: [extension], ...more });
  return site.as('administrator');
};

interface Price {
  id: number;
  postId: number;
  cents: number;
  note: string | null;
}
const prices: ExtensionTable<Price> = {
  name: 'shop_prices',
  columns: { id: 'id', postId: 'integer', cents: 'integer', note: 'text' },
  key: 'id',
  unique: [['postId']],
};

describe('an extension', () => {
  it('has routes with typed arguments, options, tables and content of its own', async () => {
    const shop = defineExtension({
      name: 'shop',
      capabilities: { content: 'read' },
      options: {
        currency: option.choice({ env: 'PLATEN_SHOP_CURRENCY', fallback: 'eur', help: 'Currency.' }, ['eur', 'usd']),
      },
      tables: [prices],
      routes: ({ table, content, options }) => [
        route({
          method: 'GET',
          path: '/shop/v1/prices/{id:int}',
          summary: 'Show a price.',
          permit: anyone,
          handle: async ({ id }) => {
            const [row] = await table(prices).find({ postId: id });
            const post = await content.get('post', id);
            return reply({ cents: row?.cents ?? null, currency: options.currency, title: post?.title ?? null });
          },
        }),
        route({
          method: 'POST',
          path: '/shop/v1/prices/{id:int}',
          summary: 'Set a price.',
          args: { cents: s.integer({ required: true, minimum: 0 }) },
          permit: anyone,
          handle: async ({ id, cents }) => {
            await table(prices).remove({ postId: id });
            await table(prices).insert({ postId: id, cents });
            return reply({ id, cents }, { status: 201 });
          },
        }),
      ],
    });
    const admin = await start(shop, { extensionOptions: { PLATEN_SHOP_CURRENCY: 'usd' } });
    const { body: post } = await admin.post('/wp/v2/posts', { title: 'Shoe', status: 'publish' });
    const path = `/shop/v1/prices/${post.id}`;
    const anyone_ = site!.as('anonymous');
    expect((await anyone_.get(path)).body).toEqual({ cents: null, currency: 'usd', title: 'Shoe' });
    expect((await anyone_.post(path, { cents: 'many' })).status).toBe(400);
    expect((await anyone_.post(path, { cents: 995 })).status).toBe(201);
    expect((await anyone_.get(path)).body).toEqual({ cents: 995, currency: 'usd', title: 'Shoe' });
    expect((await admin.get('/')).body.namespaces).toContain('shop/v1');
  });

  it('adds fields to resources, loaded once per page, shown in their contexts and in OPTIONS', async () => {
    const pages: number[][] = [];
    const extra = defineExtension({
      name: 'extra',
      fields: {
        post: {
          words: postField({
            schema: s.integer({ description: 'How many words it has.' }),
            contexts: ['view'],
            load: (posts) => {
              pages.push(posts.map((post) => post.id));
              return posts.map((post) => (post.isProtected ? null : post.content.split(/\s+/).length));
            },
          }),
        },
        category: {
          shout: termField({ schema: s.string(), load: (terms) => terms.map(({ name }) => name.toUpperCase()) }),
        },
        user: {
          initial: userField({ schema: s.string(), load: (users) => users.map((user) => user.login.charAt(0)) }),
        },
        comment: {
          on: commentField({ schema: s.integer(), load: (comments) => comments.map(({ postId }) => postId) }),
        },
      },
    });
    const admin = await start(extra);
    for (const content of ['a b c', 'd e', 'f'])
      await admin.post('/wp/v2/posts', { title: 't', content, status: 'publish' });
    pages.length = 0;
    const list = await admin.get('/wp/v2/posts?_fields=id,words');
    expect(list.body.map((post: { words: number }) => post.words).sort()).toEqual([1, 2, 3]);
    expect(pages).toHaveLength(1);
    expect((await admin.get('/wp/v2/posts?context=edit')).body[0]).not.toHaveProperty('words');
    const options = await admin.send('OPTIONS', '/wp/v2/posts');
    expect(options.body.schema.properties.words).toMatchObject({ type: 'integer', context: ['view'], readonly: true });
    expect(options.body.endpoints[1].args).not.toHaveProperty('words');
    expect((await admin.get('/wp/v2/categories/1')).body.shout).toBe('UNCATEGORIZED');
    expect((await admin.get('/wp/v2/users/1')).body.initial).toBe('a');
    const { id } = list.body[0];
    expect((await admin.post('/wp/v2/comments', { post: id, content: 'x' })).body.on).toBe(id);
  });

  it('has only what it declares: members, hosts, tables, and nothing of the store', async () => {
    const seen: Record<string, unknown> = {};
    const modest = defineExtension({
      name: 'modest',
      capabilities: { fetch: ['api.example.org', '*.example.net'] },
      setUp: async (host) => {
        seen['members'] = Object.keys(host);
        seen['table'] = await Promise.resolve()
          .then(() => host.table(prices))
          .catch(String);
        seen['fetch'] = await host.fetch('https://other.example/').catch(String);
        return {};
      },
      routes: () => [
        route({
          method: 'GET',
          path: '/modest/v1/posts',
          summary: '',
          permit: anyone,
          handle: async (_input, { store }) => {
            seen['posts'] = await Promise.resolve()
              .then(() => store.posts.byId(1))
              .catch(String);
            return reply({});
          },
        }),
      ],
    });
    const admin = await start(modest);
    await admin.get('/modest/v1/posts');
    expect(seen['members']).not.toEqual(expect.arrayContaining(['store']));
    for (const name of ['store', 'content', 'users', 'mail', 'files', 'folder', 'cache', 'pictures'])
      expect(seen['members']).not.toContain(name);
    expect(seen['table']).toMatch(/has not declared the table "shop_prices"/);
    expect(seen['fetch']).toMatch(/other\.example is not a declared host/);
    expect(seen['posts']).toMatch(/"modest" may not use store\.posts: it has not declared the capability "store"/);
  });

  it('runs its jobs on the leader, and mail and content through its host', async () => {
    let ran = 0;
    const worker = defineExtension({
      name: 'worker',
      capabilities: { content: 'write', mail: true, users: 'read' },
      jobs: [
        {
          name: 'greet',
          everyMs: 20,
          run: async ({ content, mail, users }) => {
            if (ran++ > 0) return;
            const post = await content.create('post', { title: 'By a job', content: 'x', status: 'publish' });
            await mail.send({ to: (await users.get(1))?.email ?? '', subject: post.title, text: 'Hello' });
          },
        },
      ],
    });
    const admin = await start(worker, { leads: true });
    await vi.waitFor(() => expect(ran).toBeGreaterThan(2), { timeout: 300_000 });
    expect((await admin.get('/wp/v2/posts')).body).toMatchObject([{ title: { rendered: 'By a job' } }]);
    const { mailJobsTable } = await import('../../../src/background/mail/mail-jobs.ts');
    expect(await site!.platen.store.table(mailJobsTable).find({})).toMatchObject([
      { message: { subject: 'By a job' } },
    ]);
  });
});

it('shows fields from its own tables, and answers that hold them are fresh', async () => {
  const shop = defineExtension({
    name: 'shop',
    tables: [prices],
    fields: {
      post: {
        cents: postField({
          schema: s.integer(),
          load: async (posts, { table }) => {
            const rows = await table(prices).find({ postId: { in: posts.map((post) => post.id) } });
            return posts.map((post) => rows.find((row) => row.postId === post.id)?.cents ?? null);
          },
        }),
      },
    },
    routes: ({ table }) => [
      route({
        method: 'POST',
        path: '/shop/v1/prices/{id:int}',
        summary: 'Set a price.',
        args: { cents: s.integer({ required: true }) },
        permit: anyone,
        handle: async ({ id, cents }) => reply({ id: await table(prices).insert({ postId: id, cents }) }),
      }),
    ],
  });
  const admin = await start(shop);
  const origin = await site!.platen.listen();
  const { id } = (await admin.post('/wp/v2/posts', { title: 'x', status: 'publish' })).body;
  const shown = async () => {
    const answer = await fetch(`${origin}/wp-json/wp/v2/posts/${id}`);
    const { cents } = (await answer.json()) as { cents: number | null };
    return [cents, answer.headers.get('x-cache')];
  };
  expect(await shown()).toEqual([null, 'miss']);
  expect(await shown()).toEqual([null, 'hit']);
  await admin.post(`/shop/v1/prices/${id}`, { cents: 7 });
  expect(await shown()).toEqual([7, 'miss']);
});

it('asks nobody inside a transaction of its own, and tells of it after the commit', async () => {
  const told: string[] = [];
  const writer = defineExtension({
    name: 'writer',
    capabilities: { content: 'write' },
    routes: ({ content, transaction }) => [
      route({
        method: 'POST',
        path: '/writer/v1/pair',
        summary: 'Make two posts or none.',
        args: { fail: s.boolean() },
        permit: anyone,
        handle: async ({ fail }) => {
          await transaction(async () => {
            for (const title of ['one', 'two']) await content.create('post', { title, content: title });
            if (fail) throw new Error('not today');
          });
          return reply({});
        },
      }),
    ],
  });
  const listener = defineExtension({
    name: 'listener',
    hooks: {
      before: { post: { create: () => void told.push('before') } },
      after: { post: { create: ({ item }) => void told.push(item.title) } },
    },
  });
  site = await testPlaten({ extensions: [writer, listener] });
  const admin = site.as('administrator');
  expect((await admin.post('/writer/v1/pair', { fail: true })).status).toBe(500);
  expect((await admin.get('/wp/v2/posts?status=any')).body).toEqual([]);
  expect((await admin.post('/writer/v1/pair', {})).status).toBe(200);
  await vi.waitFor(() => expect(told.toSorted()).toEqual(['one', 'two']), { timeout: 300_000 });
});

describe('the migrations of an extension', () => {
  let database: FreshDatabase;
  afterEach(() => database.drop());

  it('run once each, in order; data of a newer version is refused, and one that fails leaves nothing', async () => {
    database = await freshDatabase();
    const ran: number[] = [];
    const version = (...versions: number[]) =>
      defineExtension({
        name: 'shop',
        tables: [prices],
        migrations: versions.map((one) => ({
          version: one,
          up: async ({ table }) => {
            await table(prices).insert({ postId: one, cents: one });
            if (one === 4) throw new Error('no fourth');
            ran.push(one);
          },
        })),
      });
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-test-'));
    const open = async (extension: Extension) => {
      const platen = await createPlaten({
        databaseUrl: database.url,
        dataDir,
        adminPassword: 'pw',
        sampleContent: false,
        leads: false,
        log: pino({ level: 'silent' }),
        extensions: [extension],
      });
      const rows = await platen.store.table(prices).find({});
      await platen.close();
      return rows.map((row) => row.postId);
    };
    try {
      expect(await open(version(2, 1))).toEqual([1, 2]);
      expect(await open(version(1, 2))).toEqual([1, 2]);
      expect(await open(version(1, 2, 3))).toEqual([1, 2, 3]);
      expect(ran).toEqual([1, 2, 3]);
      await expect(open(version(1, 2))).rejects.toThrow(/"shop" has data of version 3 here, but knows only version 2/);
      await expect(open(version(1, 2, 3, 4))).rejects.toThrow(
        /"shop" could not bring its data to version 4: no fourth/,
      );
      expect(await open(version(1, 2, 3))).toEqual([1, 2, 3]);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a site does not start with', () => {
  const fine = () => defineExtension({ name: 'fine' });
  const bad = (value: unknown) => value as Extension;
  it.each<[string, (Extension | string)[], RegExp]>([
    ['two extensions of one name', [fine(), fine()], /"fine" is loaded twice/],
    ['one of the name of a built-in', [defineExtension({ name: 'forms' })], /"forms" is loaded twice/],
    ['a value that is none', [bad(7)], /"number 1" is not an extension/],
    ['one without a name', [bad({})], /"number 1" has no name/],
    ['a bad name', [bad({ name: 'Not So' })], /"Not So" cannot be used: "name" must be a word/],
    [
      'a wrong declaration of content',
      [bad({ name: 'x', postTypes: [{ name: 'film', fields: { year: { kind: 'years' } } }] })],
      /"x" cannot be used: postTypes\[0\]\.fields\.year\.kind is "years"; it must be one of/,
    ],
    ['an unknown member', [bad({ name: 'x', rutes: () => [] })], /"x" has a member "rutes"/],
    ['a "mustAnswer" of another type', [bad({ name: 'x', hooks: { mustAnswer: 'yes' } })], /"x".*mustAnswer/],
    ['an unknown hook', [bad({ name: 'x', hooks: { before: { post: { explode: () => {} } } } })], /"x".*post\.explode/],
    ['an unknown capability', [bad({ name: 'x', capabilities: { root: true } })], /"x".*no capability "root"/],
    [
      'a setUp that throws',
      [defineExtension({ name: 'x', setUp: () => Promise.reject(new Error('no')) })],
      /"x" could not be set up: no/,
    ],
    [
      'a route of another namespace',
      [
        defineExtension({
          name: 'x',
          routes: () => [
            route({ method: 'GET', path: '/wp/v2/x', summary: '', permit: anyone, handle: () => reply(1) }),
          ],
        }),
      ],
      /"x" could not make its routes: the path \/wp\/v2\/x/,
    ],
    [
      'a field that exists',
      [defineExtension({ name: 'x', fields: { post: { title: postField({ schema: s.string(), load: () => [] }) } } })],
      /"x" adds a field title, which exists/,
    ],
    ['a field of nothing', [defineExtension({ name: 'x', fields: { nothing: {} } })], /"x" adds fields to "nothing"/],
    ['a module that is not there', ['./not-there.ts'], /"\.\/not-there\.ts" could not be loaded/],
    [
      'a table of the program',
      [defineExtension({ name: 'x', tables: [{ ...prices, name: 'queue_jobs' }] })],
      /"x" declares the table "queue_jobs", which the program has/,
    ],
    [
      'an option of the program',
      [defineExtension({ name: 'x', options: { port: option.text({ env: 'PLATEN_PORT', help: '' }) } })],
      /"x" declares the option PLATEN_PORT, which "the program" declares too/,
    ],
    [
      'a table of another',
      [
        defineExtension({ name: 'x', tables: [{ ...prices, name: 'mine' }] }),
        defineExtension({ name: 'y', tables: [{ ...prices, name: 'mine' }] }),
      ],
      /"y" declares the table "mine", which "x" declares too/,
    ],
  ])('%s', async (_, extensions, message) => {
    await expect(testPlaten({ extensions })).rejects.toThrow(message);
  });

  it('a module that fails, or exports no extension', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-test-'));
    try {
      const module = async (name: string, text: string) => {
        await writeFile(join(folder, name), text);
        return pathToFileURL(join(folder, name)).href;
      };
      const failing = await module('failing.mjs', 'throw new Error("at import")');
      await expect(testPlaten({ extensions: [failing] })).rejects.toThrow(
        /failing\.mjs" could not be loaded.*at import/,
      );
      const empty = await module('empty.mjs', 'export const x = 1');
      await expect(testPlaten({ extensions: [empty] })).rejects.toThrow(/empty\.mjs" has no default export/);
      const fineOne = await module('fine.mjs', 'export default { name: "fine", fields: {} }');
      site = await testPlaten({ extensions: [fineOne] });
      expect(site.platen.config.extensions).toEqual([{ name: 'fine', fields: {} }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('an option that no extension has', async () => {
    await expect(testPlaten({ extensionOptions: { PLATEN_NOTHING: 1 } })).rejects.toThrow(
      /No extension has an option PLATEN_NOTHING/,
    );
  });
});
