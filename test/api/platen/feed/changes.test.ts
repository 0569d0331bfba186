import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../../src/index.ts';
import { type Client, clientFor, type TestPlaten, testPlaten } from '../../../support/platen.ts';
import { feedIsWhole } from '../../../support/whole-feed.ts';
import { everythingSeen, FeedCopy, type FeedPage } from './feed-copy.ts';

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

const changesOf = async (client: Client, query = ''): Promise<FeedPage> => {
  await feedIsWhole(site.platen);
  const { status, body } = await client.get(`/platen/v1/changes?${query}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};
const now = async (client: Client): Promise<string> => {
  for (let since = ''; ; ) {
    const page = await changesOf(client, since && `since=${since}`);
    if (!page.more) return page.cursor;
    since = page.cursor;
  }
};
const make = async (path: string, body: object): Promise<number> => (await admin.post(path, body)).body.id;
const said = ({ changes }: FeedPage) => changes.map(({ type, id, change }) => `${change} ${type} ${id}`);

describe('the change feed', () => {
  it('shows each caller what that caller may see, and tombstones for what is hidden', async () => {
    const visitor = site.as('anonymous');
    const [seen, all] = [await now(visitor), await now(admin)];
    const id = await make('/wp/v2/posts', { title: 'Draft' });
    const hidden = await changesOf(visitor, `since=${seen}`);
    expect(said(hidden).filter((text) => text.includes('post'))).toEqual([]);
    expect(said(await changesOf(admin, `since=${all}`))).toContain(`create post ${id}`);

    await admin.post(`/wp/v2/posts/${id}`, { status: 'publish', title: 'Open' });
    const shown = await changesOf(visitor, `since=${hidden.cursor}`);
    const entry = shown.changes.find((one) => one.type === 'post');
    expect(entry).toMatchObject({ id, item: { title: { rendered: 'Open' }, status: 'publish' } });
    expect(entry?.item).toEqual((await visitor.get(`/wp/v2/posts?include=${id}`)).body[0]);

    const comment = await make('/wp/v2/comments', { post: id, content: 'Well' });
    const commented = await changesOf(visitor, `since=${shown.cursor}`);
    expect(said(commented)).toContain(`create comment ${comment}`);

    await admin.post(`/wp/v2/posts/${id}`, { status: 'private' });
    const gone = await changesOf(visitor, `since=${commented.cursor}`);
    expect(said(gone)).toEqual(expect.arrayContaining([`delete post ${id}`, `delete comment ${comment}`]));
    expect(gone.changes.every((one) => one.change !== 'delete' || one.item === null)).toBe(true);

    const before = await now(admin);
    await admin.delete(`/wp/v2/posts/${id}`);
    expect(said(await changesOf(admin, `since=${before}`))).toContain(`trash post ${id}`);
    await admin.post(`/wp/v2/posts/${id}`, { status: 'publish' });
    await admin.delete(`/wp/v2/posts/${id}?force=true`);
    expect(said(await changesOf(admin, `since=${before}`))).toContain(`delete post ${id}`);
  });

  it('tells nobody of drafts of others', async () => {
    const author = site.as('author');
    const since = await now(author);
    const id = await make('/wp/v2/posts', { title: 'Not yours' });
    await admin.post(`/wp/v2/posts/${id}`, { title: 'Still not yours' });
    await admin.delete(`/wp/v2/posts/${id}?force=true`);
    expect(said(await changesOf(author, `since=${since}`)).filter((text) => text.includes('post'))).toEqual([]);
  });

  it('takes types and a context', async () => {
    const since = await now(admin);
    await make('/wp/v2/posts', { title: 'Typed', status: 'publish' });
    await make('/wp/v2/tags', { name: 'typed' });
    await admin.post('/wp/v2/settings', { description: 'Typed' });
    const tags = await changesOf(admin, `since=${since}&types=post_tag&context=edit`);
    expect(tags.changes.map((one) => one.type)).toEqual(['post_tag']);
    const settings = await changesOf(admin, `since=${since}&types=settings`);
    expect(settings.changes).toMatchObject([{ type: 'settings', id: 0, item: { description: 'Typed' } }]);
    const posts = await changesOf(admin, `since=${since}&types=post&context=edit`);
    expect(posts.changes[0]?.item.title).toEqual({ raw: 'Typed', rendered: 'Typed' });
    expect((await changesOf(site.as('author'), 'types=settings')).changes).toEqual([]);
  });

  it('gives the same in pages of any size, without skipping or repeating', async () => {
    const since = await now(admin);
    for (let n = 0; n < 5; n += 1) await make('/wp/v2/tags', { name: `paged ${n}` });
    const whole = said(await changesOf(admin, `since=${since}&types=post_tag`));
    expect(whole.length).toBe(5);
    const pages: string[] = [];
    for (let at = since, more = true; more; ) {
      const page = await changesOf(admin, `since=${at}&types=post_tag&limit=2`);
      pages.push(...said(page));
      [at, more] = [page.cursor, page.more];
    }
    expect(pages).toEqual(whole);
    const again = (await changesOf(admin, `since=${since}&types=post_tag`)).changes[2];
    expect(said(await changesOf(admin, `since=${again?.cursor}&types=post_tag`))).toEqual(whole.slice(3));
  });

  it('refuses cursors that it did not give out, and those of other rights', async () => {
    const cursor = await now(admin);
    const ask = (client: Client, since: string) => client.get(`/platen/v1/changes?since=${encodeURIComponent(since)}`);
    const [first = ''] = cursor.split('.');
    for (const forged of ['x', '.', '0.0.0.x.y', `z${cursor}`, cursor.replace(first, '1'), 'a'.repeat(10_000), '💥']) {
      expect(await ask(admin, forged)).toMatchObject({ status: 400, body: { code: 'rest_cursor_invalid' } });
    }
    expect(await ask(site.as('editor'), cursor)).toMatchObject({ status: 410, body: { code: 'rest_cursor_gone' } });
    const promoted = site.as('subscriber');
    const before = await now(promoted);
    await admin.post(`/wp/v2/users/${site.users.subscriber}`, { roles: ['editor'] });
    expect((await ask(promoted, before)).status).toBe(410);
    await admin.post(`/wp/v2/users/${site.users.subscriber}`, { roles: ['subscriber'] });
    expect((await ask(promoted, before)).status).toBe(200);
    for (const query of ['wait=61', 'wait=-1', 'limit=101', 'limit=0', 'types=nothing', 'context=embed', 'wait=x']) {
      expect([query, (await admin.get(`/platen/v1/changes?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await site.as('anonymous').get('/platen/v1/changes?context=edit')).status).toBe(401);
    expect((await admin.post('/platen/v1/changes')).status).toBe(404);
  });

  it('answers at once when another instance writes, and with nothing when the time is over', async () => {
    const since = await now(admin);
    const waiting = changesOf(admin, `since=${since}&wait=30&types=post_tag`);
    const { body } = await clientFor(second, 'admin:pw-administrator').post('/wp/v2/tags', { name: 'from elsewhere' });
    expect(said(await waiting)).toEqual([`create post_tag ${body.id}`]);
    const empty = await changesOf(admin, `since=${await now(admin)}&wait=1`);
    expect(empty).toMatchObject({ changes: [], more: false });
  });

  it('keeps only so many clients waiting, and forgets those who went', async () => {
    const cursor = await now(site.as('anonymous'));
    const controllers = Array.from({ length: 60 }, () => new AbortController());
    const path = `${url}/wp-json/platen/v1/changes?since=${cursor}&wait=60`;
    const waiting = controllers.map(({ signal }) =>
      fetch(path, { signal }).then(
        (answered) => answered.status,
        () => 'gone',
      ),
    );
    const refused = await Promise.race(waiting);
    expect(refused).toBe(429);
    for (const controller of controllers) controller.abort();
    await Promise.all(waiting);
    await expect
      .poll(async () => (await fetch(`${url}/wp-json/platen/v1/changes?since=${cursor}&wait=1`)).status, {
        timeout: 300_000,
      })
      .toBe(200);
  });

  it('streams events, and goes on after the last one that a browser has', async () => {
    const cursor = await now(site.as('anonymous'));
    const id = await make('/wp/v2/posts', { title: 'Event', status: 'publish' });
    const first = await events(`since=${cursor}`, 1, 'post');
    expect(first).toMatchObject([{ change: 'create', id, item: { title: { rendered: 'Event' } } }]);
    const next = await make('/wp/v2/posts', { title: 'Next', status: 'publish' });
    const more = await events('', 1, 'post', { 'last-event-id': first[0]?.cursor ?? '' });
    expect(more).toMatchObject([{ change: 'create', id: next }]);
  });

  it('cannot be followed over what nobody noted', async () => {
    const other = await testPlaten();
    try {
      const client = other.as('administrator');
      await feedIsWhole(other.platen);
      const before = await now(client);
      await other.platen.reset();
      await feedIsWhole(other.platen);
      const status = (await client.get(`/platen/v1/changes?since=${before}`)).status;
      expect(status).toBe(410);
    } finally {
      await other.close();
    }
  });
});

