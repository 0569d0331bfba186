import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fetcher } from '../../../src/lib/fetcher.ts';
import { FetchRefused } from '../../../src/lib/outbound-url.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
const asked: string[] = [];
const page = '<title>Far &amp; away</title><meta property="og:image" content="/far.jpg"><link rel="icon" href="i.ico">';

/** The only page outside; every other address cannot be reached. */
const fetch: Fetcher = async (url) => {
  asked.push(url);
  if (!url.startsWith('https://far.example/')) throw new FetchRefused('address', 'not public');
  const status = url.endsWith('/missing') ? 404 : 200;
  return { status, url: 'https://far.example/deep/page', contentType: 'text/html', body: Buffer.from(page) };
};

beforeAll(async () => {
  site = await testPlaten({ variant: 'c' }, { fetch });
});
afterAll(() => site.close());
beforeEach(() => {
  asked.length = 0;
});

describe('the theme', () => {
  it('is one without blocks, whose styles have one id however often it is asked for', async () => {
    const admin = site.as('administrator');
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.get('/wp/v2/themes?status=active')));
    const links = answers.map(({ body }) => body[0]._links['wp:user-global-styles'][0].href);
    expect(new Set(links).size).toBe(1);
    expect(answers[0]?.body[0]).toMatchObject({ status: 'active', is_block_theme: false, stylesheet: 'platen' });
    expect((await admin.get('/wp/v2/themes?status=inactive')).body).toEqual([]);
  });

  it('has styles that administrators change and everything else leaves as they are', async () => {
    const admin = site.as('administrator');
    const { body } = await admin.get('/wp/v2/themes?status=active');
    const path = body[0]._links['wp:user-global-styles'][0].href.replace(/^.*\/wp-json/, '');
    const first = await admin.post(path, { styles: { color: { text: '#111' } }, title: 'Dark <b>one</b>' });
    expect(first.body).toMatchObject({ styles: { color: { text: '#111' } }, settings: {}, title: { raw: 'Dark one' } });
    await admin.post(path, { settings: { color: { custom: false } } });
    expect((await site.as('contributor').get(path)).body).toMatchObject({
      styles: { color: { text: '#111' } },
      settings: { color: { custom: false } },
    });
    expect((await admin.post(path, { styles: 'red' })).status).toBe(400);
    const { body: post } = await admin.post('/wp/v2/posts', { title: 'No styles' });
    expect((await admin.get(`/wp/v2/global-styles/${post.id}`)).body.code).toBe('rest_global_styles_not_found');
  });

  it('has no templates', async () => {
    const admin = site.as('administrator');
    expect((await admin.get('/wp/v2/templates/lookup?slug=single')).body).toEqual({});
    expect((await admin.get('/wp/v2/templates/lookup')).body.code).toBe('rest_missing_callback_param');
    expect((await admin.delete('/wp/v2/template-parts/platen//header')).body.code).toBe('rest_template_not_found');
  });
});

describe('abilities', () => {
  const run = '/wp-abilities/v1/abilities/core/get-site-info/run';

  it('answer with the members that are asked for', async () => {
    const admin = site.as('administrator');
    expect((await admin.get(`${run}?input[fields][]=url`)).body).toEqual({ url: 'http://site.test' });
    expect(Object.keys((await admin.get(run)).body)).toContain('admin_email');
    const { body } = await site.as('subscriber').get(run.replace('site-info', 'user-info'));
    expect(body).toMatchObject({ user_login: 'the-subscriber', roles: ['subscriber'], first_name: '' });
  });

  it.each([
    ['input=text', 400, 'ability_invalid_input'],
    ['input[fields][]=secret', 400, 'ability_invalid_input'],
    ['input[other]=1', 400, 'ability_invalid_input'],
    ['input[fields][0][a]=1', 400, 'ability_invalid_input'],
  ])('refuse the input %s', async (query, status, code) => {
    const answer = await site.as('administrator').get(`${run}?${query}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('only read, and unknown ones are not found', async () => {
    const admin = site.as('administrator');
    expect((await admin.post(run)).body.code).toBe('rest_ability_invalid_method');
    expect((await admin.get('/wp-abilities/v1/abilities/core/none/run')).body.code).toBe('rest_ability_not_found');
    expect((await admin.get('/wp-abilities/v1/categories/none')).body.code).toBe('rest_ability_category_not_found');
  });

  it('are listed in pages, by category, namespace and facts', async () => {
    const names = async (query: string) =>
      (await site.as('editor').get(`/wp-abilities/v1/abilities?_fields=name&${query}`)).body.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('per_page=1&page=2')).toEqual(['core/get-user-info']);
    expect(await names('category=user')).toEqual(['core/get-user-info']);
    expect(await names('namespace=cor')).toEqual([]);
    expect(await names('meta[annotations][readonly]=true')).toHaveLength(3);
    expect(await names('meta[annotations][destructive]=true')).toEqual([]);
  });
});

describe('details of an address', () => {
  const details = (url: string) =>
    site.as('contributor').get(`/wp-block-editor/v1/url-details?url=${encodeURIComponent(url)}`);

  it('are what its page says about itself', async () => {
    expect((await details('https://far.example/deep/page')).body).toEqual({
      title: 'Far & away',
      icon: 'https://far.example/deep/i.ico',
      description: '',
      image: 'https://far.example/far.jpg',
    });
  });

  it('do not tell why a page cannot be read', async () => {
    for (const url of ['http://10.0.0.1/', 'http://localhost:9200/', 'https://far.example/missing']) {
      const { status, body } = await details(url);
      expect([status, body.code]).toEqual([404, 'no_response']);
      expect(body.message).toMatch(/^The page could not be read\./);
    }
  });

  it.each(['nonsense', 'ftp://far.example/', 'file:///etc/passwd', 'https://'])('refuse %s unread', async (url) => {
    const { status, body } = await details(url);
    expect([status, body.code, body.data.details]).toEqual([400, 'rest_invalid_param', []]);
    expect(asked).toEqual([]);
  });

  it('are limited for each account', async () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const limited = await testPlaten({ variant: 'c', throttle: true, clock: () => now }, { fetch });
    try {
      const path = '/wp-block-editor/v1/url-details?url=https://far.example/';
      const statuses: number[] = [];
      for (let read = 0; read < 125; read++) statuses.push((await limited.as('author').get(path)).status);
      expect(statuses.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => 200));
      expect(statuses.slice(120)).toContain(429);
      expect((await limited.as('editor').get(path)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe('views of lists', () => {
  it('show items that stand below others as a tree, and know nothing of unknown kinds', async () => {
    const view = async (query: string) => (await site.as('administrator').get(`/wp/v2/view-config?${query}`)).body;
    expect((await view('kind=postType&name=page')).default_view).toMatchObject({ type: 'list', showLevels: true });
    expect((await view('kind=postType&name=post')).view_list).toHaveLength(1);
    expect(await view('kind=root&name=menu')).toMatchObject({ kind: 'root', name: 'menu', version: 1, form: {} });
  });
});
