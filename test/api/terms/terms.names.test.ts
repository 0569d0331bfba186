import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe('names and slugs of terms', () => {
  let site: TestPlaten;
  let editor: Client;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    editor = site.as('editor');
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    for (const taxonomy of ['category', 'post_tag']) {
      const order = { by: 'id', direction: 'asc' } as const;
      const terms = await site.platen.store.terms.find({ taxonomy }, order, { limit: 1000, offset: 0 });
      for (const { id } of terms) if (id !== 1) await site.platen.store.terms.remove(id, taxonomy);
    }
  });
  const category = (body: object) => editor.post('/wp/v2/categories', body);
  const tag = (body: object) => editor.post('/wp/v2/tags', body);

  it.each([
    ['Salt & <b>Pepper</b>', 'Salt &amp; Pepper', 'salt-pepper'],
    ['Crème brûlée', 'Crème brûlée', 'creme-brulee'],
    ['山と川', '山と川', '%e5%b1%b1%e3%81%a8%e5%b7%9d'],
    ['  O\'Brien  "quoted" back\\slash ', 'O\'Brien "quoted" back\\slash', 'obrien-quoted-backslash'],
  ])('stores %s', async (name, stored, slug) => {
    expect((await category({ name })).body).toMatchObject({ name: stored, slug });
  });

  it('falls back to the number where a name has no usable letter', async () => {
    const made = await tag({ name: '&' });
    expect(made.body.slug).toBe(String(made.body.id));
  });

  it('cleans descriptions of what runs', async () => {
    const description = 'a<script>alert(1)</script><a href="http://x.test" onclick="x()">b</a>';
    expect((await category({ name: 'Script', description })).body.description).toBe(
      'aalert(1)<a href="http://x.test">b</a>',
    );
  });

  it('refuses a name that is taken at its place, whatever its letters and accents', async () => {
    const first = (await category({ name: 'Birds' })).body;
    for (const name of ['Birds', 'birds', 'BIRDS', 'Bírds']) {
      const refused = await category({ name });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'term_exists', data: { status: 409, term_id: first.id } });
    }
    expect((await tag({ name: 'Birds' })).status).toBe(201);
  });

  it('accepts an equal name that a slug tells apart, once', async () => {
    await category({ name: 'Birds' });
    const other = await category({ name: 'Birds', slug: 'feathered' });
    expect(other).toMatchObject({ status: 201, body: { name: 'Birds', slug: 'feathered' } });
    const again = await category({ name: 'Birds', slug: 'feathered' });
    expect(again.body).toMatchObject({ code: 'term_exists', data: { term_id: other.body.id } });
  });

  it('numbers a slug that another name holds, past numbers of other taxonomies', async () => {
    await category({ name: 'Birds' });
    expect((await category({ name: 'Other birds', slug: 'birds' })).body.slug).toBe('birds-2');
    expect((await tag({ name: 'Birds' })).body.slug).toBe('birds');
    expect((await tag({ name: 'Different', slug: 'birds' })).body.slug).toBe('birds-3');
    expect((await tag({ name: 'C++' })).body.slug).toBe('c');
    expect((await tag({ name: 'C#' })).body.slug).toBe('c-2');
  });

  it('gives a child of the same name the slugs above it', async () => {
    const top = (await category({ name: 'Birds' })).body;
    const child = (await category({ name: 'Birds', parent: top.id })).body;
    expect(child).toMatchObject({ slug: 'birds-birds', link: 'http://site.test/category/birds/birds-birds/' });
    expect((await category({ name: 'Birds', parent: top.id })).body).toMatchObject({
      code: 'term_exists',
      data: { term_id: child.id },
    });
  });

  it('refuses to change a slug to one that is taken, unless the term moves as well', async () => {
    await category({ name: 'Birds' });
    const fish = (await category({ name: 'Fish' })).body;
    const refused = await editor.put(`/wp/v2/categories/${fish.id}`, { slug: 'Birds' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'duplicate_term_slug' } });
    const moved = await editor.put(`/wp/v2/categories/${fish.id}`, { slug: 'birds', parent: 1 });
    expect(moved).toMatchObject({ status: 200, body: { slug: 'birds-uncategorized', parent: 1 } });
  });

  it('lets a name be taken twice by a change, and keeps the slug', async () => {
    await category({ name: 'Birds' });
    const fish = (await category({ name: 'Fish' })).body;
    expect((await editor.put(`/wp/v2/categories/${fish.id}`, { name: 'Birds' })).body).toMatchObject({
      name: 'Birds',
      slug: 'fish',
    });
  });

  it('makes a new slug from the name where an empty one is sent', async () => {
    const made = (await tag({ name: 'First name', slug: 'chosen' })).body;
    const changed = await editor.put(`/wp/v2/tags/${made.id}`, { name: 'Second name', slug: '' });
    expect(changed.body.slug).toBe('second-name');
    expect((await tag({ name: 'Second name!', slug: '' })).body.slug).toBe('second-name-2');
  });

  it('stays unique when many ask at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => tag({ name: `Rush ${i}`, slug: 'rush' })));
    expect(made.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect(new Set(made.map((answer) => answer.body.slug)).size).toBe(8);
  });
});

it.each([
  ['a', 'dots-in-term'],
  ['b', 'dots-interm'],
] as const)('turns a slash in a name as variant %s does', async (variant, slug) => {
  const site = await testPlaten({ variant });
  try {
    expect((await site.as('editor').post('/wp/v2/tags', { name: 'dots.in/term' })).body.slug).toBe(slug);
  } finally {
    await site.close();
  }
});
