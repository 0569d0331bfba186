import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../../src/auth/identity.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let origin: string;
let post: number;
let locked: number;

beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1' });
  origin = await site.platen.listen();
  const editor = site.as('editor');
  const at = { status: 'publish', date: '2021-05-06T00:00:00' };
  post = (await editor.post('/wp/v2/posts', { title: 'Open', slug: 'open', content: 'Open words.', ...at })).body.id;
  const shut = { title: 'Shut', content: 'Sunken words.', password: 'sesame', status: 'publish' };
  locked = (await editor.post('/wp/v2/posts', shut)).body.id;
  await editor.post('/wp/v2/posts', { title: 'Hidden draft' });
});
afterAll(() => site.close());

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const framed =
    body === undefined || headers['transfer-encoding'] ? headers : { ...headers, 'content-length': body.length };
  const asking = request(origin, { path, method, headers: framed, agent: false });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

/** Asks until the answer comes from memory; fails where it never does. */
async function warm(path: string, asked: Asked = {}) {
  for (let n = 0; n < 20; n++) {
    const answer = await ask(path, asked);
    if (answer.headers['x-cache'] === 'hit') return answer;
  }
  throw new Error(`${path} is never kept`);
}

const authorization = `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}`;

async function session() {
  const options = { clock: Date.now, accountPasswords: true, limiters: null, rolesOption: 'wp_user_roles' };
  const { browser } = createIdentity({ ...options, log: { warn: () => {} } });
  const from = { headers: {}, secure: false, remoteAddress: '127.0.0.1' };
  const login = { login: 'the-editor', password: 'pw-editor', remember: false };
  const cookie = (await browser.logIn(login, from, site.platen.store)).cookie.split(';')[0] as string;
  const current = await browser.current({ headers: { cookie } }, site.platen.store);
  return { cookie, 'x-wp-nonce': current?.nonce ?? '' };
}

