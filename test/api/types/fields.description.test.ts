import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interfaceTypes } from '../../../src/api/interface-types.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { catalogue } from './catalogue.ts';
import { shop } from './shop.ts';

const path = '/platen/v1/types';

/** Values that no client may send. */
const wrong = [
  "{ price: 'much' }",
  '{ nothing: 1 }',
  "{ code: 'fixed' }",
  '{ variants: [{ size: 1 }] }',
  '{ variants: [{ notes: [{ text: 1 }] }] }',
  "{ parts: [{ layout: 'video' }] }",
  "{ parts: [{ layout: 'quote', picture: 1 }] }",
  "{ colours: ['pink'] }",
  "{ size: { unit: 'mm' } }",
];

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** What the compiler says of a module. */
async function problemsIn(text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-types-'));
  try {
    const file = join(folder, 'module.ts');
    await writeFile(file, text);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', file];
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, ...options], { maxBuffer: 1e8 }, (_error, output) => resolve(output));
    });
    return said.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('GET /platen/v1/types', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten(shop);
  });
  afterAll(() => site.close());

  const named = (list: readonly { name: string }[], name: string) => list.find((one) => one.name === name);
  const names = (list: readonly { name: string }[]) => list.map((one) => one.name);

  it('describes every type that has a collection, with the keys that are declared for it', async () => {
    const { body } = await site.as('administrator').get(path);
    expect(names(body.types)).toEqual(['post', 'page', 'product', 'guide']);
    expect(named(body.types, 'post')).toMatchObject({ rest_path: '/wp/v2/posts', source: 'built-in', icon: '' });
    expect(named(body.types, 'product')).toMatchObject({
      rest_path: '/wp/v2/products',
      labels: { name: 'Products', singular_name: 'Product', add_new_item: 'Start a new product' },
      source: 'configuration',
      hierarchical: false,
      public: true,
      taxonomies: ['post_tag', 'genre', 'shelf'],
      capabilities: {
        edit: 'edit_posts',
        publish: 'publish_posts',
        edit_others: 'edit_others_posts',
        delete: 'delete_posts',
      },
      columns: [],
      tabs: [],
    });
    const kinds = Object.fromEntries(
      (named(body.types, 'product') as unknown as { fields: { name: string; kind: string }[] }).fields.map((one) => [
        one.name,
        one.kind,
      ]),
    );
    expect(kinds).toEqual({
      price: 'number',
      stock: 'integer',
      sold: 'boolean',
      colours: 'json',
      parts: 'json',
      size: 'group',
      _hidden: 'text',
      cost: 'number',
    });
  });

  it('describes taxonomies, and fields of users', async () => {
    const { body } = await site.as('editor').get(path);
    expect(names(body.taxonomies)).toEqual(['category', 'post_tag', 'genre', 'shelf']);
    expect(named(body.taxonomies, 'genre')).toMatchObject({
      rest_path: '/wp/v2/genres',
      types: ['product'],
      source: 'configuration',
      capabilities: { manage: 'manage_categories', assign: 'edit_posts' },
      fields: [{ name: 'mood', kind: 'text', label: 'Mood' }],
    });
    expect(body.user_fields).toMatchObject([{ name: 'motto', kind: 'text', default: null, width: 100 }]);
    expect([body.comment_fields, body.attachment_fields]).toEqual([[], []]);
  });

  it('shows each caller what that one may edit', async () => {
    const author = (await site.as('author').get(path)).body;
    expect(names(author.types)).toEqual(['post', 'product', 'recipe']);
    const product = named(author.types, 'product') as unknown as { fields: { name: string }[] };
    expect(names(product.fields)).not.toContain('cost');
    const own = (await site.as('editor').get(path)).body.types.find((one: { name: string }) => one.name === 'product');
    expect(named(own.fields, 'cost')).toMatchObject({ readonly: true });
    expect(named(own.fields, '_hidden')).toMatchObject({ readonly: true });
    expect((await site.as('anonymous').get(path)).status).toBe(401);
    expect((await site.as('subscriber').get(path)).status).toBe(403);
  });
});

