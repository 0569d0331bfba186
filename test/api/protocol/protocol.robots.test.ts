import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let origin: string;

beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1' });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

/** Asks until the answer comes out of the cache; fails where it never does. */
async function askCached(path: string, headers: Record<string, string> = {}): Promise<Response> {
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(origin + path, { headers });
    await answer.arrayBuffer();
    if (answer.headers.get('x-cache') === 'hit') return answer;
  }
  throw new Error(`${path} is never cached`);
}

describe('no answer of the interface is for search engines', () => {
  const answers: [what: string, path: string, init: RequestInit, status: number][] = [
    ['a list', '/wp-json/wp/v2/posts', {}, 200],
    ['discovery', '/wp-json/', {}, 200],
    ['discovery by parameter', '/?rest_route=/', {}, 200],
    ['a description of a route', '/wp-json/wp/v2/posts', { method: 'OPTIONS' }, 200],
    ['an answer without body', '/wp-json/wp/v2/posts', { method: 'HEAD' }, 200],
    ['a script', '/wp-json/wp/v2/posts?_jsonp=take', {}, 200],
    ['a refused script', '/wp-json/wp/v2/posts?_jsonp=a-b', {}, 400],
    ['an envelope', '/wp-json/wp/v2/posts/999?_envelope', {}, 200],
    ['an unknown route', '/wp-json/wp/v2/nowhere', {}, 404],
    ['a bad parameter', '/wp-json/wp/v2/posts?page=0', {}, 400],
    ['a refused write', '/wp-json/wp/v2/posts', { method: 'POST', body: '{}' }, 401],
    ['wrong credentials', '/wp-json/wp/v2/posts', { headers: { authorization: 'Basic YTpi' } }, 401],
    ['too many parameters', `/wp-json/wp/v2/posts?${'a=1&'.repeat(1001)}`, {}, 400],
    ['an address that is too long', `/wp-json/${'a'.repeat(20_000)}`, {}, 414],
  ];
  for (const [what, path, init, status] of answers) {
    it(what, async () => {
      const answer = await fetch(origin + path, init);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    });
  }

  it('an answer out of the cache, whole or as not modified', async () => {
    const whole = await askCached('/wp-json/wp/v2/posts?per_page=3');
    expect(whole.headers.get('x-robots-tag')).toBe('noindex');
    const known = { 'if-none-match': whole.headers.get('etag') ?? '' };
    const unmodified = await askCached('/wp-json/wp/v2/posts?per_page=3', known);
    expect(unmodified.status).toBe(304);
    expect(unmodified.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('but what lies outside the interface says nothing of them', async () => {
    const answer = await fetch(`${origin}/healthz`);
    expect(answer.status).toBe(200);
    expect(answer.headers.has('x-robots-tag')).toBe(false);
  });
});
