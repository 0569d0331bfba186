import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('where a file is used, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  /** A row with the facts of a file; nothing here reads the file itself. */
  const file = async (path: string, fields: object = {}): Promise<number> => {
    const { store } = site.platen;
    const { body: page } = await site.as('editor').post('/wp/v2/pages', { title: path });
    const row = await store.posts.byId(page.id);
    if (!row) throw new Error('There is no row to copy.');
    const { id: _id, ...like } = row;
    const facts = { type: 'attachment', status: 'inherit', mimeType: 'image/png', authorId: site.users.author };
    const id = await store.posts.insert({ ...like, slug: `f-${page.id}`, parentId: 0, ...facts, ...fields });
    await store.meta.set('post', id, '_wp_attached_file', [path]);
    return id;
  };
  const post = async (fields: object, who: Role = 'author', type = 'posts'): Promise<number> => {
    const { body } = await site.as(who).post(`/wp/v2/${type}`, { title: 'Uses it', status: 'publish', ...fields });
    return body.id;
  };
  const uses = (id: number, who: Role = 'editor') => site.as(who).get(`/platen/v1/media/${id}/uses`);
  const address = (name: string) => `http://site.test/wp-content/uploads/2026/01/${name}`;

  it('is in texts by address, copy or number, as the picture of an item, and where it was uploaded', async () => {
    const parent = await post({ content: 'nothing' });
    const id = await file('2026/01/heron.png', { parentId: parent });
    const whole = await post({ content: `<img src="${address('heron.png')}">` });
    const copy = await post({ content: `<a href="${address('heron-300x200.png')}">x</a>`, status: 'draft' });
    const numbered = await post({ content: `<img class="size-full wp-image-${id}" src="/x.png">` }, 'editor', 'pages');
    const featured = await post({});
    await site.platen.store.meta.set('post', featured, '_thumbnail_id', [String(id)]);
    await post({ content: `<img src="${address('heron-2.png')}"><img class="wp-image-${id}0" src="/y.png">` });
    const { status, body } = await uses(id);
    expect(status).toBe(200);
    expect(body.truncated).toBe(false);
    expect(new Map(body.uses.map((one: { id: number; as: string[] }) => [one.id, one.as]))).toEqual(
      new Map([
        [featured, ['featured']],
        [whole, ['content']],
        [copy, ['content']],
        [numbered, ['content']],
        [parent, ['attached']],
      ]),
    );
    expect(body.uses.find((one: { id: number }) => one.id === copy)).toEqual({
      id: copy,
      type: 'post',
      status: 'draft',
      title: 'Uses it',
      as: ['content'],
    });
  });

  it('tells nobody of items that they may not edit', async () => {
    const id = await file('2026/01/secret.png');
    const own = await post({ content: `<img src="${address('secret.png')}">` });
    await post({ content: `<img src="${address('secret.png')}">`, title: 'Not yours', status: 'draft' }, 'editor');
    expect((await uses(id, 'author')).body.uses.map((one: { id: number }) => one.id)).toEqual([own]);
    expect((await uses(id, 'editor')).body.uses).toHaveLength(2);
  });

  it('is for those who may edit the file, and for files only', async () => {
    const id = await file('2026/01/mine.png');
    for (const [who, status] of [
      ['anonymous', 401],
      ['subscriber', 403],
      ['contributor', 403],
      ['author', 200],
      ['editor', 200],
    ] as const)
      expect((await uses(id, who)).status, who).toBe(status);
    const other = await file('2026/01/theirs.png', { authorId: site.users.editor });
    expect((await uses(other, 'author')).status).toBe(403);
    for (const none of [0, 999_999, await post({})]) expect((await uses(none)).status).toBe(404);
  });

  it('shows a bounded number of items and says that there are more', async () => {
    const id = await file('2026/01/logo.png');
    const { store } = site.platen;
    const row = await store.posts.byId(await post({ content: `<img src="${address('logo.png')}">` }));
    if (!row) throw new Error('There is no row to copy.');
    const { id: _id, ...like } = row;
    await store.transaction(async (inner) => {
      for (let number = 0; number < 60; number += 1)
        await inner.posts.insert({ ...like, slug: `logo-${number}`, title: `Number ${number}` });
    });
    const { body } = await uses(id);
    expect(body.uses).toHaveLength(50);
    expect(body.truncated).toBe(true);
  });

  it('is found for a file without a path, and with one that looks like a pattern', async () => {
    const { store } = site.platen;
    const bare = await file('2026/01/x.png');
    await store.meta.set('post', bare, '_wp_attached_file', []);
    expect((await uses(bare)).body).toEqual({ uses: [], truncated: false });
    const odd = await file('2026/01/a+(b)[c].png');
    expect((await uses(odd)).status).toBe(200);
  });
});
