import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Role, requestFor, type TestPlaten, testPlaten } from '../../../support/platen.ts';
import { feedIsWhole } from '../../../support/whole-feed.ts';
import { everythingSeen, FeedCopy } from './feed-copy.ts';

let site: TestPlaten;
let url: string;
let admin: Client;
beforeAll(async () => {
  site = await testPlaten();
  url = await site.platen.listen();
  admin = site.as('administrator');
  const make = (n: number) =>
    admin.post('/wp/v2/posts', {
      title: `Post ${n}`,
      content: 'Text '.repeat(200),
      status: ['publish', 'draft', 'private'][n % 3],
    });
  await make(0);
  for (let n = 1; n < 130; n += 3) {
    const made = await Promise.all([make(n), make(n + 1), make(n + 2)]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  }
  await admin.post('/wp/v2/pages', { title: 'Page', status: 'publish' });
  await admin.post('/wp/v2/comments', { post: 2, content: 'Comment' });
  await feedIsWhole(site.platen);
});
afterAll(() => site.close());

const logins: Partial<Record<Role, string>> = {
  administrator: 'admin:pw-administrator',
  author: 'the-author:pw-author',
};
const headersOf = (role: Role): Record<string, string> => {
  const login = logins[role];
  return login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {};
};

interface Line {
  readonly cursor?: string;
  readonly end?: boolean;
  readonly items?: number;
  readonly type?: string;
  readonly id?: number;
  readonly item?: unknown;
}

async function dumpOf(role: Role, query = ''): Promise<Line[]> {
  const answered = await fetch(`${url}/wp-json/platen/v1/dump?${query}`, { headers: headersOf(role) });
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=UTF-8']);
  const text = await answered.text();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const reaches = { anonymous: 'public', author: 'author', administrator: 'all' } as const;

describe('a dump', () => {
  it.each(['anonymous', 'author', 'administrator'] as const)('holds everything that %s sees', async (role) => {
    const lines = await dumpOf(role);
    const [first, last] = [lines[0], lines.at(-1)];
    expect(first).toEqual({ cursor: expect.any(String) });
    expect(last).toEqual({ cursor: first?.cursor, end: true, items: lines.length - 2 });
    const items = new Map(
      lines.slice(1, -1).flatMap(({ type, id, item }) => (type === 'settings' ? [] : [[`${type} ${id}`, item]])),
    );
    expect(items).toEqual(await everythingSeen(site.as(role), reaches[role]));
    expect(lines.some((line) => line.type === 'settings')).toBe(role === 'administrator');
    const feed = await site.as(role).get(`/platen/v1/changes?since=${first?.cursor}`);
    expect(feed.body).toMatchObject({ changes: [], more: false });
  });

  it('takes types and a context, in a fixed order, and goes on after a line', async () => {
    const lines = await dumpOf('administrator', 'types=page,post&context=edit');
    const whole = lines.slice(1, -1);
    expect([...new Set(whole.map((line) => line.type))]).toEqual(['post', 'page']);
    expect(whole[0]?.item).toMatchObject({ title: { raw: 'Post 0' } });
    const middle = whole[57];
    const rest = await dumpOf('administrator', `types=page,post&context=edit&after=${middle?.type}:${middle?.id}`);
    expect(rest.slice(1, -1)).toEqual(whole.slice(58));
  });

  it('is of one state, however long it takes and whatever is written meanwhile; the feed brings the rest', async () => {
    const lines: Line[] = [];
    const message = await ask('types=post,post_tag');
    let text = '';
    let isFirst = true;
    for await (const chunk of message) {
      text += chunk;
      if (isFirst) {
        isFirst = false;
        for (let n = 0; n < 10; n += 1) {
          await admin.post('/wp/v2/posts', { title: `Late ${n}`, status: 'publish' });
          await admin.post('/wp/v2/tags', { name: `late ${n}` });
        }
        await admin.delete(`/wp/v2/posts/${await someId()}?force=true`);
      }
    }
    for (const line of text.trimEnd().split('\n')) lines.push(JSON.parse(line));
    expect(lines.at(-1)?.end).toBe(true);
    expect(lines.filter((line) => line.type === 'post').length).toBe(130);
    expect(lines.filter((line) => line.type === 'post_tag')).toEqual([]);
    await feedIsWhole(site.platen);
    const copy = new FeedCopy();
    for (const { type, id, item } of lines) if (type && id) copy.set(type, id, item);
    for (let since = lines[0]?.cursor, more = true; more; ) {
      const { body } = await admin.get(`/platen/v1/changes?since=${since}&types=post,post_tag`);
      copy.take(body);
      [since, more] = [body.cursor, body.more];
    }
    const seen = await everythingSeen(admin, 'all');
    const wanted = new Map([...seen].filter(([key]) => /^post(?:_tag)? /.test(key)));
    expect(copy.items).toEqual(wanted);
  });

  it('refuses what it cannot give, and more than a few at once', async () => {
    const visitor = site.as('anonymous');
    for (const query of ['types=nothing', 'after=nothing', 'after=post', 'after=post:x', 'after=user:1&types=post']) {
      expect([query, (await visitor.get(`/platen/v1/dump?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await visitor.get('/platen/v1/dump?context=edit')).status).toBe(401);
    // Not over a connection, whose buffers may take all of a dump that nobody reads.
    const request = () => requestFor('GET', '/platen/v1/dump', undefined, headersOf('administrator'));
    const held = await Promise.all(Array.from({ length: 4 }, () => site.platen.answer(request())));
    const refused = await fetch(`${url}/wp-json/platen/v1/dump`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    for (const { payload } of held) if (payload instanceof Readable) payload.destroy();
    // Clients who leave give back their places, too.
    for (let n = 0; n < 8; n += 1) (await ask('')).destroy();
    const statusOf = async (query: string, method: string) =>
      (await fetch(`${url}/wp-json/platen/v1/dump?${query}`, { method })).status;
    await expect.poll(() => statusOf('types=user', 'GET')).toBe(200);
    await expect.poll(() => statusOf('', 'HEAD')).toBe(200);
  });
});

const someId = async (): Promise<number> => (await admin.get('/wp/v2/posts?per_page=1&orderby=id')).body[0].id;

/** A dump whose body is not read yet. */
async function ask(query: string): Promise<IncomingMessage> {
  const request = httpGet(`${url}/wp-json/platen/v1/dump?${query}`, { headers: headersOf('administrator') });
  const [message] = await once(request, 'response');
  return message;
}
