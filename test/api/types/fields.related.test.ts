import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten } from '../../../src/index.ts';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';
import { exchangeSite } from '../exchange/exchange-site.ts';
import { catalogue } from './catalogue.ts';

describe('which items lead to an item', () => {
  let site: TestPlaten;
  let admin: Client;
  const secret = { kind: 'posts', to: ['article'], mayRead: 'manage_options' } as const;
  const inside = { kind: 'repeater', fields: { deep: { kind: 'group', fields: { at: { kind: 'posts' } } } } } as const;
  beforeAll(async () => {
    const [article] = catalogue.postTypes;
    const fields = { ...article?.fields, secret, inside };
    const postTypes = [{ name: 'article', ...article, fields }];
    site = await testPlaten({ ...catalogue, postTypes });
    admin = site.as('administrator');
  });
  afterAll(() => site.close());

  const make = async (body: object, path = 'articles', who = admin): Promise<number> => {
    const made = await who.post(`/wp/v2/${path}`, { status: 'publish', title: 'Item', ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const meta = (fields: object) => ({ meta: { sku: 'ART-1', ...fields } });
  const related = async (id: number, who: Client = admin) =>
    (await who.get(`/platen/v1/content/${id}/related`)).body.items.map(
      ({ id: found, fields }: { id: number; fields: string[] }) => [found, fields],
    );
  const listed = async (where: object, who: Client = admin, path = '/wp/v2/articles'): Promise<number[]> => {
    const { status, body } = await who.get(
      `${path}${path.includes('?') ? '&' : '?'}orderby=id&order=asc&where=${encodeURIComponent(JSON.stringify(where))}`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };

  it('is read from the other side, at any depth, and follows every write', async () => {
    const [one, page, other] = [await make(meta({})), await make({}, 'pages'), await make(meta({}))];
    const list = await make(meta({ related: [other, one], parent_page: page }));
    const deep = await make(meta({ inside: [{ deep: { at: [] } }, { deep: { at: [page, one] } }] }));
    expect(new Map(await related(one))).toEqual(
      new Map([
        [list, ['related']],
        [deep, ['inside']],
      ]),
    );
    expect(new Map(await related(page))).toEqual(
      new Map([
        [list, ['parent_page']],
        [deep, ['inside']],
      ]),
    );
    expect(await listed({ related: one })).toEqual([list, deep]);
    expect(await listed({ related: { in: [other, page] } })).toEqual([list, deep]);
    expect(await listed({ related: other })).toEqual([list]);
    expect(await listed({ and: [{ related: one }, { not: { related: other } }] })).toEqual([deep]);
    expect(await listed({ related: one }, admin, '/platen/v1/content?type=article,page')).toEqual([list, deep]);
    await admin.post(`/wp/v2/articles/${list}`, { meta: { related: [other] } });
    expect(await listed({ related: one })).toEqual([deep]);
    await admin.post(`/wp/v2/articles/${deep}`, { meta: { inside: null } });
    expect(await related(one)).toEqual([]);
    expect(await related(page)).toEqual([[list, ['parent_page']]]);
  });

  it('shows nobody what they may not read', async () => {
    const target = await make(meta({}));
    const draft = await make({ status: 'draft', ...meta({ related: [target] }) });
    const hidden = await make(meta({ secret: [target] }));
    const open = await make(meta({ related: [target], secret: [target] }));
    const [visitor, editor] = [site.as('anonymous'), site.as('editor')];
    expect(new Map(await related(target))).toEqual(
      new Map([
        [draft, ['related']],
        [hidden, ['secret']],
        [open, ['related', 'secret']],
      ]),
    );
    expect(new Map(await related(target, editor))).toEqual(
      new Map([
        [draft, ['related']],
        [open, ['related']],
      ]),
    );
    expect(await related(target, visitor)).toEqual([[open, ['related']]]);
    expect(await listed({ related: target }, visitor)).toEqual([open]);
    expect(await listed({ related: target }, editor)).toEqual([open]);
    expect(await listed({ related: target })).toEqual([hidden, open]);
    expect(await visitor.get(`/platen/v1/content/${draft}/related`)).toMatchObject({ status: 401 });
    expect(await admin.get('/platen/v1/content/987654/related')).toMatchObject({ status: 404 });
  });

  it('is refused in words where it makes no sense', async () => {
    for (const where of [{ related: 'x' }, { related: { '>': 1 } }, { related: { in: [] } }]) {
      const { status, body } = await admin.get(`/wp/v2/articles?where=${encodeURIComponent(JSON.stringify(where))}`);
      expect([status, body.code], JSON.stringify(where)).toEqual([400, 'rest_invalid_param']);
    }
    const none = await admin.get(`/wp/v2/posts?where=${encodeURIComponent('{"related":1}')}`);
    expect(none.body.data.params.where).toContain('no field related');
  });

  it('takes the same number of statements for one item and for many', async () => {
    const target = await make(meta({}));
    const costOf = async () => {
      await forgetRead(site);
      const counted = await countStatements(site.platen.store, () => admin.get(`/platen/v1/content/${target}/related`));
      return counted;
    };
    await make(meta({ related: [target] }));
    const few = await costOf();
    for (let n = 0; n < 12; n += 1) await make(meta({ related: [target] }));
    expect(await related(target)).toHaveLength(13);
    expect(await costOf()).toEqual(few);
  });

  it('is found for items that were there before the field was declared', async () => {
    const target = await make(meta({}));
    const item = await make(meta({ related: [target] }));
    const { store } = site.platen;
    await store.meta.set('post', item, '_platen_leads_to', []);
    await store.options.change('platen_relation_fields', () => 'other fields');
    expect(await related(target)).toEqual([]);
    const again = await createPlaten({ ...site.platen.config, log: site.platen.log });
    await again.close();
    expect(await listed({ related: target })).toEqual([item]);
  });
});

it('what leads to an item is known after an import too', async () => {
  const [from, to] = [await exchangeSite(catalogue), await exchangeSite(catalogue)];
  try {
    const [admin, reader] = [from.site.as('administrator'), to.site.as('administrator')];
    await reader.post('/wp/v2/pages', { title: 'In the way', status: 'publish' });
    const page = (await admin.post('/wp/v2/pages', { title: 'Page', slug: 'target', status: 'publish' })).body.id;
    const sent = { title: 'Lamp', status: 'publish', meta: { sku: 'ART-1', parent_page: page } };
    const made = await admin.post('/wp/v2/articles', sent);
    expect(made.status).toBe(201);
    const file = await from.take();
    expect(file).not.toContain('_platen_leads_to');
    await to.bring(file);
    const [target] = (await reader.get('/wp/v2/pages?slug=target')).body;
    const { items } = (await reader.get(`/platen/v1/content/${target.id}/related`)).body;
    expect(items).toMatchObject([{ title: 'Lamp', fields: ['parent_page'] }]);
  } finally {
    await from.close();
    await to.close();
  }
});
