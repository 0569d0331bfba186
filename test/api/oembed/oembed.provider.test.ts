import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let origin: string;
let fish: number;
beforeAll(async () => {
  site = await testPlaten({ variant: 'a', host: '127.0.0.1' });
  origin = await site.platen.listen();
  fish = await write('posts', {
    title: 'Fish and chips',
    slug: 'fish',
    date: '2021-05-06T07:08:09',
    content: 'Served hot.',
  });
});
afterAll(() => site.close());

async function write(kind: string, row: Record<string, unknown>): Promise<number> {
  const made = await site.as('editor').post(`/wp/v2/${kind}`, { status: 'publish', ...row });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}
const embed = (url: string, more = '') =>
  site.as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(url)}${more}`);

describe('the provider of the site’s own posts', () => {
  it.each([
    'http://site.test/2021/05/06/fish/',
    'http://site.test/2021/05/06/fish',
    'https://site.test/2021/05/06/fish/',
    'http://SITE.test/2021/05/06/fish/?utm_source=x#part',
    'http://site.test/2021/05/06/fish/embed/',
  ])('knows %s', async (url) => {
    const { status, body } = await embed(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'rich',
      title: 'Fish and chips',
      provider_url: 'http://site.test',
      width: 600,
      height: 338,
    });
    expect(body.html).toContain('src="http://site.test/2021/05/06/fish/embed/"');
  });

  it('knows a post by its number, and pages by their path', async () => {
    expect((await embed(`http://site.test/?p=${fish}`)).body.title).toBe('Fish and chips');
    const parent = await write('pages', { title: 'About', slug: 'about' });
    await write('pages', { title: 'Team', slug: 'team', parent });
    expect((await embed('http://site.test/about/team/')).body.title).toBe('Team');
    expect((await embed('http://site.test/team/')).status).toBe(404);
    expect((await embed('http://site.test/elsewhere/team/')).status).toBe(404);
  });

  it('every address that names nothing public gets the same answer', async () => {
    const [draft, secret] = [
      await write('posts', { title: 'Draft', status: 'draft' }),
      await write('posts', { title: 'Secret', status: 'private', slug: 'secret', date: '2021-05-06T00:00:00' }),
    ];
    const urls = [
      `http://site.test/?p=${draft}`,
      `http://site.test/?p=${secret}`,
      'http://site.test/2021/05/06/secret/',
      'http://site.test/?p=999999',
      'http://site.test/2021/05/07/fish/',
      'http://site.test/',
      'http://elsewhere.example/2021/05/06/fish/',
      'http://site.test.evil.example/2021/05/06/fish/',
      'http://user@site.test/2021/05/06/fish/',
      'javascript:alert(1)',
      'x',
      '',
    ];
    const answers = await Promise.all(urls.map((url) => embed(url)));
    for (const [index, answer] of answers.entries())
      expect([urls[index], answer.status, answer.body]).toEqual([urls[index], 404, answers[0]?.body]);
    expect(answers[0]?.body.code).toBe('oembed_invalid_url');
    expect(
      (
        await site
          .as('administrator')
          .get(`/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?p=${secret}`)}`)
      ).status,
    ).toBe(404);
  });

  it('a post made private later is gone at once', async () => {
    const id = await write('posts', { title: 'For a while', slug: 'while', date: '2021-05-06T00:00:00' });
    expect((await embed('http://site.test/2021/05/06/while/')).status).toBe(200);
    await site.as('editor').put(`/wp/v2/posts/${id}`, { status: 'private' });
    expect((await embed('http://site.test/2021/05/06/while/')).status).toBe(404);
    expect((await fetch(`${origin}/2021/05/06/while/`)).status).toBe(404);
  });

  it('a protected post carries its title and no text', async () => {
    await write('posts', {
      title: 'Locked',
      slug: 'locked',
      date: '2021-05-06T00:00:00',
      password: 'key',
      content: 'Hidden words.',
      excerpt: 'Hidden too.',
    });
    const { body } = await embed('http://site.test/2021/05/06/locked/');
    expect([body.title, JSON.stringify(body).includes('Hidden')]).toEqual(['Locked', false]);
    expect(body.html).toContain('Protected: Locked');
    for (const path of ['/2021/05/06/locked/', '/2021/05/06/locked/embed/'])
      expect(await (await fetch(origin + path)).text()).not.toContain('Hidden');
  });

  it('speaks XML as well', async () => {
    const { headers, body } = await embed(`http://site.test/?p=${fish}`, '&format=xml');
    expect(headers['content-type']).toBe('text/xml; charset=UTF-8');
    expect(body).toMatch(
      /^<\?xml version="1\.0"\?>\n<oembed><version>1\.0<\/version>.*<title>Fish and chips<\/title>/s,
    );
    const missing = await embed('http://site.test/?p=999999', '&format=xml');
    expect([missing.status, missing.body]).toEqual([404, expect.stringContaining('<code>oembed_invalid_url</code>')]);
  });
});