describe('what is kept for visitors', () => {
  it('is never what somebody else was shown, however they said who they are', async () => {
    const mine = await session();
    const path = '/wp-json/wp/v2/posts?status=draft';
    const shown: Asked[] = [{ headers: { authorization } }, { headers: mine }];
    for (const asked of shown) {
      const answer = await ask(path, asked);
      expect([answer.status, answer.headers['x-cache']]).toEqual([200, 'bypass']);
      expect(answer.text).toContain('Hidden draft');
      expect(answer.headers['cache-control']).toContain('private');
    }
    const byQuery = `/wp-json/wp/v2/users/me?context=edit&_wpnonce=${mine['x-wp-nonce']}`;
    expect((await ask(byQuery, { headers: { cookie: mine.cookie } })).text).toContain('editor@example.org');
    for (const [asked, status] of [
      [path, 400],
      [byQuery, 401],
    ] as const)
      expect((await ask(asked)).status).toBe(status);
  });

  it('is not shown to somebody who is more than a visitor', async () => {
    const path = `/wp-json/wp/v2/posts/${post}`;
    expect((await warm(path)).headers['allow']).toBe('GET');
    for (const headers of [{ authorization }, await session()]) {
      const answer = await ask(path, { headers });
      expect(answer.headers['allow']).toContain('DELETE');
    }
    const wrong = `Basic ${Buffer.from('the-editor:wrong').toString('base64')}`;
    expect((await ask(path, { headers: { authorization: wrong } })).status).toBe(401);
  });

  it.each(['password=sesame', 'p%61ssword=sesame', 'password=sesame&_envelope', 'password=sesame&_jsonp=f'])(
    'is nothing that was opened with %s',
    async (query) => {
      const paths = [`/wp-json/wp/v2/posts/${locked}?${query}`, `/?rest_route=/wp/v2/posts/${locked}&${query}`];
      for (const path of paths) {
        for (let n = 0; n < 3; n++) {
          const answer = await ask(path);
          expect(answer.text).toContain('Sunken');
          expect(answer.headers['x-cache']).toBe('bypass');
        }
      }
      expect((await warm(`/wp-json/wp/v2/posts/${locked}`)).text).not.toContain('Sunken');
    },
  );

  it.each<[string, Asked]>([
    ['a body', { headers: { 'content-type': 'application/json' }, body: '{"per_page":1,"search":"nothing-like-it"}' }],
    ['a method in a header', { headers: { 'x-http-method-override': 'OPTIONS' } }],
    [
      'chunks',
      { headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, body: '{"search":"no-such"}' },
    ],
  ])('is not spoiled by a request with %s', async (_name, asked) => {
    const path = `/wp-json/wp/v2/posts?slug=open&${Math.random()}`;
    await ask(path, asked);
    await ask(path, asked);
    expect(JSON.parse((await ask(path)).text)[0].id).toBe(post);
    expect(JSON.parse((await warm(path)).text)[0].id).toBe(post);
    expect((await ask(path, asked)).headers['x-cache']).toBe('bypass');
  });

  it.each(['_method=DELETE', '%5Fmethod=DELETE', '_method=POST&title=x', '%5f%6dethod=PATCH&title=x'])(
    'nor by %s, which a visitor may not do either',
    async (query) => {
      const path = `/wp-json/wp/v2/posts/${post}?${query}`;
      for (let n = 0; n < 2; n++) {
        const answer = await ask(path);
        expect([answer.status, answer.headers['cache-control']]).toEqual([401, 'no-store']);
      }
      const mine = await session();
      expect((await ask(path, { headers: { cookie: mine.cookie } })).status).toBe(401);
      expect((await ask(`/wp-json/wp/v2/posts/${post}`)).status).toBe(200);
    },
  );

  it('is kept apart by origin, and says so', async () => {
    const path = '/wp-json/wp/v2/posts?per_page=1';
    const origins = [undefined, 'https://one.example', 'https://two.example', 'null', 'mobile', ''];
    for (const from of origins) {
      const answer = await warm(path, from === undefined ? {} : { headers: { origin: from } });
      expect(answer.headers['vary']).toContain('Origin');
      const allowed = answer.headers['access-control-allow-origin'];
      if (from === undefined) expect(allowed).toBeUndefined();
      else if (from.startsWith('https')) expect(allowed).toBe(from);
      else expect(allowed).not.toMatch(/one|two/);
    }
  });

  it('is kept apart by device, whatever an origin calls itself', async () => {
    const path = `/?rest_route=/wp/v2/posts/${post}`;
    await warm(path, { headers: { origin: 'mobile' } });
    const phone = await ask(path, { headers: { 'user-agent': 'Phone Mobi/1' } });
    expect([phone.status, phone.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  it('is a whole answer to GET and the same headers to HEAD', async () => {
    const path = `/wp-json/wp/v2/posts/${post}?_fields=id`;
    await ask(path, { method: 'HEAD' });
    const kept = await warm(path);
    expect(kept.text.length).toBeGreaterThan(5);
    const head = await ask(path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask(path, { headers: { range: 'bytes=0-1' } })).text).toBe(kept.text);
  });

  it('holds no refusal, not even inside an envelope', async () => {
    for (const path of [
      '/wp-json/wp/v2/posts/999999?_envelope',
      '/wp-json/wp/v2/users/me?_envelope',
      '/wp-json/nowhere',
    ]) {
      for (let n = 0; n < 3; n++) expect((await ask(path)).headers['x-cache'], path).toBe('bypass');
    }
  });
});

describe('a tag of an answer', () => {
  it('tells nothing of what has become private', async () => {
    const made = await site.as('editor').post('/wp/v2/posts', { title: 'For a while', status: 'publish' });
    const path = `/wp-json/wp/v2/posts/${made.body.id}`;
    const { etag = '' } = (await warm(path)).headers;
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await site.as('editor').put(`/wp/v2/posts/${made.body.id}`, { status: 'private' });
    for (const known of [etag, '*', `W/${etag}`, `"x", ${etag}`]) {
      const answer = await ask(path, { headers: { 'if-none-match': known } });
      expect([answer.status, answer.headers['etag']]).toEqual([401, undefined]);
    }
  });

  it('is the same for a list whether or not something hidden is in the table', async () => {
    const path = '/wp-json/wp/v2/posts?search=periscope';
    const before = (await ask(path)).headers;
    await site.as('editor').post('/wp/v2/posts', { title: 'periscope', content: 'periscope' });
    const after = (await ask(path)).headers;
    expect([after['etag'], after['x-wp-total']]).toEqual([before['etag'], '0']);
  });
});

describe('what a request says of its host', () => {
  const lies = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    'x-original-url': '/evil.example',
  };

  it.each([
    '/wp-json/',
    '/wp-json/wp/v2/posts?_embed&per_page=1',
    '/wp-json/wp/v2/posts?per_page=1&page=2',
    '/wp-json/oembed/1.0/embed?url=http%3A%2F%2Fsite.test%2F2021%2F05%2F06%2Fopen%2F',
    '/2021/05/06/open/',
    '/2021/05/06/open/embed/',
    '/embed/popups.json',
  ])('is in no link of %s, nor in what is kept of it', async (path) => {
    const lied = await ask(path, { headers: lies });
    const plain = await ask(path);
    expect(JSON.stringify([lied.headers, lied.text])).not.toContain('evil');
    expect([lied.status, plain.text]).toEqual([plain.status, lied.text]);
    expect(plain.status).toBe(200);
  });

  it('does not matter in the target either', async () => {
    const path = `/wp-json/wp/v2/posts/${post}`;
    const absolute = await ask(`http://evil.example${path}`, { headers: { host: 'evil.example' } });
    expect(JSON.stringify([absolute.headers, absolute.text])).not.toContain('evil');
    expect((await ask(path)).text).toContain('http://site.test/');
  });
});

describe('scripts of other pages', () => {
  it.each(['alert(1)//', 'a;b', '<script>', 'x y', '%0aalert'])(
    'cannot be written by a callback of %s',
    async (name) => {
      const answer = await ask(`/wp-json/wp/v2/posts?_jsonp=${encodeURIComponent(name)}`);
      expect([answer.status, answer.headers['x-content-type-options']]).toEqual([400, 'nosniff']);
      expect(JSON.parse(answer.text).code).toBe('rest_callback_invalid');
    },
  );

  it('get what a visitor gets, and nothing of the one whose cookie came along', async () => {
    const { cookie } = await session();
    for (const path of ['/wp-json/wp/v2/users/me', '/wp-json/wp/v2/posts?context=edit', '/wp-json/wp/v2/settings']) {
      const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}_jsonp=f`, { headers: { cookie } });
      expect(answer.text.startsWith('/**/f(')).toBe(true);
      expect(answer.headers['content-type']).toContain('javascript');
      expect(answer.text).not.toMatch(/editor@example|nonce|Hidden draft/);
      expect(answer.status).toBe(401);
    }
  });

  it('are not made of pages and files', async () => {
    for (const path of ['/2021/05/06/open/?_jsonp=f', '/healthz?_jsonp=f', '/nowhere?_jsonp=f']) {
      expect((await ask(path)).text, path).not.toContain('/**/');
    }
  });
});

describe('much work for few bytes', () => {
  const many = Array.from({ length: 2_000 }, (_, n) => n + 1).join(',');
  it.each([
    'per_page=100&_embed&search=%25',
    `include=${many}&per_page=100&orderby=include`,
    `exclude=${many}`,
    'page=1000000&per_page=100',
    `search=${'a%20'.repeat(2_000)}`,
    `slug=${'a,'.repeat(5_000)}`,
    `${'a[]=1&'.repeat(2_000)}`,
    `${'a[b]'.repeat(1)}${'[c]'.repeat(3_000)}=1`,
    `_fields=${'title.'.repeat(1_500)}`,
    'a[__proto__]=b&a[__proto__]&a[length]=100000000',
  ])('is little work: %.40s', async (query) => {
    const started = process.cpuUsage();
    const answer = await ask(`/wp-json/wp/v2/posts?${query}`);
    expect([200, 400, 414]).toContain(answer.status);
    // Wide, for slow machines; unbounded work would take minutes.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
    expect(({} as Record<string, unknown>)['length']).toBeUndefined();
  });
});
