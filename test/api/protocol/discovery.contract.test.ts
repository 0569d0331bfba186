import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Argument, contractOf, namespacesOf, type Operation } from '../../support/contract.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

interface Published {
  readonly required: boolean;
  readonly type?: string;
  readonly items?: { readonly type?: string; readonly enum?: string[] };
  readonly default?: unknown;
  readonly enum?: string[];
  readonly description?: string;
}

/** An argument of the discovery document in the words of the contract. */
function stated({ required, type, items, default: value, enum: own }: Published): Argument {
  const choices = own ?? items?.enum;
  return {
    ...(type ? { type } : {}),
    ...(items?.type ? { items: items.type } : {}),
    ...(required ? { required } : {}),
    ...(value !== undefined ? { default: value } : {}),
    ...(choices ? { choices: [...choices].sort() } : {}),
  };
}

const sorted = (operation: Operation): Operation => ({
  ...operation,
  args: Object.fromEntries(
    Object.entries(operation.args).map(([name, argument]) => [
      name,
      argument.choices ? { ...argument, choices: [...argument.choices].sort() } : argument,
    ]),
  ),
});

describe.each(['a', 'b'] as const)('the discovery document of variant %s', (variant) => {
  const contract = contractOf(variant);
  let site: TestPlaten;
  let document: Record<string, unknown> & { routes: Record<string, Record<string, unknown>> };
  beforeAll(async () => {
    site = await testPlaten({ variant });
    document = (await site.as('anonymous').get('/')).body;
  });
  afterAll(() => site.close());

  it('describes the site', () => {
    const { routes: _routes, ...site } = document;
    expect(site).toEqual({
      name: 'Platen',
      description: '',
      url: 'http://site.test',
      home: 'http://site.test',
      gmt_offset: '0',
      timezone_string: '',
      namespaces: namespacesOf(variant),
      authentication: [],
      _links: { help: [{ href: expect.any(String) }] },
    });
  });

  it('has exactly the paths of the contract', () => {
    expect(Object.keys(document.routes).sort()).toEqual(Object.keys(contract).sort());
  });

  it.each(Object.entries(contract))('states %s as the contract does', (path, operations) => {
    const place = document.routes[path] as {
      namespace: string;
      methods: string[];
      endpoints: { methods: string[]; args: Record<string, Published> | [] }[];
      _links?: { self: string };
    };
    const shown = place.endpoints.map(({ methods, args }) => ({
      methods,
      args: Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, stated(argument)])),
    }));
    expect(shown).toEqual(operations.map(sorted));
    expect(place.methods).toEqual([...new Set(operations.flatMap((operation) => operation.methods))]);
    expect(path === '/' ? '' : path).toContain(place.namespace);
    const isFixed = !path.includes('(');
    expect(place._links).toEqual(isFixed ? { self: `http://site.test/wp-json${path}` } : undefined);
  });

  it('writes an operation without arguments as an empty list', () => {
    const bare = Object.entries(contract).flatMap(([path, operations]) =>
      operations.flatMap((operation, i) => (Object.keys(operation.args).length === 0 ? [[path, i] as const] : [])),
    );
    expect(bare.length).toBeGreaterThan(0);
    for (const [path, i] of bare) {
      expect((document.routes[path] as { endpoints: { args: unknown }[] }).endpoints[i]?.args).toEqual([]);
    }
  });

  it.each(namespacesOf(variant))('describes the namespace %s with its own routes', async (name) => {
    const { body } = await site.as('anonymous').get(`/${name}`);
    const own = Object.entries(document.routes).filter(([, place]) => place['namespace'] === name);
    expect(body).toEqual({
      namespace: name,
      routes: Object.fromEntries(own),
      _links: { up: [{ href: 'http://site.test/wp-json/' }] },
    });
  });

  it('shows the same to every caller, and in every context', async () => {
    for (const role of ['administrator', 'subscriber'] as const) {
      expect((await site.as(role).get('/?context=help')).body).toEqual(document);
    }
  });

  it('knows no other namespace', async () => {
    const visitor = site.as('anonymous');
    expect(await visitor.get('/wp/v2?namespace=none/v9')).toMatchObject({
      status: 404,
      body: { code: 'rest_invalid_namespace' },
    });
    for (const path of ['/wp', '/wp/v1', '/wp/v3', '/batch/v1']) {
      expect((await visitor.get(path)).body.code).toBe('rest_no_route');
    }
    if (variant === 'b') expect((await visitor.get('/forms/v1')).body.code).toBe('rest_no_route');
  });

  it('says the same of a path when asked with OPTIONS', async () => {
    const { body, headers } = await site.as('anonymous').send('OPTIONS', '/wp/v2/categories');
    const { schema, ...place } = body;
    expect(place).toEqual(document.routes['/wp/v2/categories']);
    expect(schema).toMatchObject({ title: 'category', type: 'object' });
    expect(headers['allow']).toBe('GET');
    expect((await site.as('editor').send('OPTIONS', '/wp/v2/categories')).headers['allow']).toBe('GET, POST');
    expect(await site.as('anonymous').send('OPTIONS', '/wp/v2/nothing')).toMatchObject({ status: 200, body: [] });
  });
});
