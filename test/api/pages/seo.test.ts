import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPlaten } from '../../support/platen.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

const contentOf = (head: readonly Element[], name: string): string | undefined =>
  head.find(({ attributes }) => attributes['name'] === name || attributes['property'] === name)?.attributes['content'];
const titleOf = (head: readonly Element[]): string | undefined => head.find(({ tag }) => tag === 'title')?.text;
const canonicalOf = (head: readonly Element[]): string | undefined =>
  head.find(({ attributes }) => attributes['rel'] === 'canonical')?.attributes['href'];

describe('what items say to search engines and in cards', () => {
  let site: PageSite;
  beforeAll(async () => {
    site = await pageSite({ itemFields: ['head', 'yoast'] });
  });
  afterAll(() => site.close());

  const made = async (fields: object = {}, type = 'posts') => {
    const sent = { title: 'Rivers', content: 'They flow.', status: 'publish', ...fields };
    const { status, body } = await site.as('editor').post(`/wp/v2/${type}`, sent);
    expect(status).toBe(201);
    return body;
  };
  const headAt = async (path: string): Promise<readonly Element[]> => {
    const { status, body } = await site.as('anonymous').get(`/platen/v1/head?path=${encodeURIComponent(path)}`);
    expect(status).toBe(200);
    return body.head;
  };
  const pageAt = async (path: string) => (await site.get(path)).html;

  it('is stored under the keys of Yoast SEO, and said by the page, the route and the field', async () => {
    const post = await made();
    const path = pathOf(post.link);
    const values = {
      title: '%%title%% %%sep%% %%sitename%%',
      description: 'About <water> & "more".',
      canonical: 'https://other.example/rivers/',
      social_title: 'Rivers, a card',
    };
    const { status, body } = await site.as('editor').put(`/platen/v1/content/${post.id}/seo`, values);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...values, noindex: null, picture: 0 });
    expect(body.shown).toMatchObject({ title: 'Rivers – Platen', description: values.description, noindex: false });
    const rows = (await site.platen.store.meta.of('post', [post.id])).get(post.id) ?? [];
    expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toMatchObject({
      _yoast_wpseo_title: values.title,
      _yoast_wpseo_metadesc: values.description,
      _yoast_wpseo_canonical: values.canonical,
      '_yoast_wpseo_opengraph-title': values.social_title,
    });
    const head = await headAt(path);
    expect(titleOf(head)).toBe('Rivers – Platen');
    expect(contentOf(head, 'description')).toBe(values.description);
    expect(contentOf(head, 'og:title')).toBe('Rivers, a card');
    expect(canonicalOf(head)).toBe(values.canonical);
    const { body: item } = await site.as('anonymous').get(`/wp/v2/posts/${post.id}`);
    const withoutNeighbours = head.filter(({ attributes }) => !['prev', 'next'].includes(attributes['rel'] ?? ''));
    expect(item.head).toEqual(withoutNeighbours);
    expect(item.yoast_head_json).toMatchObject({
      title: 'Rivers – Platen',
      description: values.description,
      canonical: values.canonical,
      og_title: 'Rivers, a card',
      og_type: 'article',
      robots: { index: 'index', follow: 'follow' },
    });
    expect(item.yoast_head).toContain(
      '<meta name="description" content="About &lt;water&gt; &amp; &quot;more&quot;.">',
    );
    const page = await pageAt(path);
    expect(page).toContain('<title>Rivers – Platen</title>');
    expect(page).toContain(`<link rel="canonical" href="${values.canonical}">`);
    for (const line of item.yoast_head.split('\n')) expect(page).toContain(line);
  });

  it('changes only what is sent, and empty texts are as if nothing was said', async () => {
    const post = await made();
    const path = `/platen/v1/content/${post.id}/seo`;
    await site.as('editor').put(path, { title: 'One', description: 'Two' });
    const { body } = await site.as('editor').put(path, { title: '' });
    expect(body).toMatchObject({ title: '', description: 'Two', shown: { title: 'Rivers – Platen' } });
    const rows = (await site.platen.store.meta.of('post', [post.id])).get(post.id) ?? [];
    expect(rows.map(({ key }) => key).filter((key) => key.includes('title'))).toEqual([]);
  });

  it('can be tried without storing anything', async () => {
    const post = await made();
    const path = `/platen/v1/content/${post.id}/seo`;
    const { body } = await site.as('editor').put(path, { title: '%%title%%!', noindex: true, dry_run: true });
    expect(body).toMatchObject({ title: '%%title%%!', shown: { title: 'Rivers!', noindex: true } });
    expect((await site.as('editor').get(path)).body).toMatchObject({ title: '', shown: { noindex: false } });
  });

  it('keeps an item from search engines and out of the sitemap', async () => {
    const post = await made();
    await site.as('editor').put(`/platen/v1/content/${post.id}/seo`, { noindex: true });
    const path = pathOf(post.link);
    expect(contentOf(await headAt(path), 'robots')).toBe('noindex');
    expect(await pageAt(path)).toContain('<meta name="robots" content="noindex">');
    expect(await pageAt('/wp-sitemap-posts-post-1.xml')).not.toContain(path);
    await site.as('editor').put(`/platen/v1/content/${post.id}/seo`, { noindex: false });
    expect(await pageAt('/wp-sitemap-posts-post-1.xml')).toContain(path);
  });

  it('of terms is stored in the list of all terms', async () => {
    const { body: term } = await site.as('editor').post('/wp/v2/categories', { name: 'Lakes' });
    const path = `/platen/v1/terms/${term.id}/seo?taxonomy=category`;
    const { status, body } = await site.as('editor').put(path, { title: '%%term_title%% here', noindex: true });
    expect(status).toBe(200);
    expect(body.shown).toMatchObject({ title: 'Lakes here', noindex: true });
    expect(await site.platen.store.options.get('wpseo_taxonomy_meta')).toContain(
      `i:${term.id};a:2:{s:11:"wpseo_title"`,
    );
    expect(titleOf(await headAt(pathOf(term.link)))).toBe('Lakes here');
    expect((await site.as('anonymous').get(`/wp/v2/categories/${term.id}`)).body.yoast_head_json.title).toBe(
      'Lakes here',
    );
    await site.as('editor').put(path, { title: '', noindex: null });
    expect(await site.platen.store.options.get('wpseo_taxonomy_meta')).not.toContain(`i:${term.id};`);
  });

  it('is for those who may edit the item', async () => {
    const post = await made();
    const path = `/platen/v1/content/${post.id}/seo`;
    expect((await site.as('anonymous').get(path)).status).toBe(401);
    expect((await site.as('contributor').put(path, { title: 'x' })).status).toBe(403);
    expect((await site.as('editor').put('/platen/v1/content/999999/seo', { title: 'x' })).status).toBe(404);
    const { body: term } = await site.as('editor').post('/wp/v2/categories', { name: 'Ponds' });
    expect((await site.as('author').put(`/platen/v1/terms/${term.id}/seo`, { title: 'x' })).status).toBe(403);
  });

  it.each([
    [{ canonical: 'javascript:alert(1)' }, 'canonical'],
    [{ canonical: '/relative' }, 'canonical'],
    [{ canonical: 'https://x.example/\nfoo' }, 'canonical'],
    [{ title: 'x'.repeat(601) }, 'title'],
    [{ noindex: 'perhaps' }, 'noindex'],
    [{ picture: -1 }, 'picture'],
  ])('refuses %j and stores nothing', async (values, name) => {
    const post = await made();
    const { status, body } = await site
      .as('editor')
      .put(`/platen/v1/content/${post.id}/seo`, { description: 'd', ...values });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params)).toEqual([name]);
    expect((await site.as('editor').get(`/platen/v1/content/${post.id}/seo`)).body.description).toBe('');
  });

  it('refuses a picture that is none', async () => {
    const post = await made();
    const { status, body } = await site.as('editor').put(`/platen/v1/content/${post.id}/seo`, { picture: post.id });
    expect([status, body.code]).toEqual([400, 'platen_unknown_picture']);
  });

  it('is read from Rank Math where Yoast SEO stored nothing', async () => {
    const post = await made();
    const { meta } = site.platen.store;
    await meta.set('post', post.id, 'rank_math_title', ['%title% by rank']);
    await meta.set('post', post.id, 'rank_math_robots', ['a:1:{i:0;s:7:"noindex";}']);
    const head = await headAt(pathOf(post.link));
    expect(titleOf(head)).toBe('Rivers by rank');
    expect(contentOf(head, 'robots')).toBe('noindex');
  });

  it('changes and clears values of Rank Math, and copies none that is not changed', async () => {
    const post = await made();
    const { meta } = site.platen.store;
    await meta.set('post', post.id, 'rank_math_title', ['Ranked']);
    await meta.set('post', post.id, 'rank_math_description', ['Described']);
    await meta.set('post', post.id, 'rank_math_robots', ['a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}']);
    const path = `/platen/v1/content/${post.id}/seo`;
    const { body } = await site.as('editor').put(path, { title: '', noindex: null });
    expect(body).toMatchObject({ title: '', description: 'Described', noindex: null });
    const rows = (await meta.of('post', [post.id])).get(post.id) ?? [];
    const seo = rows.filter(({ key }) => /rank_math|yoast/.test(key)).map(({ key, value }) => [key, value]);
    expect(Object.fromEntries(seo)).toEqual({
      rank_math_description: 'Described',
      rank_math_robots: 'a:1:{i:0;s:8:"nofollow";}',
    });
  });

  it('of a term is told in the feed of changes, and goes with the term', async () => {
    const { body: term } = await site.as('editor').post('/wp/v2/categories', { name: 'Straits' });
    const { body: other } = await site.as('editor').post('/wp/v2/categories', { name: 'Fjords' });
    const start = await site.as('administrator').get('/platen/v1/changes?per_page=100');
    const path = (id: number) => `/platen/v1/terms/${id}/seo?taxonomy=category`;
    await site.as('editor').put(path(term.id), { title: 'Narrow' });
    const since = await site.as('administrator').get(`/platen/v1/changes?since=${start.body.cursor}`);
    expect(since.body.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'category', id: term.id, change: 'update' })]),
    );
    await site.as('editor').put(path(other.id), { title: 'Deep' });
    await site.as('editor').delete(`/wp/v2/categories/${term.id}?force=true`);
    const list = await site.platen.store.options.get('wpseo_taxonomy_meta');
    expect(list).toContain(`i:${other.id};a:1:{s:11:"wpseo_title";s:4:"Deep";}`);
    expect(list).not.toContain('Narrow');
  });

  it('of a term keeps what Rank Math stored and nobody changes', async () => {
    const { body: term } = await site.as('editor').post('/wp/v2/tags', { name: 'Deltas' });
    await site.as('editor').post('/wp/v2/posts', { title: 'T', status: 'publish', tags: [term.id] });
    const { meta } = site.platen.store;
    await meta.set('term', term.id, 'rank_math_title', ['Ranked']);
    await meta.set('term', term.id, 'rank_math_robots', ['a:1:{i:0;s:7:"noindex";}']);
    expect(await pageAt('/wp-sitemap-taxonomies-post_tag-1.xml')).not.toContain('deltas');
    const path = `/platen/v1/terms/${term.id}/seo`;
    const { body } = await site.as('editor').put(path, { taxonomy: 'post_tag', social_title: 'S' });
    expect(body).toMatchObject({ title: 'Ranked', noindex: true, social_title: 'S' });
  });

  it('of terms is not changed where the stored list cannot be read', async () => {
    const { body: term } = await site.as('editor').post('/wp/v2/categories', { name: 'Bays' });
    const { options } = site.platen.store;
    for (const stored of ['a:1:{s:8:"category";s:99:"x";}', 'a:1:{s:8:"category";O:1:"X":0:{}}']) {
      await options.set('wpseo_taxonomy_meta', stored);
      const { status, body } = await site.as('editor').put(`/platen/v1/terms/${term.id}/seo`, { title: 'x' });
      expect([status, body.code]).toEqual([409, 'platen_unreadable_values']);
      expect(await options.get('wpseo_taxonomy_meta')).toBe(stored);
    }
    await options.remove('wpseo_taxonomy_meta');
  });

  it('of the page that stands for the latest posts is said there', async () => {
    const { options } = site.platen.store;
    const front = await made({ title: 'Front' }, 'pages');
    const posts = await made({ title: 'News' }, 'pages');
    await site.as('editor').put(`/platen/v1/content/${posts.id}/seo`, { title: 'All the news', noindex: true });
    await options.set('show_on_front', 'page');
    await options.set('page_on_front', String(front.id));
    await options.set('page_for_posts', String(posts.id));
    const head = await headAt('/news/');
    expect([titleOf(head), contentOf(head, 'robots')]).toEqual(['All the news', 'noindex']);
    expect(await pageAt('/news/')).toContain('<title>All the news</title>');
    await options.set('show_on_front', 'posts');
  });

  it('of the parts of a text is that of each part, and of no further one', async () => {
    const post = await made({ content: 'One<!--nextpage-->Two' });
    const path = pathOf(post.link);
    const second = await headAt(`${path}2/`);
    expect(await pageAt(`${path}2/`)).toContain(`<title>${titleOf(second)}</title>`);
    expect(titleOf(second)).not.toBe(titleOf(await headAt(path)));
    const { status } = await site.as('anonymous').get(`/platen/v1/head?path=${encodeURIComponent(`${path}3/`)}`);
    expect(status).toBe(404);
  });

  it('stays short, whatever its variables stand for', async () => {
    const post = await made({ title: 'x'.repeat(50_000) });
    const sent = { description: '%%title%%'.repeat(200), social_description: '%%title%%'.repeat(200) };
    const { body } = await site.as('editor').put(`/platen/v1/content/${post.id}/seo`, sent);
    expect(body.shown.description).toHaveLength(2_000);
    expect(body.shown.social_description).toHaveLength(2_000);
  });

  it('is stored without blanks around it and characters that nobody sees', async () => {
    const post = await made();
    const sent = { title: ' a\u0000\nb ', canonical: ' https://other.example/ ' };
    const { body } = await site.as('editor').put(`/platen/v1/content/${post.id}/seo`, sent);
    expect(body).toMatchObject({ title: 'a b', canonical: 'https://other.example/' });
  });

  it('follows the templates that Yoast SEO stored for types', async () => {
    const { options } = site.platen.store;
    const page = await made({ title: 'Depths' }, 'pages');
    const titles =
      'a:3:{s:9:"separator";s:7:"sc-pipe";s:10:"title-page";s:31:"%%title%% %%sep%% %%sitename%%";s:12:"noindex-page";b:1;}';
    await options.set('wpseo_titles', titles.replace('s:31', 's:30'));
    const head = await headAt(pathOf(page.link));
    expect(titleOf(head)).toBe('Depths | Platen');
    expect(contentOf(head, 'robots')).toBe('noindex');
    expect(await pageAt('/wp-sitemap-posts-page-1.xml')).not.toContain('depths');
    await options.set('wpseo_titles', 'a:1:{s:9:"separator";s:11:"constructor";}');
    expect(titleOf(await headAt(pathOf(page.link)))).toBe('Depths – Platen');
    await options.remove('wpseo_titles');
  });

  it('says nothing of a protected text, nor at an address that the reader may not see', async () => {
    const secret = await made({ password: 'open sesame', content: 'Hidden words.' });
    expect(JSON.stringify(await headAt(pathOf(secret.link)))).not.toContain('Hidden');
    const { body } = await site.as('anonymous').get(`/wp/v2/posts/${secret.id}`);
    expect(JSON.stringify([body.head, body.yoast_head_json])).not.toContain('Hidden');
    const draft = await made({ status: 'draft', slug: 'not-yet' });
    for (const path of [`/?p=${draft.id}`, '/not-yet/', 'https://elsewhere.example/']) {
      const { status, body } = await site.as('anonymous').get(`/platen/v1/head?path=${encodeURIComponent(path)}`);
      expect([status, body.code]).toEqual([404, 'platen_nothing_at_path']);
    }
  });

  it('of lists has titles, and links to the pages beside', async () => {
    const head = await headAt('/');
    expect(titleOf(head)).toMatch(/^Platen/);
    expect(contentOf(head, 'og:type')).toBe('website');
  });
});

it('are no fields of items unless a site asks for them', async () => {
  const site = await testPlaten();
  try {
    const { body } = await site.as('editor').post('/wp/v2/posts', { title: 'T', status: 'publish' });
    expect(Object.keys(body).filter((name) => /head|blocks/.test(name))).toEqual([]);
  } finally {
    await site.close();
  }
});
