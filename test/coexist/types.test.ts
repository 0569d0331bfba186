import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { defineConfig } from '../../src/index.ts';
import type { Client } from './support/client.ts';
import { common } from './support/common.ts';
import { openPair, type Pair } from './support/pair.ts';

/** The same content as `support/content-types.php` registers. */
const declared = defineConfig({
  postTypes: [
    {
      name: 'product',
      restBase: 'products',
      labels: { name: 'Products', singular_name: 'Product' },
      slug: 'products',
      hasArchive: true,
      supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'custom-fields', 'comments', 'revisions'],
      taxonomies: ['genre', 'shelf', 'post_tag'],
      meta: {
        price: { type: 'number', default: 1.5, description: 'Price.' },
        stock: { type: 'integer' },
        sold: { type: 'boolean' },
        colours: { type: 'string', single: false },
        parts: { type: 'array', items: { type: 'integer' } },
        size: {
          type: 'object',
          properties: { width: { type: 'number' }, unit: { type: 'string', enum: ['cm', 'in'] } },
        },
        _hidden: { type: 'string' },
        quiet: { type: 'string', showInRest: false },
      },
    },
    {
      name: 'guide',
      labels: { name: 'Guides', singular_name: 'Guide' },
      description: 'How to do things.',
      hierarchical: true,
      capabilityType: 'page',
      supports: ['title', 'editor', 'page-attributes'],
    },
  ],
  taxonomies: [
    {
      name: 'genre',
      restBase: 'genres',
      labels: { name: 'Genres', singular_name: 'Genre' },
      hierarchical: true,
      meta: { mood: { type: 'string' } },
    },
    {
      name: 'shelf',
      restBase: 'shelves',
      labels: { name: 'Shelves', singular_name: 'Shelf' },
      postTypes: ['product', 'guide'],
      slug: 'on-shelf',
    },
  ],
});

type Made = Record<'products' | 'guide' | 'genres' | 'shelves', number[]>;

let pair: Pair;
let plugins: string;
let made: Made;
beforeAll(async () => {
  plugins = join(inject('wordpress').root, 'wp-content/mu-plugins');
  await mkdir(plugins, { recursive: true });
  await cp(new URL('support/content-types.php', import.meta.url), join(plugins, 'content-types.php'));
  pair = await openPair(declared);
  const [one, two] = [await fill(pair.wordpress(), 'garnet'), await fill(pair.ours(), 'topaz')];
  made = {
    products: [...one.products, ...two.products],
    guide: [...one.guide, ...two.guide],
    genres: [...one.genres, ...two.genres],
    shelves: [...one.shelves, ...two.shelves],
  };
});
afterAll(async () => {
  // The other files share the database, without these types.
  for (const [base, ids] of Object.entries(made ?? {}))
    for (const id of ids) await pair.wordpress().delete(`/wp/v2/${base}/${id}?force=true`);
  await pair?.close();
  await rm(plugins, { recursive: true, force: true });
});

