import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extension.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('the namespace platen/v1 of variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  it('describes its routes at its own address', async () => {
    const { status, body } = await site.as('anonymous').get('/platen/v1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ namespace: 'platen/v1', _links: { up: [{ href: 'http://site.test/wp-json/' }] } });
    const own = site.platen.registry.paths.filter((one) => one.namespace === 'platen/v1');
    expect(Object.keys(body.routes)).toEqual(own.map((one) => one.path.pattern));
    expect(body.routes['/platen/v1']).toMatchObject({
      namespace: 'platen/v1',
      methods: ['GET'],
      _links: { self: 'http://site.test/wp-json/platen/v1' },
    });
    const asked = await site.as('anonymous').get('/wp/v2?namespace=platen/v1');
    expect(asked.body).toEqual(body);
  });

  it('answers OPTIONS, and refuses other methods and paths as any namespace does', async () => {
    const visitor = site.as('anonymous');
    const described = await visitor.send('OPTIONS', '/platen/v1');
    expect(described.headers['allow']).toBe('GET');
    expect(described.body).toMatchObject({ namespace: 'platen/v1', methods: ['GET'] });
    for (const [method, path] of [
      ['POST', '/platen/v1'],
      ['GET', '/platen'],
      ['GET', '/platen/v1/none'],
      ['GET', '/platen/v2'],
    ] as const) {
      expect(await visitor.send(method, path)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
    }
  });

  it('is not in the discovery document', async () => {
    const { body } = await site.as('administrator').get('/');
    expect(body.namespaces).toContain('wp/v2');
    expect(body.namespaces).not.toContain('platen/v1');
    expect(Object.keys(body.routes).filter((path) => path.startsWith('/platen'))).toEqual([]);
  });
});

it('cannot be taken by an extension', async () => {
  const taken = defineExtension({ name: 'taken', namespace: 'platen/v1', routes: () => [] });
  await expect(testPlaten({ extensions: [taken] })).rejects.toThrow(/"namespace".*not wp\/v2 or platen\/v1/);
});
