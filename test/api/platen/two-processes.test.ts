import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type ServerProcess, startServer, temporaryFolder } from '../../support/server-process.ts';
import { agentOverHttp } from './mcp-client.ts';

/** Two processes of the program on one database: what one of them gives out, the other must honour. */
let database: FreshDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let one: ServerProcess;
let two: ServerProcess;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await temporaryFolder();
  const config = join(folder.path, 'platen.config.json');
  const meta = { price: { type: 'number', index: true } };
  await writeFile(
    config,
    JSON.stringify({ postTypes: [{ name: 'product', supports: ['title', 'custom-fields'], meta }] }),
  );
  const env = {
    PLATEN_CONFIG: config,
    PLATEN_DATABASE_URL: database.url,
    PLATEN_SITE_URL: 'http://site.test',
    PLATEN_ADMIN_PASSWORD: 'password',
    PLATEN_SAMPLE_CONTENT: 'off',
    PLATEN_THROTTLE: 'off',
    PLATEN_LOG_LEVEL: 'error',
    PLATEN_MCP: 'on',
  };
  one = await startServer({ dataDir: folder.path, env });
  two = await startServer({ dataDir: folder.path, env });
}, 600_000);
afterAll(async () => {
  await one?.stop();
  await two?.stop();
  await database.drop();
  await folder.remove();
});

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isVisitor?: boolean;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers of every shape; the assertions are what types them.
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly body: any;
}

async function ask(server: ServerProcess, path: string, asked: Asked = {}): Promise<Answered> {
  const { method = asked.body === undefined ? 'GET' : 'POST', body, headers, isVisitor } = asked;
  const answered = await fetch(`${server.url}/wp-json${path}`, {
    method,
    headers: { ...(isVisitor ? {} : { authorization }), 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answered.text();
  const isJson = answered.headers.get('content-type')?.startsWith('application/json');
  return { status: answered.status, headers: answered.headers, text, body: isJson ? JSON.parse(text) : null };
}

const write = async (server: ServerProcess, path: string, body: object) => {
  const answered = await ask(server, path, { body });
  expect([path, answered.status, answered.body?.code]).toEqual([path, expect.any(Number), undefined]);
  return answered.body;
};

it('a tag of one process is compared with the version that the other wrote', async () => {
  const { id } = await write(one, '/wp/v2/posts', { title: 'First', status: 'publish' });
  const path = `/wp/v2/posts/${id}`;
  const tag = (await ask(one, path)).headers.get('etag') ?? '';
  const headers = { 'if-match': tag };
  expect((await ask(two, path, { body: { title: 'Second' }, headers })).status).toBe(200);
  const late = await ask(one, path, { body: { title: 'Lost' }, headers });
  expect([late.status, late.body.data.current.title.raw]).toEqual([412, 'Second']);
  const made = await Promise.all(
    [one, two].map((server) =>
      ask(server, '/wp/v2/posts', { body: { title: 'Twin', slug: 'twin' }, headers: { 'if-none-match': '*' } }),
    ),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 412]);
});

/** On a server, a change is in the feed once no earlier one can appear any more. */
const told = (server: ServerProcess, type: string, id: number) =>
  expect
    .poll(async () => (await ask(server, `/platen/v1/changes?types=${type}&limit=100`)).body.changes)
    .toContainEqual(expect.objectContaining({ type, id }));

it('the feed goes on in the other process, which is woken by a write in the first', async () => {
  const feed = (server: ServerProcess, query: string) => ask(server, `/platen/v1/changes?types=post&${query}`);
  const old = await write(one, '/wp/v2/posts', { title: 'No news', status: 'publish' });
  await told(one, 'post', old.id);
  const { cursor } = (await feed(one, 'limit=100')).body;
  const waiting = feed(two, `since=${cursor}&wait=60`);
  const { id } = await write(one, '/wp/v2/posts', { title: 'News', status: 'publish' });
  const page = (await waiting).body;
  expect(page.changes).toMatchObject([{ type: 'post', id, item: { title: { rendered: 'News' } } }]);
  expect((await feed(one, `since=${page.cursor}`)).body.changes).toEqual([]);
});

it('a dump is resumed by the other process, and its cursor serves both', async () => {
  for (let n = 0; n < 3; n += 1)
    await told(one, 'page', (await write(one, '/wp/v2/pages', { title: `Page ${n}`, status: 'publish' })).id);
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const whole = lines((await ask(one, '/platen/v1/dump?types=page')).text);
  const items = whole.filter(({ item }) => item);
  expect(items).toHaveLength(3);
  const rest = lines((await ask(two, `/platen/v1/dump?types=page&after=page:${items[0].id}`)).text);
  expect(rest.filter(({ item }) => item)).toEqual(items.slice(1));
  const { id } = await write(two, '/wp/v2/pages', { title: 'Later', status: 'publish' });
  await told(two, 'page', id);
  const changes = (await ask(two, `/platen/v1/changes?types=page&since=${whole[0].cursor}`)).body.changes;
  expect(changes.map((change: { id: number }) => change.id)).toEqual([id]);
});

it('a list is walked over both, while both write', async () => {
  const made: number[] = [];
  for (let n = 0; n < 6; n += 1) made.push((await write(one, '/wp/v2/tags', { name: `Walked ${n}` })).id);
  const walked: number[] = [];
  let cursor: string | null = '';
  for (let n = 0; cursor !== null && n < 10; n += 1) {
    const answered: Answered = await ask(n % 2 ? one : two, `/wp/v2/tags?per_page=2&orderby=id&cursor=${cursor}`);
    expect(answered.status).toBe(200);
    walked.push(...answered.body.map(({ id }: { id: number }) => id));
    cursor = answered.headers.get('x-platen-next-cursor');
    await write(n % 2 ? two : one, '/wp/v2/tags', { name: `Late ${n}` });
  }
  expect(walked.filter((id) => made.includes(id))).toEqual(made);
  expect(new Set(walked).size).toBe(walked.length);
});

it('batches of both that write the same rows are each all or nothing', async () => {
  const { id } = await write(one, '/wp/v2/categories', { name: 'Shared', description: '' });
  const steps = (name: string, last: object) => ({
    atomic: true,
    requests: [
      { method: 'POST', path: `/wp/v2/categories/${id}`, body: { description: name } },
      { method: 'POST', path: '/wp/v2/posts', body: { title: name, status: 'publish', categories: [id] } },
      last,
    ],
  });
  const fine = { method: 'GET', path: `/wp/v2/categories/${id}` };
  const wrong = { method: 'POST', path: '/wp/v2/posts/999999', body: { title: 'x' } };
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      ask(n % 2 ? one : two, '/platen/v1/batch', { body: steps(`Batch ${n}`, n < 6 ? fine : wrong) }),
    ),
  );
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 422, 422]);
  for (const server of [one, two]) {
    const posts = (await ask(server, `/wp/v2/posts?categories=${id}&orderby=title&order=asc`)).body;
    expect(posts.map(({ title }: { title: { rendered: string } }) => title.rendered)).toEqual(
      Array.from({ length: 6 }, (_, n) => `Batch ${n}`),
    );
    expect((await ask(server, `/wp/v2/categories/${id}`)).body).toMatchObject({
      count: 6,
      description: expect.stringMatching(/^Batch [0-5]$/),
    });
  }
});

