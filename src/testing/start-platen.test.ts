import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { defineExtension, postField, s } from '../extension.ts';
import { siteFixture, startPlaten } from './index.ts';

const site = await startPlaten({ now: '2026-01-01T00:00:00Z', sampleContent: true });
beforeEach(() => site.reset());
afterAll(() => site.close());

const titles = async (query = '') => {
  const posts = (await (await site.fetch(`/wp-json/wp/v2/posts?${query}`)).json()) as { title: { rendered: string } }[];
  return posts.map(({ title }) => title.rendered);
};
const me = async (headers: Readonly<Record<string, string>>) =>
  ((await (await site.fetch('/wp-json/wp/v2/users/me', { headers })).json()) as { id?: number }).id;

describe('a site in memory', () => {
  it('answers without a port, with what fixtures made', async () => {
    const category = await site.term({ name: 'News' });
    const post = await site.post({ title: 'Hello', categories: [category.id] });
    const page = await site.page({ title: 'About' });
    const comment = await site.comment({ post: post.id, content: 'Well said.' });
    expect(await titles(`categories=${category.id}`)).toEqual(['Hello']);
    expect(post.link).toMatch(/^http:\/\/site\.test\//);
    const pages = await site.fetch(`/wp-json/wp/v2/pages/${page.id}`);
    expect(pages.status).toBe(200);
    const comments = (await (await site.fetch(`/wp-json/wp/v2/comments?post=${post.id}`)).json()) as { id: number }[];
    expect(comments.map(({ id }) => id)).toEqual([comment.id]);
  });

  it('takes jobs that need a folder, which is made for them', async () => {
    const begun = await site.as(site.admin)('/wp-json/platen/v1/exchange/exports', { method: 'POST' });
    expect(begun.status).toBe(202);
  });

  it('says why it refused a fixture', async () => {
    await expect(site.post({ status: 'nonsense' })).rejects.toThrow(/refused the fixture with 400/);
  });

  it('is put back by reset, in the database and in cached responses', async () => {
    expect(await titles()).toEqual(['A first post']);
    await site.post({ title: 'Gone soon' });
    await site.clock.set('2027-01-01');
    expect(await titles()).toHaveLength(2);
    await site.reset();
    expect(await titles()).toEqual(['A first post']);
    expect(site.clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
    const { id } = await site.post();
    await site.reset();
    expect((await site.post()).id).toBe(id);
  });

  it('goes back to a snapshot', async () => {
    await site.post({ title: 'One' });
    const one = await site.snapshot();
    await site.post({ title: 'Two' });
    expect(await titles()).toEqual(expect.arrayContaining(['One', 'Two']));
    await site.restore(one);
    expect(await titles()).not.toContain('Two');
    expect(await titles()).toContain('One');
  });

  it('publishes what is due when its clock is set', async () => {
    const post = await site.post({ title: 'Later', status: 'future', date_gmt: '2026-01-02T00:00:00' });
    await site.clock.advance(23 * 3_600_000);
    expect(await titles()).not.toContain('Later');
    await site.clock.set('2026-01-02T00:00:01Z');
    expect(await titles()).toContain('Later');
    expect((await site.fetch(`/wp-json/wp/v2/posts/${post.id}`)).status).toBe(200);
  });

  it('knows its users by password, application password and cookie', async () => {
    const editor = await site.user('editor');
    expect(await me(site.logIn.password(editor))).toBe(editor.id);
    expect(await me(await site.logIn.applicationPassword(editor))).toBe(editor.id);
    expect(await me(await site.logIn.cookie(editor))).toBe(editor.id);
    const made = await site.as(editor)('/wp-json/wp/v2/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'By the editor', status: 'publish' }),
    });
    expect(made.status).toBe(201);
  });

  it('stores an uploaded file and serves it', async () => {
    const media = await site.media({ name: 'note.txt', bytes: Buffer.from('Hello') }, { title: 'A note' });
    const file = await site.fetch(String(media['source_url']));
    expect(await file.text()).toBe('Hello');
  });

  it('keeps its mail', async () => {
    const forms = await site.as(site.admin)('/wp-json/forms/v1/contact-forms');
    const [form] = (await forms.json()) as { id: number }[];
    const body = new FormData();
    const fields = {
      'your-name': 'Ann',
      'your-email': 'ann@example.org',
      'your-subject': 'Hi',
      'your-message': 'Hello',
    };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('_cform_unit_tag', `cform-f${form?.id}-o1`);
    await site.fetch(`/wp-json/forms/v1/contact-forms/${form?.id}/feedback`, { method: 'POST', body });
    const message = await site.mail.find(({ subject }) => subject.includes('Hi'));
    expect(message.body).toContain('Hello');
    await site.reset();
    expect(site.mail.sent).toEqual([]);
  });

  it('records its calls to other hosts and answers them as told', async () => {
    const page = 'https://videos.example/watch';
    const oembed = 'https://videos.example/oembed';
    site.network.answer(page, {
      contentType: 'text/html',
      body: `<link rel="alternate" type="application/json+oembed" href="${oembed}">`,
    });
    const photo = { version: '1.0', type: 'photo', url: `${page}.jpg`, width: 10, height: 10, title: 'A film' };
    site.network.answer(oembed, { body: JSON.stringify(photo) });
    const path = `/wp-json/oembed/1.0/proxy?url=${encodeURIComponent(page)}`;
    const answer = (await (await site.as(site.admin)(path)).json()) as { title?: string };
    expect(answer.title).toBe('A film');
    expect(site.network.calls.map(({ url }) => new URL(url).pathname)).toEqual(['/watch', '/oembed']);
  });

  it('refuses calls that the test did not foresee', async () => {
    const path = `/wp-json/oembed/1.0/proxy?url=${encodeURIComponent('https://nowhere.example/')}`;
    expect((await site.as(site.admin)(path)).status).toBe(404);
    expect(site.network.calls).toHaveLength(1);
  });

  it('lets readers wait for the end of a write, but not for themselves', async () => {
    const { store } = site.platen;
    const inside = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    const seen: (string | null)[] = [];
    const writing = store.transaction(async (inner) => {
      await inner.options.set('probe', 'written');
      seen.push((await store.users.byId(1))?.login ?? null);
      inside.resolve();
      await proceed.promise;
    });
    await inside.promise;
    const reading = store.users.byId(1).then((user) => seen.push(`after: ${user?.login}`));
    proceed.resolve();
    await Promise.all([writing, reading]);
    expect(seen).toEqual(['admin', 'after: admin']);
  });
});

describe('starting a site', () => {
  it('makes no folder and prints nothing', async () => {
    const another = await startPlaten();
    await another.post();
    const { dataDir } = another.platen.config;
    expect(dataDir.startsWith(join(tmpdir(), 'platen-testing-'))).toBe(true);
    expect(existsSync(dataDir)).toBe(false);
    await another.close();
  });

  it('is a matter of a fixture', async () => {
    let title = '';
    await siteFixture({ listen: true })({}, async (one) => {
      const { link } = await one.post({ title: 'In a browser' });
      expect(link.startsWith(one.url)).toBe(true);
      const answer = (await (await fetch(`${one.url}/wp-json/wp/v2/posts`)).json()) as {
        title: { rendered: string };
      }[];
      title = answer[0]?.title.rendered ?? '';
    });
    expect(title).toBe('In a browser');
  });
});

describe('an extension under test', () => {
  const told: string[] = [];
  const runs: number[] = [];
  const extension = defineExtension({
    name: 'tested',
    capabilities: { fetch: ['hooks.example.org'], content: 'read' },
    fields: {
      post: {
        stars: postField({
          schema: s.integer(),
          load: async (posts, { meta }) => {
            const stored = await meta('stars');
            return posts.map(({ id }) => (stored.has(id) ? Number(stored.get(id)?.[0]) : null));
          },
        }),
      },
    },
    meta: [{ object: 'post', subtype: 'post', key: 'stars', type: 'integer' }],
    hooks: {
      after: {
        post: {
          publish: async ({ item }, { fetch, content }) => {
            const [found] = await content.list('post', { ids: [item.id] });
            told.push(found?.title ?? '');
            await fetch('https://hooks.example.org/', { form: { title: item.title } });
            await fetch('https://elsewhere.example/');
          },
        },
      },
    },
    jobs: [{ name: 'count', everyMs: 3_600_000, run: async ({ clock }) => void runs.push(clock()) }],
  });

  it('has the network of the test, within the hosts that it declares; runDue waits for its hooks', async () => {
    const one = await startPlaten({ extensions: [extension] });
    one.network.answer('https://', { status: 200 });
    for (const title of ['One', 'Two']) await one.post({ title });
    await one.platen.runDue();
    expect(told.sort()).toEqual(['One', 'Two']);
    expect(new Set(one.network.calls.map(({ url }) => url))).toEqual(new Set(['https://hooks.example.org/']));
    await one.close();
  });

  it('reads meta of the items of its fields', async () => {
    const one = await startPlaten({ extensions: [extension] });
    await one.post({ meta: { stars: 5 } });
    await one.post();
    const posts = (await (await one.fetch('/wp-json/wp/v2/posts?orderby=id&order=asc')).json()) as { stars: number }[];
    expect(posts.map(({ stars }) => stars)).toEqual([5, null]);
    await one.close();
  });

  it('runs its jobs when the clock reaches them', async () => {
    const one = await startPlaten({ extensions: [extension], leads: true });
    const before = runs.length;
    await one.clock.advance(3_600_000);
    expect(runs.length).toBeGreaterThan(before);
    await one.close();
  });
});
