import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { type Agent, agentOverHttp } from '../platen/mcp-client.ts';
import { catalogue } from './catalogue.ts';

let site: TestPlaten;
let agent: Agent;
beforeAll(async () => {
  site = await testPlaten({ ...catalogue, mcp: true, host: '127.0.0.1' });
  agent = await agentOverHttp(`${await site.platen.listen()}/mcp`, 'the-editor:pw-editor');
});
afterAll(async () => {
  await agent?.close();
  await site?.close();
});

const variants = [{ name: 'Small', price: 5, notes: [{ text: '<p>Old</p>' }] }];

describe('declared fields and agents', () => {
  it('are described by the tools that write them, and by one of their own', async () => {
    const { tools } = await agent.client.listTools();
    const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
    const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(schemaOf('articles_update') ?? {});
    const meta = { price: 3, colours: ['red'], variants, parts: [{ layout: 'quote', text: 'q', by: [] }], cover: null };
    expect(accepts({ id: 1, meta }), JSON.stringify(accepts.errors)).toBe(true);
    for (const wrong of [{ price: 'much' }, { price: -1 }, { variants: [{ size: 1 }] }, { parts: [{ layout: 'x' }] }])
      expect(accepts({ id: 1, meta: wrong }), JSON.stringify(wrong)).toBe(false);
    expect(schemaOf('articles_create')?.properties).toMatchObject({
      meta: { properties: { summary: { title: 'Summary', description: 'Two sentences.', type: ['string', 'null'] } } },
    });
    expect(schemaOf('comments_create')?.properties).toMatchObject({ meta: { properties: { stars: { maximum: 5 } } } });

    const { said } = await agent.use('types_describe', { type: 'article' });
    expect(said.types).toHaveLength(1);
    expect(said.types[0]).toMatchObject({ name: 'article', rest_path: '/wp/v2/articles', columns: ['price'] });
    const fields = new Map(said.types[0].fields.map((field: { name: string }) => [field.name, field]));
    expect(fields.get('related')).toMatchObject({ kind: 'posts', to: ['article'], multiple: true });
    expect(fields.get('variants')).toMatchObject({
      kind: 'repeater',
      fields: [{ name: 'name', required: true }, {}, {}],
    });
    const whole = await agent.use('types_describe');
    expect(whole.said.comment_fields).toMatchObject([{ name: 'stars' }]);
    expect(whole.said.taxonomies.map(({ name }: { name: string }) => name)).toContain('brand');
  });

  it('are written with an item, shown with it and in lists, and changed one by one', async () => {
    const meta = { sku: 'LMP-1', price: 9.5, variants };
    const made = await agent.use('articles_create', { title: 'Lamp', status: 'publish', meta });
    expect(made).toMatchObject({ isError: false, said: { title: 'Lamp', meta } });
    const { id } = made.said;
    const tried = await agent.use('articles_update', { id, meta: { price: 3 }, dryRun: true });
    expect(tried.said.wouldChange.meta).toMatchObject({ from: { price: 9.5 }, to: { price: 3 } });
    const changed = await agent.use('articles_update', { id, meta: { price: null } });
    expect(changed.said.meta).toMatchObject({ sku: 'LMP-1', price: null, variants });
    expect((await agent.use('articles_get', { id })).said.meta).toMatchObject({ sku: 'LMP-1', price: null, variants });
    await agent.use('articles_update', { id, meta: { price: 4 } });
    const { said } = await agent.use('articles_list', {});
    expect(said.items.find((item: { id: number }) => item.id === id).meta).toEqual({ price: 4 });
  });

  it('that are refused are named by their paths, and nothing is stored', async () => {
    const { said: made } = await agent.use('articles_create', { title: 'Lamp', meta: { sku: 'LMP-1' } });
    const wrong = { price: -1, variants: [{ name: 'A', price: 'x' }], related: [987_654] };
    const refused = await agent.use('articles_update', { id: made.id, title: 'Other', meta: wrong });
    expect(refused).toMatchObject({ isError: true, said: { code: 'rest_invalid_param' } });
    const paths = ['meta.price', 'meta.variants[0].price', 'meta.related[0]'];
    for (const path of paths) expect(JSON.stringify(refused.said)).toContain(path);
    expect((await agent.use('articles_get', { id: made.id })).said).toMatchObject({
      title: 'Lamp',
      meta: { price: null },
    });
  });
});
