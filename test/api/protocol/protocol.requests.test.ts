import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

/** How requests may be written; over a real connection, since most of it is decided before the interface is reached. */
describe('requests', () => {
  let site: TestPlaten;
  let base: string;
  let tagId: number;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    base = await site.platen.listen();
    tagId = (await site.as('editor').post('/wp/v2/tags', { name: 'lone' })).body.id;
  });
  afterAll(() => site.close());

  const editor = { authorization: `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}` };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  };
  const asEditor = (path: string, method: string, init: RequestInit = {}) =>
    send(path, { ...init, method, headers: { ...editor, ...(init.headers as Record<string, string>) } });
  const json = (body: string, type = 'application/json') => ({ body, headers: { 'content-type': type } });

  it.each([
    '/wp-json/wp/v2/tags/{id}',
    '/wp-json/wp/v2/tags/{id}/',
    '/wp-json/wp//v2/tags/{id}',
    '/wp-json/WP/V2/Tags/{id}',
    '/wp-json/wp/v2/t%61gs/{id}',
    '/wp-json/wp/v2/tags/00{id}',
    '/?rest_route=/wp/v2/tags/{id}',
    '/index.php?rest_route=/wp/v2/tags/{id}',
  ])('reach an item as %s', async (path) => {
    expect((await send(path.replace('{id}', String(tagId)))).body).toMatchObject({ id: tagId, name: 'lone' });
  });

  it.each([
    ['GET', '/wp-json/nothing/v1/at/all'],
    ['PUT', '/wp-json/wp/v2/tags'],
    ['DELETE', '/wp-json/wp/v2/tags'],
    ['PROPFIND', '/wp-json/wp/v2/tags'],
    ['GET', '/wp-json/wp/v2/tags/abc'],
    ['GET', '/wp-json/wp/v2/tags/-1'],
    ['GET', '/?rest_route=wp/v2/tags'],
  ])('%s %s leads nowhere', async (method, path) => {
    const lost = await send(path, { method });
    expect(lost).toMatchObject({ status: 404, body: { code: 'rest_no_route', data: { status: 404 } } });
    expect(lost.headers.get('allow')).toBeNull();
  });

  it.each(['0', '99999999999999999999'])('an id of %s names nothing', async (id) => {
    expect(await send(`/wp-json/wp/v2/tags/${id}`)).toMatchObject({ status: 404, body: { code: 'rest_term_invalid' } });
  });

  it('may ask for the headers alone', async () => {
    const head = await send('/wp-json/wp/v2/tags?per_page=1', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.get('x-wp-total')).toBe('1');
    expect((await send('/wp-json/wp/v2/tags/999999', { method: 'HEAD' })).status).toBe(404);
  });

  it.each([
    [json('{"name": broken}'), 400, 'rest_invalid_json'],
    [json(''), 400, 'rest_missing_callback_param'],
    [json('[{"name":"in a list"}]'), 400, 'rest_missing_callback_param'],
    [json('"just text"'), 400, 'rest_missing_callback_param'],
    [json('{"name":"as plain text"}', 'text/plain'), 400, 'rest_missing_callback_param'],
  ])('with the body %o are refused', async (init, status, code) => {
    expect(await asEditor('/wp-json/wp/v2/tags', 'POST', init)).toMatchObject({ status, body: { code } });
  });

  it('bring fields as JSON, as a form, in parts and in the address', async () => {
    const form = new URLSearchParams({ name: 'as a form', description: 'a & b' });
    const parts = new FormData();
    parts.append('name', 'in parts');
    const sent = [
      asEditor('/wp-json/wp/v2/tags', 'POST', json('{"name":"with charset"}', 'application/json; charset=utf-8')),
      asEditor('/wp-json/wp/v2/tags', 'POST', { body: form }),
      asEditor('/wp-json/wp/v2/tags', 'POST', { body: parts }),
      asEditor('/wp-json/wp/v2/tags?name=from-query', 'POST'),
    ];
    const made = await Promise.all(sent);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(made.map(({ body }) => body.name)).toEqual(['with charset', 'as a form', 'in parts', 'from-query']);
    expect(made[1]?.body.description).toBe('a &amp; b');
  });

  it('say a value in two places: the body wins over the address', async () => {
    const query = '?name=query&description=query';
    const byJson = await asEditor(`/wp-json/wp/v2/tags${query}`, 'POST', json('{"name":"json body"}'));
    expect(byJson.body).toMatchObject({ name: 'json body', description: 'query' });
    const form = new URLSearchParams({ name: 'form body', description: 'form' });
    const byForm = await asEditor(`/wp-json/wp/v2/tags${query}`, 'POST', { body: form });
    expect(byForm.body).toMatchObject({ name: 'form body', description: 'form' });
    expect((await send('/wp-json/wp/v2/tags?per_page=1&per_page=2')).body).toHaveLength(2);
  });

  it('may name another method, in the address before the header', async () => {
    const { id } = (await asEditor('/wp-json/wp/v2/tags', 'POST', json('{"name":"turned"}'))).body;
    const at = `/wp-json/wp/v2/tags/${id}`;
    const override = (method: string) => ({ headers: { 'x-http-method-override': method } });
    const patched = await asEditor(at, 'POST', {
      ...json('{"description":"by a header"}'),
      headers: { 'content-type': 'application/json', 'x-http-method-override': 'PATCH' },
    });
    expect(patched.body.description).toBe('by a header');
    expect((await asEditor(`${at}?_method=post&description=by-get`, 'GET')).body.description).toBe('by-get');
    expect((await asEditor(`${at}?_method=FETCH`, 'POST')).body.code).toBe('rest_no_route');
    expect((await asEditor(`${at}?_method=PUT&force=true`, 'POST', override('DELETE'))).status).toBe(200);
    expect((await asEditor(at, 'GET')).status).toBe(200);
    expect((await asEditor(`${at}?_method=DELETE&force=true`, 'GET')).body).toMatchObject({ deleted: true });
  });

  it('come from any origin', async () => {
    const plain = await send('/wp-json/wp/v2/tags');
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
    expect(plain.headers.get('vary')).toContain('Origin');
    const foreign = await send('/wp-json/wp/v2/tags', { headers: { origin: 'https://other.example:8443' } });
    expect(foreign.headers.get('access-control-allow-origin')).toBe('https://other.example:8443');
    expect(foreign.headers.get('access-control-allow-credentials')).toBe('true');
    expect(foreign.headers.get('access-control-allow-methods')).toBe('OPTIONS, GET, POST, PUT, PATCH, DELETE');
    expect(foreign.headers.get('access-control-expose-headers')).toBe('X-WP-Total, X-WP-TotalPages');
    const preflight = await send('/wp-json/wp/v2/tags', {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'DELETE' },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization, X-WP-Nonce');
  });

  it.each([
    ['the-editor:pw-editor', 200],
    ['THE-EDITOR:pw-editor', 200],
    ['editor@example.org:pw-editor', 200],
    ['the-editor:wrong', 401],
    ['nobody:password', 401],
  ])('as %s', async (login, status) => {
    const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    expect((await send('/wp-json/wp/v2/tags', { headers })).status).toBe(status);
  });

  it.each(['Basic not-base64!', 'Bearer abc.def', 'Basic'])(
    'with the header %s are anonymous',
    async (authorization) => {
      const asked = await send('/wp-json/wp/v2/users/me', { headers: { authorization } });
      expect(asked).toMatchObject({ status: 401, body: { code: 'rest_not_logged_in' } });
    },
  );
});
