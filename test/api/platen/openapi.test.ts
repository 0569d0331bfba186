import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../../src/api/openapi/components.ts';
import { defineExtension, json, reply, route, s } from '../../../src/extension.ts';
import { createDocumentCheck } from '../../support/check-document.ts';
import { type Answer, type TestPlaten, testPlaten } from '../../support/platen.ts';

const address = '/platen/v1/openapi.json';

const shop = defineExtension({
  name: 'shop',
  namespace: 'shop/v1',
  routes: () => [
    route({
      method: 'GET',
      path: '/shop/v1/orders/{id:int}',
      summary: 'Show an order.',
      args: {
        lines: s.integer({ minimum: 1, maximum: 50, default: 10, description: 'How many lines.' }),
        state: s.string({ enum: ['open', 'paid'] }),
      },
      response: { schema: json.object({ id: json.integer, total: json.integer }) },
      permit: () => {},
      handle: ({ id }) => reply({ id, total: 5 }),
    }),
  ],
});

describe.each([
  { variant: 'a' },
  { variant: 'b' },
  { variant: 'a', interface: 'extended' },
  { variant: 'b', interface: 'extended' },
] as const)('the OpenAPI document of %o', (options) => {
  let site: TestPlaten;
  let document: OpenApiDocument;
  let check: (url: string, answer: Answer, method?: string) => string | null;
  beforeAll(async () => {
    site = await testPlaten({
      ...options,
      extensions: [shop],
      postTypes: [{ name: 'product', restBase: 'products', supports: ['title', 'editor', 'custom-fields'] }],
      meta: [{ object: 'post', subtype: 'product', key: 'price', type: 'integer', single: true }],
    });
    document = (await site.as('anonymous').get(address)).body;
    const judge = createDocumentCheck(document, site.platen.registry, true);
    check = (url, { status, body }, method = 'GET') => {
      const { pathname: path, searchParams: query } = new URL(url, 'http://site.test');
      return judge({ method, path, query, status, body });
    };
  });
  afterAll(() => site?.close());

  it('is accepted by a validator', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('is refused by the validator where it is wrong', async () => {
    const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 5 } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('has every operation of every namespace, and no other', () => {
    const routes = site.platen.registry.paths.flatMap(({ path, methods }) =>
      methods.map((method) => `${method} ${path.template.replace(/\{(\w+):\w+\}/g, '{$1}')}`),
    );
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(routes.sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers only to what it has', () => {
    const missing = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(
      ([, pointer = '']) => pointer.split('/').reduce<unknown>((at, part) => Object(at)[part], document) === undefined,
    );
    expect(missing.map(([, pointer]) => pointer)).toEqual([]);
  });

  it('states arguments with their types and limits', () => {
    const list = document.paths['/wp/v2/posts']?.['get'];
    const named = (name: string) => list?.parameters?.find((one) => 'name' in one && one.name === name);
    expect(named('per_page')).toMatchObject({
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    });
    expect(named('order')).toMatchObject({ schema: { type: 'string', enum: ['asc', 'desc'] } });
    expect(named('include')).toMatchObject({ explode: false, schema: { type: 'array', items: { type: 'integer' } } });
    expect(named('cursor')).toMatchObject({ schema: { type: 'string' } });
    const create = document.paths['/wp/v2/posts']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(create).toMatchObject({
      properties: {
        slug: { type: 'string', maxLength: 4096 },
        content: {
          anyOf: [
            { type: 'string', maxLength: 10_485_760 },
            { type: 'object', required: ['raw'] },
          ],
        },
      },
    });
  });

  it('states what paging, conditions and log-in need', () => {
    const list = document.paths['/wp/v2/posts']?.['get'];
    expect(Object.keys(Object(list?.responses['200']).headers)).toEqual(
      expect.arrayContaining(['ETag', 'X-WP-Total', 'X-WP-TotalPages', 'Link', 'X-Platen-Next-Cursor']),
    );
    const references = (path: string, method: string) =>
      document.paths[path]?.[method]?.parameters?.flatMap((one) => ('$ref' in one ? one.$ref.split('/').at(-1) : []));
    expect(references('/wp/v2/posts/{id}', 'patch')).toEqual(expect.arrayContaining(['ifMatch', 'ifUnmodifiedSince']));
    expect(references('/wp/v2/posts', 'post')).toContain('ifNoNamesake');
    expect(references('/wp/v2/posts', 'get')).toContain('embed');
    expect(document.paths['/wp/v2/posts/{id}']?.['delete']?.responses).toHaveProperty('412');
    expect(Object.keys(document.components.securitySchemes)).toEqual(['applicationPassword', 'session', 'nonce']);
    const knowsFields = 'fields' in document.components.parameters;
    expect(references('/wp/v2/posts', 'get')?.includes('fields')).toBe(knowsFields);
  });

  it('has the types of the site and the routes of its extensions', async () => {
    expect(document.paths['/shop/v1/orders/{id}']?.['get']).toMatchObject({
      operationId: 'getShopOrdersById',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'lines', schema: { minimum: 1, maximum: 50, default: 10 } },
        { name: 'state', schema: { enum: ['open', 'paid'] } },
        { $ref: '#/components/parameters/ifNoneMatch' },
      ],
    });
    expect(check('/shop/v1/orders/7', await site.as('anonymous').get('/shop/v1/orders/7'))).toBeNull();
    expect(document.components.schemas['ProductEdit']).toMatchObject({
      properties: { meta: { properties: { price: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } } },
    });
  });

  it('describes what is answered, to the last member', async () => {
    const admin = site.as('administrator');
    const made = await admin.post('/wp/v2/posts', { title: 'Shown', content: 'Text', status: 'publish' });
    expect(check('/wp/v2/posts', made, 'POST')).toBeNull();
    const urls = [
      '/',
      '/wp/v2',
      '/wp/v2/posts?_embed',
      '/wp/v2/posts?context=edit',
      `/wp/v2/posts/${made.body.id}?context=embed`,
      '/wp/v2/products?context=edit',
      '/wp/v2/users/me?context=edit',
      '/wp/v2/types?context=edit',
      '/wp/v2/settings',
      '/wp/v2/posts/999999',
      '/platen/v1',
      '/platen/v1/changes?limit=5',
      `/platen/v1/content/${made.body.id}/blocks`,
    ];
    for (const url of urls) expect([url, check(url, await admin.get(url))]).toEqual([url, null]);
    const list = await admin.get('/wp/v2/posts');
    const altered = (change: (one: Record<string, unknown>) => void) => {
      const body = structuredClone(list.body);
      change(body[0]);
      return check('/wp/v2/posts', { ...list, body });
    };
    expect(altered((one) => Object.assign(one, { more: 1 }))).not.toBeNull();
    expect(altered((one) => delete one['title'])).not.toBeNull();
    expect(altered((one) => Object.assign(one, { meta: { unknown: 1 } }))).not.toBeNull();
    const gone = await admin.delete(`/wp/v2/posts/${made.body.id}?force=true`);
    expect(check(`/wp/v2/posts/${made.body.id}`, gone, 'DELETE')).toBeNull();
    const batch = await admin.post('/platen/v1/batch', { requests: [{ path: '/wp/v2/posts' }, { path: '/none' }] });
    expect(check('/platen/v1/batch', batch, 'POST')).toBeNull();
  });

  it.runIf('interface' in options)('knows which members an item may lack', async () => {
    const admin = site.as('administrator');
    const menu = await admin.post('/wp/v2/menus', { name: 'Main' });
    const inMenu = await admin.post('/wp/v2/menu-items', { title: 'In', url: 'https://a.test/', menus: menu.body.id });
    const loose = await admin.post('/wp/v2/menu-items', { title: 'Loose', url: 'https://a.test/' });
    expect(loose.body).not.toHaveProperty('menus');
    for (const made of [inMenu, loose]) expect(check('/wp/v2/menu-items', made, 'POST')).toBeNull();
    await admin.post('/wp/v2/posts', { title: 'Findable', status: 'publish', format: 'aside' });
    await admin.post('/wp/v2/tags', { name: 'Findable' });
    const password = await admin.post('/wp/v2/users/me/application-passwords', { name: 'phone' });
    expect(password.body).toHaveProperty('password');
    expect(check('/wp/v2/users/me/application-passwords', password, 'POST')).toBeNull();
    for (const url of [
      '/wp/v2/menu-items?context=edit',
      '/wp/v2/search?search=findable',
      '/wp/v2/search?search=findable&type=term',
      '/wp/v2/search?type=post-format',
      '/wp/v2/users/me/application-passwords?context=edit',
    ]) {
      const answer = await admin.get(url);
      expect(answer.body.length, url).toBeGreaterThan(0);
      expect([url, check(url, answer)]).toEqual([url, null]);
    }
    const [term] = (await admin.get('/wp/v2/search?search=findable&type=term')).body;
    expect(term).not.toHaveProperty('subtype');
  });
});

describe('the address of the document', () => {
  let site: TestPlaten;
  let origin: string;
  beforeAll(async () => {
    site = await testPlaten();
    origin = (await site.platen.listen()).replace(/\/wp-json.*$/, '');
  });
  afterAll(() => site.close());
  const load = (headers: Record<string, string> = {}) => fetch(`${origin}/wp-json${address}`, { headers });

  it('is served from the cache, and not at all to whoever has it', async () => {
    const first = await load();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-type')).toMatch(/^application\/json/);
    expect(etag).toMatch(/^"[\w.-]+"$/);
    await first.text();
    expect((await load()).headers.get('x-cache')).toBe('hit');
    expect((await load({ 'if-none-match': etag })).status).toBe(304);
  });

  it('says the same to everyone, and another title after it was changed', async () => {
    const admin = site.as('administrator');
    const before = (await admin.get(address)).body;
    expect((await site.as('anonymous').get(address)).body).toEqual(before);
    expect(before.servers).toEqual([{ url: 'http://site.test/wp-json' }]);
    await admin.post('/wp/v2/settings', { title: 'Renamed <b>' });
    const response = await load();
    expect(((await response.json()) as OpenApiDocument).info.title).toContain('Renamed');
  });

  it('is only to be read', async () => {
    expect((await site.as('administrator').post(address, {})).status).toBe(404);
  });

  it('has a page for people beside it, that may run nothing but its own script', async () => {
    const response = await fetch(`${origin}/wp-json/platen/v1/reference`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; /);
    expect(text).toContain('id="operation-listPosts"');
    expect(text).toContain('id="schema-PostView"');
    expect(text).not.toContain('Renamed <b>');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(response.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
