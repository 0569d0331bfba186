import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('the ranked search, variant %s', (variant) => {
  let site: TestPlaten;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const make = async (name: string, fields: object, path = 'posts') => {
      const { status, body } = await site.as('administrator').post(`/wp/v2/${path}`, { status: 'publish', ...fields });
      expect([name, status]).toEqual([name, 201]);
      ids[name] = body.id;
    };
    const date = (day: number) => `2025-01-${String(day).padStart(2, '0')}T00:00:00`;
    await make('inTitle', { title: 'The silver lake', content: 'Water.', date: date(1) });
    await make('inContent', {
      title: 'Water',
      content: `<p>Before &amp; after a <b>Silver</b> lake.</p>`,
      date: date(9),
    });
    await make('apart', { title: 'Lake', content: 'It is silver.', date: date(8) });
    await make('inExcerpt', { title: 'Dusk', content: 'Dark.', excerpt: 'A silver lake at dusk', date: date(7) });
    await make('page', { title: 'Silver', content: 'lake lake' }, 'pages');
    await make('locked', { title: 'Silver lake vault', content: 'Silver lake', password: 'x' });
    await make('draft', { title: 'Silver lake draft', status: 'draft' });
    await make('private', { title: 'Silver lake private', status: 'private' });
    await make('hostile', {
      title: 'Tags & <i>more</i>',
      content: 'zebra <script>alert(1)</script> "zebra" <img src=x onerror=alert(1)>',
    });
    await make('cafe', { title: 'Café crème', content: 'un' });
  });
  afterAll(() => site.close());

  const search = (words: string, more = '', who: Role = 'anonymous') =>
    site.as(who).get(`/platen/v1/search?search=${encodeURIComponent(words)}${more}`);
  const found = async (words: string, more = '', who: Role = 'anonymous') => {
    const { status, body } = await search(words, more, who);
    expect(status).toBe(200);
    return body.items.map((item: { id: number }) => Object.entries(ids).find(([, id]) => id === item.id)?.[0]);
  };

  it('ranks phrases in titles first, then titles, then the rest', async () => {
    expect(await found('silver lake')).toEqual(['inTitle', 'page', 'apart', 'inExcerpt', 'inContent']);
    expect((await search('silver lake')).body).toMatchObject({ total: 5, total_is: 'exact' });
  });

  it('shows where the words occur, escaped', async () => {
    const { body } = await search('silver lake', '&type=post');
    const byId = new Map(body.items.map((item: { id: number }) => [item.id, item]));
    expect(byId.get(ids['inTitle'])).toMatchObject({
      type: 'post',
      item: `/wp/v2/posts/${ids['inTitle']}`,
      date: '2025-01-01T00:00:00',
      title: 'The <mark>silver</mark> <mark>lake</mark>',
      snippet: 'Water.',
    });
    expect(byId.get(ids['inContent'])).toMatchObject({
      title: 'Water',
      snippet: 'Before &amp; after a <mark>Silver</mark> <mark>lake</mark>.',
    });
    const link = body.items[0].link;
    const item = await site.as('anonymous').get(`/wp/v2/posts/${ids['inTitle']}`);
    expect(link).toBe(item.body.link);
  });

  it('never shows markup of a text', async () => {
    const { body } = await search('zebra');
    const [item] = body.items;
    expect(item.title).toBe('Tags &amp; more');
    expect(item.snippet.replaceAll('<mark>', '').replaceAll('</mark>', '')).not.toMatch(/[<>]/);
    expect(item.snippet).toContain('<mark>zebra</mark>');
  });

  it('ignores case and accents, and takes phrases and exclusions', async () => {
    expect(await found('CAFE creme')).toEqual(['cafe']);
    expect((await search('creme')).body.items[0].title).toBe('Café <mark>crème</mark>');
    expect(await found('"silver lake"')).toEqual(['inTitle', 'inExcerpt']);
    expect(await found('lake -water')).toEqual(['apart', 'inExcerpt', 'page']);
  });

  it('finds for each reader what the reader may see, and nothing in protected texts', async () => {
    for (const who of ['anonymous', 'subscriber', 'contributor', 'author'] as const)
      expect(await found('vault', '', who)).toEqual([]);
    expect(await found('vault', '', 'editor')).toEqual(['locked']);
    for (const who of ['anonymous', 'editor'] as const) {
      expect(await found('draft', '', who)).toEqual([]);
      expect(await found('private', '', who)).toEqual([]);
    }
  });

  it('has pages', async () => {
    const all = await found('silver lake');
    expect(await found('silver lake', '&per_page=2&page=2')).toEqual(all.slice(2, 4));
    expect(await found('silver lake', '&per_page=2&page=9')).toEqual([]);
    expect(await found('silver lake', '&type=page')).toEqual(['page']);
  });

  it('refuses what is no search', async () => {
    for (const query of ['', 'search=', 'search=%20', 'search=-lake', 'search=""', `search=${'x'.repeat(201)}`])
      expect([query, (await site.as('anonymous').get(`/platen/v1/search?${query}`)).status]).toEqual([query, 400]);
    for (const more of ['&type=revision', '&per_page=51', '&page=0'])
      expect((await search('lake', more)).status).toBe(400);
    for (const words of ['%', '_', "' or 1=1 --", '\\', '* NEAR(', 'a:b', '\0', '"']) {
      expect([words, [200, 400]]).toEqual([words, expect.arrayContaining([(await search(words)).status])]);
    }
  });
});