async function fill(client: Client, word: string): Promise<Made> {
  const make = async (base: string, body: object): Promise<number> => {
    const answer = await client.post(`/wp/v2/${base}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  const genre = await make('genres', { name: `Crime ${word}`, meta: { mood: 'dark', nobody: 1 } });
  const below = await make('genres', { name: `Noir ${word}`, parent: genre });
  const shelf = await make('shelves', { name: `Top ${word}` });
  const product = await make('products', {
    title: `Lamp ${word}`,
    content: 'Bright.',
    status: 'publish',
    genres: [genre, below],
    shelves: [shelf],
    meta: {
      price: 9.5,
      stock: '3',
      sold: true,
      colours: ['red', 'blue'],
      parts: [1, 2],
      size: { width: 3.5, unit: 'cm' },
    },
  });
  const plain = await make('products', { title: `Plain ${word}`, status: 'publish', meta: { nobody: 1, quiet: 'x' } });
  const draft = await make('products', { title: `Draft ${word}` });
  const coming = await make('products', { title: `Coming ${word}`, status: 'future', date: '2040-01-01T00:00:00' });
  const guide = await make('guide', { title: `Guide ${word}`, status: 'publish' });
  const child = await make('guide', { title: `Child ${word}`, status: 'publish', parent: guide, shelves: [shelf] });
  return { products: [product, plain, draft, coming], guide: [guide, child], genres: [genre, below], shelves: [shelf] };
}

const both = async (path: string, who: 'administrator' | 'anonymous' = 'administrator') => {
  const [theirs, ours] = await Promise.all([pair.wordpress(who).get(path), pair.ours(who).get(path)]);
  return { theirs, ours };
};

/** Members and links that the newer reference has and the contract does not. */
const newer = new Set([
  ...[
    'permalink_template',
    'generated_slug',
    'class_list',
    'curies',
    'wp:action-unfiltered-html',
    'predecessor-version',
  ],
  ...['has_archive', 'visibility', 'icon', 'rest_namespace', 'block_version', 'template_lock'],
  ...['modified_after', 'modified_before', 'tax_relation'],
]);
const keysOf = (value: object): string[] =>
  Object.keys(value)
    .filter((key) => !newer.has(key))
    .sort();

describe('declared types beside the same types of WordPress', () => {
  it.each(['products', 'guide', 'genres', 'shelves'] as const)('%s: lists are the same', async (base) => {
    const all = base === 'products' || base === 'guide' ? '&status=publish,draft,future' : '';
    for (const query of [`context=edit&orderby=id${all}`, 'context=view&orderby=id']) {
      const { theirs, ours } = await both(`/wp/v2/${base}?include=${made[base].join()}&${query}`);
      expect(ours.status).toBe(200);
      expect(ours.headers.get('x-wp-total')).toBe(theirs.headers.get('x-wp-total'));
      const [told, expected] = common(ours.body, theirs.body);
      expect(told).toEqual(expected);
    }
  });

  it.each(['products', 'guide', 'genres', 'shelves'] as const)(
    '%s: items have the same members and links',
    async (base) => {
      for (const context of ['view', 'edit', 'embed']) {
        for (const id of made[base]) {
          const { theirs, ours } = await both(`/wp/v2/${base}/${id}?context=${context}`);
          expect([ours.status, keysOf(ours.body)]).toEqual([theirs.status, keysOf(theirs.body)]);
          expect(keysOf(ours.body._links)).toEqual(keysOf(theirs.body._links));
        }
      }
    },
  );

  it('visitors see the same', async () => {
    for (const id of made.products) {
      const { theirs, ours } = await both(`/wp/v2/products/${id}`, 'anonymous');
      expect([id, ours.status, ours.body.code]).toEqual([id, theirs.status, theirs.body.code]);
    }
  });

  it('filters by taxonomy find the same', async () => {
    const [genre, below] = made.genres;
    const [shelf] = made.shelves;
    for (const query of [
      `genres=${genre}`,
      `genres=${below}&shelves=${shelf}`,
      `genres_exclude=${genre}`,
      `shelves=${shelf},${made.shelves[1]}`,
      'genres=0',
    ]) {
      const { theirs, ours } = await both(`/wp/v2/products?orderby=id&${query}`);
      expect([query, ids(ours.body)]).toEqual([query, ids(theirs.body)]);
    }
  });

  it.each(['types/product', 'types/guide', 'taxonomies/genre', 'taxonomies/shelf'])(
    '%s is described alike',
    async (path) => {
      for (const context of ['view', 'edit', 'embed']) {
        const { theirs, ours } = await both(`/wp/v2/${path}?context=${context}`);
        // Labels are our own words.
        const plain = ({ labels: _labels, ...rest }: Record<string, unknown>) => rest;
        const [told, expected] = common(plain(ours.body), plain(theirs.body));
        expect(told).toEqual(expected);
        expect(keysOf(ours.body)).toEqual(keysOf(theirs.body));
      }
    },
  );

  it.each(['products', 'guide', 'genres', 'shelves'] as const)(
    '%s: OPTIONS name the same arguments and properties',
    async (base) => {
      const [theirs, ours] = await Promise.all([
        pair.wordpress().options(`/wp/v2/${base}`),
        pair.ours().options(`/wp/v2/${base}`),
      ]);
      expect(ours.body.methods).toEqual(theirs.body.methods);
      for (const [i, endpoint] of ours.body.endpoints.entries()) {
        expect(keysOf(endpoint.args)).toEqual(keysOf(theirs.body.endpoints[i].args));
      }
      expect(keysOf(ours.body.schema.properties)).toEqual(keysOf(theirs.body.schema.properties));
      expect(ours.body.schema.title).toBe(theirs.body.schema.title);
    },
  );

  it.each([
    { price: 'abc' },
    { stock: 1.5 },
    { parts: ['x'] },
    { parts: 5 },
    { size: { width: 'w' } },
    { size: { other: 1 } },
    { size: { unit: 'm' } },
    { size: [] },
    { colours: 'red' },
    { colours: 'red blue, green' },
    { parts: '' },
    { sold: 'maybe' },
    { _hidden: 'x' },
    { price: null },
    { nobody: 1 },
    'text',
    [],
  ])('meta %j is answered alike', async (meta) => {
    const [id] = made.products;
    const path = `/wp/v2/products/${id}`;
    const theirs = await pair.wordpress().post(path, { meta });
    const ours = await pair.ours().post(path, { meta });
    expect([ours.status, ours.body.meta]).toEqual([theirs.status, theirs.body.meta]);
  });
});

const ids = (items: { id: number }[]): number[] => items.map((item) => item.id);