describe('declared fields in GET /platen/v1/types', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    const extension = { name: 'films', postTypes: [{ name: 'film', fields: { year: { kind: 'integer' as const } } }] };
    site = await testPlaten({ ...catalogue, extensions: [extension] });
  });
  afterAll(() => site.close());

  it('have every member, and their type its tabs and columns', async () => {
    const { body } = await site.as('administrator').get(path);
    const article = body.types.find((one: { name: string }) => one.name === 'article');
    expect(article).toMatchObject({
      icon: 'shopping-bag',
      source: 'configuration',
      supports: ['title', 'revisions', 'custom-fields'],
      columns: ['price'],
      tabs: [
        { name: 'shop', label: 'Shop' },
        { name: 'more', label: 'More' },
      ],
    });
    const field = (name: string) => article.fields.find((one: { name: string }) => one.name === name);
    expect(article.fields.map((one: { name: string }) => one.name)).toEqual(
      Object.keys(catalogue.postTypes[0]?.fields ?? {}),
    );
    expect(field('price')).toEqual({
      name: 'price',
      kind: 'number',
      label: 'Price',
      help: '',
      required: false,
      readonly: false,
      default: null,
      minimum: 0,
      maximum: null,
      step: 0.01,
      min_length: null,
      max_length: null,
      min_items: null,
      max_items: null,
      pattern: '',
      choices: [],
      to: [],
      multiple: false,
      mime_types: [],
      show_when: [],
      width: 50,
      tab: '',
      group: 'Money',
      column: true,
      index: true,
      fields: [],
      layouts: [],
    });
    expect(field('sku')).toMatchObject({ required: true, min_length: 3, max_length: 10, pattern: '[A-Z]+-\\d+' });
    expect(field('unit').choices).toEqual([
      { value: 'cm', label: 'Centimetres' },
      { value: 'in', label: 'in' },
    ]);
    expect(field('related')).toMatchObject({ to: ['article'], multiple: true });
    expect(field('keeper')).toMatchObject({ to: ['editor'], multiple: false });
    expect(field('weight').show_when).toEqual([[{ field: 'shipping', operator: '==', value: 'post' }]]);
    expect(field('variants').fields).toMatchObject([
      { name: 'name', kind: 'text', required: true, label: 'Name' },
      { name: 'price', kind: 'number' },
      { name: 'notes', kind: 'repeater', fields: [{ name: 'text', kind: 'richtext' }] },
    ]);
    expect(field('parts').layouts).toMatchObject([
      { name: 'quote', label: 'Quotation', fields: [{ name: 'text' }, { name: 'by', kind: 'users' }] },
      { name: 'figure', label: 'Figure', fields: [{ name: 'picture' }, { name: 'caption', max_length: 20 }] },
    ]);
    expect(field('code')).toMatchObject({ readonly: true });
    expect(body.user_fields).toMatchObject([{ name: 'motto', max_length: 20 }]);
    expect(body.comment_fields).toMatchObject([{ name: 'stars' }]);
    expect(body.attachment_fields).toMatchObject([{ name: 'credit' }]);
    expect(body.types.find((one: { name: string }) => one.name === 'page').fields).toMatchObject([{ name: 'lead' }]);
    expect(body.types.find((one: { name: string }) => one.name === 'film')).toMatchObject({
      source: 'extension',
      fields: [{ name: 'year', kind: 'integer' }],
    });
  });

  it('are in the schema that OPTIONS shows, in OpenAPI and in the types of clients', async () => {
    const admin = site.as('administrator');
    const { schema } = (await admin.send('OPTIONS', '/wp/v2/articles')).body;
    expect(schema.properties.meta.properties).toMatchObject({
      sku: { type: 'string', title: 'Sku', minLength: 3, maxLength: 10, pattern: '^(?:[A-Z]+-\\d+)$', default: '' },
      price: { type: 'number', minimum: 0, default: null },
      colours: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['red', 'blue', 'green'] } },
      moment: { type: 'string', format: 'date-time' },
      size: { type: 'object', properties: { width: { type: 'number', minimum: 0 } }, additionalProperties: false },
      parts: { items: { anyOf: [{ properties: { layout: { enum: ['quote'] } } }, { type: 'object' }] } },
    });
    const { components, paths } = (await admin.get('/platen/v1/openapi.json')).body;
    const { meta } = components.schemas.ArticleView.properties;
    expect(meta.properties.variants.items.properties).toMatchObject({
      name: { type: 'string' },
      price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    });
    const body = paths['/wp/v2/articles'].post.requestBody.content['application/json'].schema;
    expect(body.properties.meta.properties.sku).toMatchObject({ minLength: 3, pattern: '^(?:[A-Z]+-\\d+)$' });
    const types = interfaceTypes(site.platen.registry, 'a');
    expect(types).toContain('readonly size: { readonly width: number | null; readonly unit: "" | "cm" | "in"; };');
    expect(types).toContain('readonly layout: "quote"; readonly text: string; readonly by: number[];');
  });

  it('have exact types at any depth: what is read can be sent, and what is wrong does not compile', async () => {
    const problems = await problemsIn(`${interfaceTypes(site.platen.registry, 'a')}
      type Read = ArticleView['meta'];
      type Sent = NonNullable<Routes['/wp/v2/articles']['POST']['input']['meta']>;
      declare const read: Read;
      export const again: Sent = { ...read };
      export const fine: Sent = { price: 1, cover: null, variants: [{ name: 'a', notes: [{ text: '' }] }], size: { unit: 'cm' },
        parts: [{ layout: 'quote', text: 'q' }, { layout: 'figure', picture: 3 }], colours: ['red'], data: { any: [1] } };
      export const price: number | null = read.price;
      export const note: string | undefined = read.variants[0]?.notes[0]?.text;
      export function captions(): string[] {
        return read.parts.map((part) => (part.layout === 'figure' ? part.caption : part.text));
      }
      export const wrong: Sent[] = [
        ${wrong.join(',\n')}
      ];
      export const missing = read.variants[0]?.colour;`);
    expect(problems, problems.join('\n')).toHaveLength(wrong.length + 1);
    for (const [i, one] of wrong.entries()) expect(problems[i], one).toMatch(/error TS(?:2322|2353|2561|2820)/);
    expect(problems.at(-1)).toMatch(/colour/);
  });
});