describe('the pages behind it', () => {
  const attributesOf = (html: string, name: string) => {
    const walk = (node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element[] =>
      'childNodes' in node
        ? node.childNodes.flatMap((child) => ('tagName' in child && child.tagName === name ? [child] : walk(child)))
        : [];
    return walk(parse(html)).map((element) => Object.fromEntries(element.attrs.map((one) => [one.name, one.value])));
  };

  it('a post has a page, which tells programs where its data is', async () => {
    const response = await fetch(`${origin}/2021/05/06/fish/`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(html).toContain('Served hot.');
    const links = attributesOf(html, 'link');
    const discovered = links.find((link) => link['type'] === 'application/json+oembed')?.['href'] ?? '';
    expect(links).toContainEqual({
      rel: 'alternate',
      type: 'application/json',
      href: `http://site.test/wp-json/wp/v2/posts/${fish}`,
    });
    const answer = await fetch(discovered.replace('http://site.test', origin));
    expect(((await answer.json()) as { title: string }).title).toBe('Fish and chips');
  });

  it('the frame shows a card that other sites may embed and that does nothing', async () => {
    for (const path of ['/2021/05/06/fish/embed/', '/2021/05/06/fish/?embed=true']) {
      const response = await fetch(origin + path);
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
      const html = await response.text();
      expect(html).toContain('Fish and chips');
      expect(attributesOf(html, 'script')).toEqual([]);
    }
  });

  it('an address that names nothing public has no page', async () => {
    const draft = await write('posts', { title: 'Draft', status: 'draft' });
    for (const path of [`/?p=${draft}`, '/2021/05/06/nothing/', '/nothing/embed/'])
      expect((await fetch(origin + path)).status).toBe(404);
  });

  it('what the request says of its host changes nothing', async () => {
    const response = await fetch(`${origin}/2021/05/06/fish/`, { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(await response.text()).not.toContain('evil.example');
  });
});

describe('the proxy', () => {
  const proxy = (who: 'anonymous' | 'subscriber' | 'contributor', url: string, more = '') =>
    site.as(who).get(`/oembed/1.0/proxy?url=${encodeURIComponent(url)}${more}`);

  it('is for those who write', async () => {
    expect([
      (await proxy('anonymous', 'http://x.invalid/')).status,
      (await proxy('subscriber', 'http://x.invalid/')).status,
    ]).toEqual([401, 403]);
  });

  it('answers for the site’s own posts without a request of its own', async () => {
    const own = await proxy('contributor', `http://site.test/?p=${fish}`, '&maxwidth=400');
    expect([own.status, own.body.title, own.body.width]).toEqual([200, 'Fish and chips', 400]);
    const xml = await proxy('contributor', `http://site.test/?p=${fish}`, '&format=xml');
    expect(xml.headers['content-type']).toContain('text/xml');
    expect((await proxy('contributor', 'http://site.test/?p=999999')).status).toBe(404);
  });

  it.each([
    'http://localhost/',
    'http://LOCALHOST./x',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://192.0.0.8/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://example.org:22/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'nonsense',
  ])('never goes to %s', async (url) => {
    const answer = await proxy('contributor', url);
    expect([answer.status, answer.body.code]).toEqual([404, 'oembed_invalid_url']);
  });

  it('its own address on another port is not its own', async () => {
    const port = new URL(origin).port;
    expect((await proxy('contributor', `http://127.0.0.1:${port}/2021/05/06/fish/`)).status).toBe(404);
  });
});

it('the other variant has no proxy', async () => {
  const other = await testPlaten({ variant: 'b' });
  try {
    expect((await other.as('administrator').get('/oembed/1.0/proxy?url=http://x.invalid/')).body.code).toBe(
      'rest_no_route',
    );
  } finally {
    await other.close();
  }
});

describe('cached responses', () => {
  const address = () => `${origin}/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?p=${cached}`)}`;
  const asked = async () => {
    const answer = await fetch(address());
    return { cache: answer.headers.get('x-cache'), body: (await answer.json()) as Record<string, string> };
  };
  let cached: number;
  beforeAll(async () => {
    cached = await write('posts', { title: 'First words', author: site.users.author });
  });

  it('come from memory the second time', async () => {
    expect((await asked()).cache).toBe('miss');
    expect(await asked()).toMatchObject({ cache: 'hit', body: { title: 'First words' } });
  });

  it.each<[string, () => Promise<unknown>, Record<string, string>]>([
    [
      'the post',
      () => site.as('editor').post(`/wp/v2/posts/${cached}`, { title: 'Other words' }),
      { title: 'Other words' },
    ],
    [
      'its author',
      () => site.as('administrator').post(`/wp/v2/users/${site.users.author}`, { name: 'A. Nother' }),
      { author_name: 'A. Nother' },
    ],
    [
      'the name of the site',
      () => site.as('administrator').post('/wp/v2/settings', { title: 'Renamed' }),
      { provider_name: 'Renamed' },
    ],
  ])('and go when %s changes', async (_, change, expected) => {
    await asked();
    expect((await asked()).cache).toBe('hit');
    await change();
    expect(await asked()).toMatchObject({ cache: 'miss', body: expected });
  });

  it('a post that is taken back is gone at once', async () => {
    expect((await fetch(address())).status).toBe(200);
    await site.as('editor').post(`/wp/v2/posts/${cached}`, { status: 'draft' });
    expect((await fetch(address())).status).toBe(404);
  });
});