it('a preview that one process made is shown by the other until it is revoked', async () => {
  const { id } = await write(one, '/wp/v2/posts', { title: 'Stored', status: 'draft' });
  const made = await write(one, '/platen/v1/previews', { post: id, changes: { title: 'Unsaved' } });
  const shown = () => ask(two, `/wp/v2/posts/${id}?preview=${made.token}`, { isVisitor: true });
  expect((await shown()).body.title.rendered).toBe('Unsaved');
  await ask(one, `/platen/v1/previews/${made.id}`, { method: 'DELETE' });
  expect((await shown()).status).toBe(401);
});

it('a webhook of one process is seen, changed and rotated in the other', async () => {
  const made = await write(one, '/platen/v1/webhooks', { url: 'https://hooks.example.org/' });
  const path = `/platen/v1/webhooks/${made.id}`;
  expect((await ask(two, path)).body).toMatchObject({ id: made.id, url: made.url });
  const { secret } = await write(two, `${path}/rotate`, {});
  expect(secret).not.toBe(made.secret);
  expect((await ask(one, path)).body.old_secret_until_gmt).not.toBeNull();
  await ask(two, path, { method: 'DELETE' });
  expect((await ask(one, path)).status).toBe(404);
});

it('the index of a meta key has what both wrote', async () => {
  for (const [n, server] of [one, two, one, two].entries())
    await write(server, '/wp/v2/product', { title: `Product ${n}`, status: 'publish', meta: { price: n } });
  const where = encodeURIComponent(JSON.stringify({ 'meta.price': { '>=': 1 } }));
  for (const server of [one, two]) {
    const found = await ask(server, `/wp/v2/product?where=${where}&orderby=meta.price&order=asc`);
    expect([found.status, found.body.message]).toEqual([200, undefined]);
    expect(found.body.map((item: { meta: { price: number } }) => item.meta.price)).toEqual([1, 2, 3]);
  }
});

it('an agent whose messages reach either process notices nothing', async () => {
  let asked = 0;
  const reached = new Set<string>();
  const either: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { url } = asked++ % 2 ? one : two;
    reached.add(url);
    return fetch(`${url}${pathname}${search}`, init);
  };
  const agent = await agentOverHttp(`${one.url}/mcp`, 'admin:password', {}, either);
  try {
    expect((await agent.client.listTools()).tools.length).toBeGreaterThan(10);
    const { said } = await agent.use('posts_create', { title: 'By an agent', content: 'Some *words*.' });
    expect((await agent.use('posts_publish', { id: said.id })).said).toMatchObject({ status: 'publish' });
    expect((await agent.use('search', { query: 'words' })).said.items).toMatchObject([{ id: said.id }]);
    expect((await agent.use('posts_delete', { id: said.id })).isError).toBe(false);
  } finally {
    await agent.close();
  }
  expect(reached.size).toBe(2);
});

it('both describe the same interface', async () => {
  const [first, second] = await Promise.all([one, two].map((server) => ask(server, '/platen/v1/openapi.json')));
  expect(first?.body.openapi).toBe('3.1.1');
  expect(second?.text).toBe(first?.text);
});
