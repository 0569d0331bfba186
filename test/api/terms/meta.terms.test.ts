import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../../../src/api/answer.ts';
import type { Engine } from '../../../src/api/engine.ts';
import { createRegistry } from '../../../src/api/routing/registry.ts';
import { createSiteSource } from '../../../src/app/site-from-config.ts';
import { variants } from '../../../src/app/variants.ts';
import { createTextThreads } from '../../../src/app/worker-threads.ts';
import { createTextWork } from '../../../src/background/text-work.ts';
import { anonymous, callerOf } from '../../../src/rules/capabilities.ts';
import { corePostTypes, coreTaxonomies } from '../../../src/rules/content/core-content-types.ts';
import { createMetaRegistry } from '../../../src/rules/meta-registry.ts';
import { standardRoles } from '../../../src/rules/roles.ts';
import { isShownTaxonomy } from '../../../src/rules/taxonomies.ts';
import { terms } from '../../../src/wp/terms/term-routes.ts';
import { requestFor, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

const category = coreTaxonomies.filter(isShownTaxonomy)[0]!;
const meta = createMetaRegistry([
  { object: 'term', subtype: 'category', key: 'colour', type: 'string', single: true },
  { object: 'term', subtype: 'category', key: 'depths', type: 'integer', single: false },
  { object: 'term', subtype: 'category', key: 'open', type: 'boolean', single: true, default: true },
  { object: 'term', subtype: 'category', key: '_inner', type: 'string', single: true },
  {
    object: 'term',
    subtype: 'category',
    key: 'secret',
    type: 'string',
    single: true,
    mayRead: (who) => who.userId > 0,
  },
  { object: 'term', subtype: 'post_tag', key: 'of-tags', type: 'string', single: true },
]);

describe('registered meta of categories', () => {
  let site: TestPlaten;
  let engine: Engine;
  beforeAll(async () => {
    site = await testPlaten();
    const parts = {
      variant: variants.a,
      types: corePostTypes,
      taxonomies: coreTaxonomies,
      meta,
      textWork: createTextWork(createTextThreads('a')),
    };
    engine = {
      registry: createRegistry([{ name: 'wp/v2', ...terms(category, parts) }]),
      variant: variants.a,
      store: site.platen.store,
      identify: async (request) => ({
        caller: request.headers['editor'] ? callerOf(7, { editor: true }, standardRoles) : anonymous,
        credential: null,
      }),
      renewedNonce: () => null,
      site: createSiteSource({ url: 'http://site.test', fallbackUrl: '', permalinks: null, now: Date.now }),
      clock: Date.now,
      hooks: null,
      render: async () => null,
      versionKey: async () => Buffer.from('key'),
      report: (error) => {
        throw error;
      },
    };
  });
  afterAll(() => site.close());

  const send = async (method: string, path: string, body?: unknown, who: 'editor' | 'visitor' = 'editor') => {
    const request = requestFor(method, `/wp/v2/categories${path}`, body, who === 'editor' ? { editor: '1' } : {});
    const { status, payload } = await answer(request, engine);
    return { status, body: JSON.parse(String(payload)) };
  };
  const make = async (name: string, given?: unknown) => (await send('POST', '', { name, meta: given })).body;
  const stored = async (id: number) =>
    ((await site.platen.store.meta.of('term', [id])).get(id) ?? []).map(({ key, value }) => [key, value]);

  it('reads back what was written, as its type', async () => {
    const made = await make('All', { colour: 'red', depths: [3, 4], open: false });
    expect(made.meta).toEqual({ colour: 'red', depths: [3, 4], open: false, _inner: '', secret: '' });
    expect(await stored(made.id)).toEqual([
      ['colour', 'red'],
      ['depths', '3'],
      ['depths', '4'],
      ['open', ''],
    ]);
  });

  it('shows defaults, and hides keys from those who may not read them', async () => {
    const { id } = await make('Bare');
    expect((await send('GET', `/${id}`, undefined, 'visitor')).body.meta).toEqual({
      colour: '',
      depths: [],
      open: true,
      _inner: '',
    });
  });

  it('changes the keys that are sent and removes those sent as null', async () => {
    const { id } = await make('Changing', { colour: 'red', depths: [1] });
    expect((await send('PUT', `/${id}`, { meta: { depths: [2] } })).body.meta).toMatchObject({
      colour: 'red',
      depths: [2],
    });
    expect((await send('PUT', `/${id}`, { meta: { colour: null } })).body.meta).toMatchObject({
      colour: '',
      depths: [2],
    });
    expect((await send('PUT', `/${id}`, { meta: [] })).body.meta).toMatchObject({ depths: [2] });
  });

  it.each(['_wp_attached_file', '\0colour', 'COLOUR', '__proto__', 'constructor', 'of-tags', 'unknown'])(
    'leaves the key %j alone',
    async (key) => {
      const sent = JSON.parse(`{${JSON.stringify(key)}:"x"}`);
      const made = await make(`Key ${Math.random()}`, sent);
      expect(await stored(made.id)).toEqual([]);
    },
  );

  it('refuses keys of programs and values of another type, and writes nothing', async () => {
    const forbidden = await send('POST', '', { name: 'Never', meta: { _inner: 'x' } });
    expect(forbidden).toMatchObject({ status: 403, body: { code: 'rest_cannot_update', data: { key: '_inner' } } });
    const wrong = await send('POST', '', { name: 'Never', meta: { colour: 'red', depths: ['deep'] } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect((await send('GET', '?search=Never')).body).toEqual([]);
  });

  it.each(['O:8:"stdClass":0:{}', 'a:1:{i:0;i:1;}', 'phar://x'])('keeps %s as text', async (text) => {
    const made = await make(`Text ${Math.random()}`, { colour: text });
    expect((await send('GET', `/${made.id}`)).body.meta.colour).toBe(text);
  });

  it('is part of the published schema', async () => {
    const { schema } = (await send('OPTIONS', '')).body;
    expect(Object.keys(schema.properties.meta.properties)).toEqual(['colour', 'depths', 'open', '_inner', 'secret']);
    expect(schema.properties.meta.properties.depths).toMatchObject({ type: 'array', items: { type: 'integer' } });
  });

  it('goes with the term', async () => {
    const { id } = await make('Going', { colour: 'red' });
    await send('DELETE', `/${id}?force=true`);
    expect(await stored(id)).toEqual([]);
  });

  it('loads the meta of a whole page in one statement', async () => {
    for (let i = 0; i < 5; i++) await make(`Many ${i}`, { colour: String(i) });
    const count = async (path: string) => {
      return countStatements(site.platen.store, async () => {
        await send('GET', path, undefined, 'visitor');
      });
    };
    await count('?per_page=2');
    expect(await count('?per_page=100&search=Many')).toBeLessThanOrEqual(await count('?per_page=2&search=Many'));
    expect(await count('?_fields=id&search=Many')).toBeLessThan(await count('?search=Many'));
  });
});
