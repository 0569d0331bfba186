import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('slugs into and out of the trash, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const create = async (body: object, base = 'posts') => (await site.as('editor').post(`/wp/v2/${base}`, body)).body;
  const update = async (id: number, body: object) => (await site.as('editor').put(`/wp/v2/posts/${id}`, body)).body;
  const trash = async (id: number, base = 'posts') => (await site.as('editor').delete(`/wp/v2/${base}/${id}`)).body;

  it('are told apart in the trash too', async () => {
    const [one, two, three] = [
      await create({ content: 'x' }),
      await create({ content: 'y' }),
      await create({ content: 'z' }),
    ];
    expect([one.slug, two.slug]).toEqual(['', '']);
    expect((await trash(one.id)).slug).toBe('__trashed');
    expect((await trash(two.id)).slug).toBe('__trashed-2');
    expect((await trash(three.id)).slug).toBe('__trashed-3');
  });

  it('are told apart where one name was trashed twice, and both come back', async () => {
    const first = await create({ title: 'Twice', status: 'publish' });
    expect((await trash(first.id)).slug).toBe('twice__trashed');
    const second = await create({ title: 'Twice', status: 'publish' });
    expect(second.slug).toBe('twice');
    expect((await trash(second.id)).slug).toBe('twice__trashed-2');
    expect((await update(second.id, { status: 'publish' })).slug).toBe('twice');
    expect((await update(first.id, { status: 'publish' })).slug).toBe('twice-2');
  });

  it('may be the same where the types or the parents differ', async () => {
    const top = await create({ title: 'Top', status: 'publish' }, 'pages');
    const below = await create({ title: 'Leaf', parent: top.id, status: 'publish' }, 'pages');
    const beside = await create({ title: 'Leaf', status: 'publish' }, 'pages');
    const again = await create({ title: 'Leaf', status: 'publish' });
    for (const [id, base] of [
      [below.id, 'pages'],
      [beside.id, 'pages'],
      [again.id, 'posts'],
    ] as const) {
      expect((await trash(id, base)).slug).toBe('leaf__trashed');
    }
  });

  it('are told apart among many that are trashed at once', async () => {
    const posts = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((content) => create({ content: `Lot ${content}` })));
    const slugs = (await Promise.all(posts.map((post) => trash(post.id)))).map((post) => post.slug);
    expect(new Set(slugs).size).toBe(posts.length);
  });

  it('decide between the slug remembered and the one sent as the variant does', async () => {
    const post = await create({ title: 'Out', slug: 'first', status: 'publish' });
    await trash(post.id);
    const restored = await update(post.id, { status: 'publish', slug: 'second' });
    expect(restored.slug).toBe(variant === 'a' ? 'first' : 'second');
    expect((await update(post.id, { slug: 'third' })).slug).toBe('third');
  });

  it('take the one sent where none is remembered', async () => {
    const post = await create({ content: 'Nameless' });
    await trash(post.id);
    expect((await update(post.id, { status: 'publish', slug: 'named' })).slug).toBe('named');
  });
});