it('waits for no client of a stream that has left, and gives its place to the next', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const since = await now(site.as('anonymous'));
  const before = timers();
  let [refused, most] = [0, 0];
  for (let n = 0; n < 200; n += 1) {
    const leaving = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const address = `${url}/wp-json/platen/v1/changes?since=${since}`;
    const answered = await fetch(address, { headers, signal: leaving.signal });
    if (answered.status === 200) await answered.body?.getReader().read();
    else refused += 1;
    leaving.abort();
    most = Math.max(most, timers() - before);
  }
  // The server may hear of it a moment later.
  expect(refused).toBeLessThan(75);
  expect(most).toBeLessThan(100);
});

/** Reads a stream until it has so many changes of a type. */
async function events(query: string, count: number, type: string, headers: Record<string, string> = {}) {
  const answered = await fetch(`${url}/wp-json/platen/v1/changes?${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
  });
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const found: { cursor: string; change: string; id: number; type: string; item: unknown }[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answered.body!) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!event.includes('event: change') || !data) continue;
      const entry = JSON.parse(data);
      expect(event).toContain(`id: ${entry.cursor}`);
      if (entry.type === type) found.push(entry);
    }
    if (found.length >= count) break;
  }
  return found;
}

it.each(['anonymous', 'author', 'administrator'] as const)(
  'the copy of a consumer who is %s equals the site after many writes',
  async (role) => {
    const client = site.as(role);
    const sees = ({ anonymous: 'public', author: 'author', administrator: 'all' } as const)[role];
    const copy = new FeedCopy();
    copy.cursor = await now(client);
    for (const [key, item] of await everythingSeen(client, sees)) copy.items.set(key, item);
    const ids: number[] = [];
    const statuses = ['publish', 'draft', 'private', 'pending', 'publish'];
    for (let n = 0; n < 25; n += 1) {
      const by = n % 3 === 0 ? site.as('author') : admin;
      const status = statuses[n % statuses.length];
      const { body } = await by.post('/wp/v2/posts', { title: `Many ${n}`, status, author: undefined });
      if (body.id) ids.push(body.id);
      const earlier = ids[Math.floor(ids.length / 2)];
      if (n % 2) await admin.post('/wp/v2/comments', { post: earlier, content: `Comment ${n}` });
      if (n % 4 === 0) await admin.post(`/wp/v2/posts/${earlier}`, { status: statuses[(n + 1) % statuses.length] });
      if (n % 5 === 0) await admin.delete(`/wp/v2/posts/${ids[0]}`);
      if (n % 7 === 0) await admin.delete(`/wp/v2/posts/${ids.shift()}?force=true`);
      if (n % 6 === 0) await admin.post('/wp/v2/categories', { name: `Category ${role} ${n}` });
    }
    for (let more = true; more; ) {
      const page = await changesOf(client, `since=${copy.cursor}&limit=7`);
      copy.take(page);
      more = page.more;
    }
    const seen = await everythingSeen(client, sees);
    expect([...copy.items.keys()].sort()).toEqual([...seen.keys()].sort());
    for (const [key, item] of seen) expect([key, copy.items.get(key)]).toEqual([key, item]);
  },
);
