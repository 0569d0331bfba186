import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
});
afterAll(() => site.close());

describe('stored patterns', () => {
  it('say beside meta whether they follow changes', async () => {
    const author = site.as('author');
    const pattern = { title: 'Copied', content: 'Text', status: 'publish' };
    const { body } = await author.post('/wp/v2/blocks', { ...pattern, meta: { wp_pattern_sync_status: 'unsynced' } });
    expect(body).toMatchObject({ wp_pattern_sync_status: 'unsynced', meta: { footnotes: '' } });
    expect(body.meta).not.toHaveProperty('wp_pattern_sync_status');
    const embedded = await author.get(`/wp/v2/blocks/${body.id}?context=embed`);
    expect(embedded.body).toMatchObject({ title: [], wp_pattern_sync_status: 'unsynced' });
    const refused = await author.post('/wp/v2/blocks', { ...pattern, meta: { wp_pattern_sync_status: 'often' } });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_not_in_enum']);
    expect((await author.post('/wp/v2/blocks', pattern)).body.wp_pattern_sync_status).toBe('');
  });

  it('have no address for readers, so that editors are told none', async () => {
    const { body } = await site.as('author').post('/wp/v2/blocks', { title: 'A', content: 'B', status: 'publish' });
    for (const member of ['class_list', 'permalink_template', 'generated_slug'])
      expect(body).not.toHaveProperty(member);
  });

  it('are filed under categories of their own', async () => {
    const author = site.as('author');
    const { body: term } = await author.post('/wp/v2/wp_pattern_category', { name: 'Shelf' });
    const pattern = { title: 'Filed', content: 'Text', status: 'publish', wp_pattern_category: [term.id] };
    const { body } = await author.post('/wp/v2/blocks', pattern);
    const found = await author.get(`/wp/v2/blocks?wp_pattern_category=${term.id}&_fields=id`);
    expect(found.body).toEqual([{ id: body.id }]);
    const posts = await author.post('/wp/v2/posts', { title: 'No', wp_pattern_category: [term.id] });
    expect(posts.body).not.toHaveProperty('wp_pattern_category');
  });
});

describe('patterns that editors offer', () => {
  it('belong to known categories and are made of known blocks', async () => {
    const editor = site.as('editor');
    const categories = (await editor.get('/wp/v2/block-patterns/categories')).body.map(({ name }: Named) => name);
    const blocks = (await editor.get('/wp/v2/block-types?_fields=name')).body.map(({ name }: Named) => name);
    for (const pattern of (await editor.get('/wp/v2/block-patterns/patterns')).body) {
      expect(categories).toEqual(expect.arrayContaining(pattern.categories));
      const used = [...pattern.content.matchAll(/<!-- wp:([a-z-]+)/g)].map(([, name]) => `core/${name}`);
      expect(blocks).toEqual(expect.arrayContaining(used));
    }
  });
});

interface Named {
  readonly name: string;
}

describe('block types', () => {
  it('have the attributes that their supports bring along', async () => {
    const { body } = await site.as('editor').get('/wp/v2/block-types/core/paragraph');
    expect(Object.keys(body.attributes)).toEqual(
      expect.arrayContaining(['content', 'dropCap', 'lock', 'metadata', 'align', 'style', 'backgroundColor', 'anchor']),
    );
    expect(body).toMatchObject({ is_dynamic: false, parent: null, provides_context: [] });
    expect(body._links).not.toHaveProperty('wp:render-block');
  });

  it('that the server draws link to their drawing', async () => {
    const { body } = await site.as('editor').get('/wp/v2/block-types/core/latest-posts');
    expect(body._links['wp:render-block'][0].href).toMatch(
      /\/wp\/v2\/block-renderer\/core\/latest-posts\?context=edit$/,
    );
  });

  it('are listed by namespace, and unknown ones are not found', async () => {
    const editor = site.as('editor');
    expect((await editor.get('/wp/v2/block-types?namespace=shop')).body).toEqual([]);
    expect((await editor.get('/wp/v2/block-types/shop')).body).toEqual([]);
    const all = await editor.get('/wp/v2/block-types?_fields=name');
    expect((await editor.get('/wp/v2/block-types/core?_fields=name')).body).toEqual(all.body);
    const { status, body } = await editor.get('/wp/v2/block-types/core/nothing');
    expect([status, body.code]).toEqual([404, 'rest_block_type_invalid']);
  });
});
