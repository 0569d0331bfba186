import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';
import { countStatements } from '../../support/statements/count-statements.ts';
import { catalogue } from './catalogue.ts';

describe('fields that lead to other items', () => {
  let site: TestPlaten;
  let admin: Client;
  let known: Record<
    'article' | 'page' | 'hidden' | 'tag' | 'category' | 'picture' | 'pdf' | 'editor' | 'author',
    number
  >;
  beforeAll(async () => {
    site = await testPlaten(catalogue);
    admin = site.as('administrator');
    const made = async (path: string, body: object): Promise<number> => (await admin.post(path, body)).body.id;
    const file = (mimeType: string) =>
      site.platen.store.posts.insert(postRow({ type: 'attachment', status: 'inherit', mimeType, title: mimeType }));
    known = {
      article: await made('/wp/v2/articles', { title: 'A', status: 'publish', meta: { sku: 'ART-1' } }),
      page: await made('/wp/v2/pages', { title: 'P', status: 'publish' }),
      hidden: await made('/wp/v2/articles', { title: 'H', status: 'draft' }),
      tag: await made('/wp/v2/tags', { name: 'T' }),
      category: await made('/wp/v2/categories', { name: 'C' }),
      picture: await file('image/png'),
      pdf: await file('application/pdf'),
      editor: site.users.editor,
      author: site.users.author,
    };
  });
  afterAll(() => site.close());

  const write = async (meta: object, as: Client = admin) => as.post('/wp/v2/articles', { title: 'New', meta });

  it('take ids of what is declared, at any depth', async () => {
    const { article, page, hidden, tag, picture, pdf, editor, author } = known;
    const meta = {
      related: [article, hidden],
      parent_page: page,
      labels: [tag],
      cover: picture,
      pictures: [picture, picture],
      manual: pdf,
      keeper: editor,
      parts: [
        { layout: 'quote', text: 'q', by: [author] },
        { layout: 'figure', picture, caption: '' },
      ],
    };
    const made = await write(meta);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.meta).toMatchObject(meta);
  });

  it('refuse at its path what does not exist, is something else or may not be read', async () => {
    const { article, page, hidden, tag, category, picture, pdf, author } = known;
    const meta = {
      related: [article, 999_999, page, hidden],
      parent_page: article,
      labels: [tag, category],
      cover: pdf,
      pictures: [picture, pdf],
      manual: picture,
      keeper: author,
      parts: [
        { layout: 'figure', picture: 0 },
        { layout: 'figure', picture: article },
      ],
    };
    const refused = await write(meta, site.as('author'));
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.data.params).sort()).toEqual([
      'meta.cover',
      'meta.keeper',
      'meta.labels[1]',
      'meta.manual',
      'meta.parent_page',
      'meta.parts[1].picture',
      'meta.pictures[1]',
      'meta.related[1]',
      'meta.related[2]',
      'meta.related[3]',
    ]);
    const words = (path: string) => refused.body.data.params[path].replace(/\d+/g, 'N');
    expect(words('meta.related[3]')).toBe(words('meta.related[1]'));
    expect((await write({ keeper: 999_999 })).body.data.params).toHaveProperty(['meta.keeper']);
    expect((await write({ related: [0] })).body.data.params).toHaveProperty(['meta.related[0]']);
    expect((await write({ related: ['x'] })).body.data.params).toHaveProperty(['meta.related[0]']);
  });

  it('are looked up in a fixed number of statements', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 30; n++)
      ids.push((await admin.post('/wp/v2/articles', { title: `N ${n}`, meta: { price: n } })).body.id);
    const { picture, tag } = known;
    const cost = async (related: readonly number[]): Promise<number> => {
      const meta = { related, labels: [tag], pictures: related.map(() => picture) };
      return countStatements(site.platen.store, async () => expect((await write(meta)).status).toBe(201));
    };
    // Rows that were read before are remembered.
    await cost(ids);
    expect(await cost(ids)).toBe(await cost(ids.slice(0, 2)));
  });

  it('of one id are found from the other side', async () => {
    const { page } = known;
    const made = await admin.post('/wp/v2/articles', {
      title: 'Below',
      status: 'publish',
      meta: { sku: 'REV-1', parent_page: page },
    });
    const where = encodeURIComponent(JSON.stringify({ 'meta.parent_page': { '=': page } }));
    const found = await site.as('anonymous').get(`/platen/v1/content?type=article&where=${where}`);
    expect(found.body.map((one: { id: number }) => one.id)).toEqual([made.body.id]);
  });
});
