import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, TestPlaten } from '../../support/platen.ts';
import { testPlaten } from '../../support/platen.ts';
import { pageSite, siteUrl } from '../pages/page-client.ts';
import { catalogue } from './catalogue.ts';

const rows = [{ name: 'Small', price: 5, notes: [{ text: '<p>Old</p>' }] }];
const first = { sku: 'LMP-1', price: 9.5, variants: rows, colours: ['red'] };
const second = { sku: 'LMP-2', price: 0, variants: [...rows, { name: 'Big', price: null, notes: [] }], colours: [] };

describe.each(['a', 'b', 'c'] as const)('fields in revisions, variant %s', (variant) => {
  let site: TestPlaten;
  let admin: Client;
  beforeAll(async () => {
    site = await testPlaten({ ...catalogue, variant });
    admin = site.as('administrator');
  });
  afterAll(() => site.close());

  const make = async (body: object = {}, who = admin): Promise<number> => {
    const made = await who.post('/wp/v2/articles', { title: 'Lamp', status: 'publish', ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const save = async (id: number, body: object) => {
    const saved = await admin.post(`/wp/v2/articles/${id}`, body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return saved.body.meta;
  };
  const metaOf = async (id: number) => (await admin.get(`/wp/v2/articles/${id}`)).body.meta;
  /** Newest first. */
  const revisions = async (id: number): Promise<number[]> =>
    (await admin.get(`/wp/v2/articles/${id}/revisions?orderby=id`)).body
      .map((one: { id: number }) => one.id)
      .sort(descending);
  const version = async (id: number, revision: number, who = admin) =>
    who.get(`/platen/v1/content/${id}/revisions/${revision}`);
  const rowsOf = (id: number) => site.platen.store.meta.of('post', [id]);

  it('are kept with every save that changes one, and restored with it', async () => {
    const id = await make({ meta: first });
    await save(id, { title: 'Lamp 2' });
    await save(id, { meta: second });
    await save(id, { meta: second });
    await save(id, { meta: { sku: 'LMP-3', price: null } });
    const [latest = 0, middle = 0, oldest = 0, ...more] = await revisions(id);
    expect(more).toEqual([]);
    expect((await version(id, oldest)).body).toMatchObject({ id: oldest, title: 'Lamp 2', meta: first });
    expect((await version(id, middle)).body.meta).toMatchObject(second);
    expect((await version(id, latest)).body.meta).toMatchObject({ ...second, sku: 'LMP-3', price: null });

    const restored = await admin.post(`/platen/v1/content/${id}/revisions/${oldest}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { id, revision: oldest } });
    expect(await metaOf(id)).toMatchObject(first);
    expect(await revisions(id)).toHaveLength(4);
  });

  it('are rows of the revision under the same keys, which go with it', async () => {
    const id = await make({ meta: first });
    await save(id, { title: 'Lamp 2' });
    const [revision = 0] = await revisions(id);
    const own = (await rowsOf(id)).get(id) ?? [];
    const copied = (await rowsOf(revision)).get(revision) ?? [];
    const known = ({ key }: { key: string }) => Object.hasOwn(first, key);
    const plain = ({ key, value }: { key: string; value: string | null }) => [key, value];
    expect(copied.filter(known).map(plain)).toEqual(own.filter(known).map(plain));
    expect(copied.filter(known)).toHaveLength(4);
    await admin.delete(`/wp/v2/articles/${id}?force=true`);
    expect((await rowsOf(revision)).get(revision)).toEqual([]);
  });

  it('that a revision does not know of stay as they are when it is restored', async () => {
    const id = await make({ meta: { sku: 'LMP-1' } });
    await save(id, { title: 'Lamp 2' });
    const [old = 0] = await revisions(id);
    // As a program leaves it that does not know the fields.
    for (const key of ['sku', '_platen_known_fields']) await site.platen.store.meta.set('post', old, key, []);
    await save(id, { meta: { sku: 'LMP-9', price: 3 } });
    expect((await version(id, old)).body.meta).toEqual({});
    await admin.post(`/platen/v1/content/${id}/revisions/${old}/restore`);
    expect(await metaOf(id)).toMatchObject({ sku: 'LMP-9', price: 3 });
  });

  it('are read and written by nobody who may not', async () => {
    const id = await make({ meta: { sku: 'LMP-1', cost: 1 } }, admin);
    await save(id, { meta: { sku: 'LMP-2', cost: 2 } });
    await save(id, { meta: { sku: 'LMP-3', cost: 3 } });
    const [, old = 0] = await revisions(id);
    const [editor, author] = [site.as('editor'), site.as('author')];
    expect((await version(id, old, editor)).body.meta).toMatchObject({ sku: 'LMP-2', cost: 2 });
    expect((await editor.post(`/platen/v1/content/${id}/revisions/${old}/restore`)).status).toBe(200);
    expect(await metaOf(id)).toMatchObject({ sku: 'LMP-2', cost: 3 });
    expect(await version(id, old, author)).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit' } });
    expect(await version(id, old, site.as('anonymous'))).toMatchObject({ status: 401 });
    expect((await author.post(`/platen/v1/content/${id}/revisions/${old}/restore`)).status).toBe(403);
    const other = await make({ meta: { sku: 'LMP-1' } });
    expect(await version(other, old)).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } });
    expect(await version(id, id)).toMatchObject({ status: 404 });
    // An author sees of an own item what readers of it see.
    const own = await make({ status: 'draft', meta: { sku: 'LMP-1' } }, author);
    await admin.post(`/wp/v2/articles/${own}`, { meta: { cost: 7 } });
    const [ofOwn = 0] = await revisions(own);
    expect((await version(own, ofOwn)).body.meta.cost).toBe(7);
    expect((await version(own, ofOwn, author)).body.meta).not.toHaveProperty('cost');
  });

  it('that are not accepted any more are refused by their path when they are restored', async () => {
    const target = await make({ meta: { sku: 'LMP-1' } });
    const id = await make({ meta: { sku: 'LMP-1', related: [target] } });
    await save(id, { title: 'Lamp 2' });
    const [old = 0] = await revisions(id);
    await save(id, { title: 'Lamp 3', meta: { related: [] } });
    await admin.delete(`/wp/v2/articles/${target}?force=true`);
    const refused = await admin.post(`/platen/v1/content/${id}/revisions/${old}/restore`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(refused.body.data.params)).toEqual(['meta.related[0]']);
    expect((await admin.get(`/wp/v2/articles/${id}`)).body.title.rendered).toBe('Lamp 3');
  });

  describe('kept beside an item', () => {
    const path = (id: number) => `/platen/v1/content/${id}/autosave`;
    const age = (id: number) =>
      site.platen.store.posts.update(id, { modifiedGmt: '2020-01-01 00:00:00', modified: '2020-01-01 00:00:00' });

    it('are one autosave for each user, and the item stays as it is', async () => {
      const id = await make({ meta: first });
      await age(id);
      const kept = await admin.post(path(id), { meta: { price: 7, variants: [] } });
      expect(kept).toMatchObject({
        status: 200,
        body: { autosave: { title: 'Lamp', meta: { ...first, price: 7, variants: [] } } },
      });
      expect(await metaOf(id)).toMatchObject(first);
      const editor = site.as('editor');
      expect((await editor.get(path(id))).body.autosave).toBeNull();
      await editor.post(path(id), { title: 'Lamp by the editor', meta: { sku: 'EDT-1' } });
      expect((await editor.get(path(id))).body.autosave).toMatchObject({ meta: { ...first, sku: 'EDT-1' } });
      expect((await admin.get(path(id))).body.autosave).toMatchObject({
        title: 'Lamp',
        meta: { price: 7, sku: 'LMP-1' },
      });
      // What is not sent is as the item has it.
      await admin.post(path(id), { meta: { sku: 'LMP-5' } });
      expect((await admin.get(path(id))).body.autosave.meta).toMatchObject({ ...first, sku: 'LMP-5' });
      expect((await admin.post(path(id), { meta: first })).body).toEqual({ autosave: null });
      expect((await admin.get(path(id))).body.autosave).toBeNull();
    });

    it('are refused by their path, and nothing is stored then', async () => {
      const id = await make({ meta: first });
      await age(id);
      for (const where of [path(id), `/platen/v1/content/${id}/revisions`]) {
        const refused = await admin.post(where, { title: 'Other', meta: { price: -1, variants: [{ name: 5, x: 1 }] } });
        expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
        expect(Object.keys(refused.body.data.params)).toEqual(
          expect.arrayContaining(['meta.price', 'meta.variants[0].x']),
        );
      }
      expect((await admin.get(path(id))).body.autosave).toBeNull();
      expect(await revisions(id)).toEqual([]);
      const forbidden = await site.as('editor').post(path(id), { meta: { cost: 4 } });
      expect(forbidden).toMatchObject({ status: 403, body: { code: 'rest_cannot_update' } });
    });

    it('are a revision where they are to be kept but not saved', async () => {
      const id = await make({ meta: first });
      const { body } = await admin.post(`/platen/v1/content/${id}/revisions`, { meta: { price: 1 } });
      expect((await version(id, body.revision)).body.meta).toMatchObject({ ...first, price: 1 });
      expect(await metaOf(id)).toMatchObject(first);
      expect((await admin.post(`/platen/v1/content/${id}/revisions`, { meta: { price: 1 } })).body.revision).toBeNull();
      expect((await admin.post(`/platen/v1/content/${id}/revisions`, { meta: {} })).body.revision).toBeNull();
    });

    it.runIf(variant === 'c')('are members of revisions and autosaves in the interface', async () => {
      const id = await make({ meta: first });
      await save(id, { meta: second });
      const [revision = 0] = await revisions(id);
      const read = await admin.get(`/wp/v2/articles/${id}/revisions/${revision}`);
      expect(read.body.meta).toMatchObject(second);
      const saved = await site
        .as('editor')
        .post(`/wp/v2/articles/${id}/autosaves`, { title: 'New', meta: { price: 4 } });
      expect(saved).toMatchObject({ status: 200, body: { meta: { ...second, price: 4 } } });
      const again = await site.as('editor').post(`/wp/v2/articles/${id}/autosaves`, { meta: { sku: 'NEW-1' } });
      expect(again.body).toMatchObject({
        id: saved.body.id,
        title: { raw: 'New' },
        meta: { ...second, price: 4, sku: 'NEW-1' },
      });
      expect(await metaOf(id)).toMatchObject(second);
      const draft = await make({ status: 'draft', meta: first });
      await admin.post(`/wp/v2/articles/${draft}/autosaves`, { meta: { sku: 'OWN-1' } });
      expect(await metaOf(draft)).toMatchObject({ ...first, sku: 'OWN-1' });
    });

    it.runIf(variant !== 'c')('leave the answers of earlier versions of the interface as they were', async () => {
      const id = await make({ meta: first });
      await save(id, { meta: second });
      const [revision = 0] = await revisions(id);
      expect((await admin.get(`/wp/v2/articles/${id}/revisions/${revision}`)).body).not.toHaveProperty('meta');
    });
  });
});

it('previews of a revision, of an autosave and of changes show the fields of it', async () => {
  const theme = { ...catalogue, postTypes: catalogue.postTypes.map((type) => ({ ...type, public: true })) };
  const site = await pageSite({ ...theme, variant: 'c' });
  try {
    const admin = site.as('administrator');
    const { body: item } = await admin.post('/wp/v2/articles', { title: 'Lamp', status: 'publish', meta: first });
    await admin.post(`/wp/v2/articles/${item.id}`, { title: 'Lamp 2' });
    await admin.post(`/wp/v2/articles/${item.id}`, { meta: second });
    const [, old] = (await admin.get(`/wp/v2/articles/${item.id}/revisions?orderby=id`)).body;
    const shown = async (body: object) => {
      const made = await admin.post('/platen/v1/previews', { post: item.id, ...body });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return (await site.as('anonymous').get(made.body.href.slice(made.body.href.indexOf('/wp/v2')))).body.meta;
    };
    expect(await shown({ revision: old.id })).toMatchObject(first);
    expect(await shown({ changes: { meta: { price: 3 } } })).toMatchObject({ ...second, price: 3 });
    expect(await shown({})).toMatchObject(second);
    // A page shows what an autosave says, to the one who wrote it.
    const notes = (content: string) => JSON.stringify([{ id: 'n1', content }]);
    const texts = { title: 'Heron', content: '<!-- wp:footnotes /-->', status: 'publish' };
    const post = await site.write('/posts', { ...texts, meta: { footnotes: notes('Grey.') } });
    const saved = await admin.post(`/wp/v2/posts/${post.id}/autosaves`, {
      ...texts,
      meta: { footnotes: notes('White.') },
    });
    const link = saved.body.preview_link.slice(siteUrl.length);
    expect((await site.get(link, { as: 'administrator' })).html).toContain('White.');
    expect((await site.get(link, { as: 'editor' })).html).toContain('Grey.');
  } finally {
    await site.close();
  }
});

const descending = (a: number, b: number): number => b - a;
