import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { discoverEndpoint, elements } from './discover-endpoint.ts';
import { embedSize } from './embed-size.ts';
import { readForeignAnswer, safeEmbedHtml } from './foreign-answer.ts';
import { oembedData, thumbnailSize } from './oembed-data.ts';
import { oembedXml } from './oembed-xml.ts';
import { providerOf, providers } from './providers.ts';

describe('sizes', () => {
  test.each([
    [600, 600, 338],
    ['400', 400, 225],
    ['100', 200, 200],
    ['2000', 600, 338],
    ['wide', 200, 200],
    ['-300', 300, 200],
    ['450px', 450, 254],
    ['', 200, 200],
  ])('a wish of %s gives %i × %i', (wish, width, height) => expect(embedSize(wish)).toEqual({ width, height }));

  test('a picture shrinks to the width and never grows', () => {
    expect(thumbnailSize({ width: 1200, height: 900 }, 600)).toEqual({ width: 600, height: 450 });
    expect(thumbnailSize({ width: 300, height: 200 }, 600)).toEqual({ width: 300, height: 200 });
  });
});

const subject = {
  link: 'https://example.org/2021/05/06/fish/',
  embedLink: 'https://example.org/2021/05/06/fish/embed/',
  title: 'Fish &amp; <em>chips</em>',
  markedTitle: 'Fish &amp; <em>chips</em>',
  authorName: 'Ann',
  authorUrl: 'https://example.org/author/ann/',
  siteName: 'My "Site"',
  siteUrl: 'https://example.org',
  thumbnail: null,
};

describe('the answer for a post of the site', () => {
  test('has the standard’s members in order, a quotation and a sandboxed frame', () => {
    const data = oembedData(subject, { width: 600, height: 338 });
    expect(Object.keys(data)).toEqual([
      'version',
      'provider_name',
      'provider_url',
      'author_name',
      'author_url',
      'title',
      'type',
      'width',
      'height',
      'html',
    ]);
    const fragment = parseFragment(String(data['html']));
    const [frame] = elements(fragment, 'iframe');
    expect(Object.fromEntries(frame!.attrs.map(({ name, value }) => [name, value]))).toMatchObject({
      sandbox: 'allow-scripts',
      src: subject.embedLink,
      width: '600',
      height: '338',
      title: '“Fish & <em>chips</em>” — My "Site"',
    });
    expect(elements(fragment, 'blockquote')).toHaveLength(1);
  });

  test('shows a picture where there is one', () =>
    expect(
      oembedData(
        { ...subject, thumbnail: { url: 'https://example.org/a.jpg', width: 60, height: 45 } },
        { width: 600, height: 338 },
      ),
    ).toMatchObject({ thumbnail_url: 'https://example.org/a.jpg', thumbnail_width: 60, thumbnail_height: 45 }));

  test('a hostile address stays inside its attribute', () => {
    const data = oembedData(
      { ...subject, link: 'https://example.org/"><script>', embedLink: 'https://example.org/"><script>' },
      { width: 600, height: 338 },
    );
    expect(elements(parseFragment(String(data['html'])), 'script')).toEqual([]);
  });
});

describe('XML', () => {
  test('escapes once, in ASCII', () => {
    expect(oembedXml({ title: 'a & <b>', n: 7, html: '&#8220;x&#8221; &amp; “y” &nbsp; &quot;' })).toBe(
      '<?xml version="1.0"?>\n<oembed><title>a &amp; &lt;b&gt;</title><n>7</n><html>&#x201C;x&#x201D; &amp; &#x201C;y&#x201D; &amp;nbsp; "</html></oembed>\n',
    );
  });

  test('nests, and drops what XML cannot hold', () =>
    expect(oembedXml({ data: { status: 404 }, x: 'a\u0000b\ud800c😀', 'no name': 'y', z: '&#0;' })).toBe(
      '<?xml version="1.0"?>\n<oembed><data><status>404</status></data><x>abc&#x1F600;</x><z>&amp;#0;</z></oembed>\n',
    ));
});

describe('known providers', () => {
  test.each([
    ['https://www.youtube.com/watch?v=abc', 'YouTube'],
    ['http://youtube.com/watch?v=abc', 'YouTube'],
    ['https://youtu.be/abc', 'YouTube'],
    ['https://vimeo.com/12345', 'Vimeo'],
    ['https://WWW.ted.com/talks/x', 'TED'],
  ])('%s is %s', (url, name) => expect(providerOf(url)?.name).toBe(name));

  test.each([
    'https://evil.example/?https://vimeo.com/1',
    'https://vimeo.com.evil.example/1',
    'https://evilvimeo.com/1',
    'ftp://vimeo.com/1',
    '',
  ])('%s is nobody we know', (url) => expect(providerOf(url)).toBeUndefined());

  test('each endpoint is a public https address', () => {
    for (const { endpoint } of providers) expect(new URL(endpoint).protocol).toBe('https:');
  });
});

describe('discovery', () => {
  test('prefers JSON and resolves against the page', () => {
    const html =
      '<head><link rel="alternate" type="text/xml+oembed" href="/x"><link rel="foo ALTERNATE" type="application/json+oembed" href="/oembed?u=1&amp;f=2"></head>';
    expect(discoverEndpoint(html, 'https://example.net/page')).toEqual({
      url: 'https://example.net/oembed?u=1&f=2',
      format: 'json',
    });
  });

  test('takes XML where there is nothing else, and nothing where there is nothing', () => {
    expect(
      discoverEndpoint('<link rel=alternate type=text/xml+oembed href=https://x.example/o>', 'https://a.example'),
    ).toEqual({
      url: 'https://x.example/o',
      format: 'xml',
    });
    expect(
      discoverEndpoint(
        '<link rel="stylesheet" href="/x"><!-- <link rel=alternate type=application/json+oembed href=/y> -->',
        'https://a.example',
      ),
    ).toBeNull();
  });
});

describe('foreign answers', () => {
  const read = (value: object) => readForeignAnswer(JSON.stringify(value), 'json');

  test('keep the standard’s members and nothing else', () => {
    expect(
      read({
        type: 'link',
        version: '9',
        title: 'A <b>title</b><script>x</script>',
        author_url: 'javascript:alert(1)',
        provider_url: 'https://p.example',
        width: '640',
        height: -3,
        secret: 'x',
      }),
    ).toEqual({ version: '1.0', type: 'link', title: 'A titlex', provider_url: 'https://p.example', width: 640 });
  });

  test.each([
    ['script', '<script>alert(1)</script>'],
    ['handlers', '<img src=x onerror=alert(1)>'],
    ['srcdoc', '<iframe srcdoc="<script>1</script>"></iframe>'],
    ['an insecure frame', '<iframe src="http://x.example/"></iframe>'],
    ['a script address', '<iframe src="javascript:alert(1)"></iframe>'],
    ['data', '<iframe src="data:text/html,x"></iframe>'],
    ['a nested frame', '<object data="https://x.example"></object>'],
    ['nothing', ''],
  ])('with %s alone are no embed', (_, html) => expect(read({ type: 'rich', html })).toBeNull());

  test('only a sandboxed frame and a quotation survive', () => {
    const html = safeEmbedHtml(
      '<blockquote onclick="x" class="y"><p>Hello <b onload=x>there</b></p><a href="https://p.example/1" onclick="y">link</a><script>z</script></blockquote><iframe src="https://p.example/e?a=1&b=2" srcdoc="<script>" onload="x" sandbox="allow-same-origin allow-top-navigation" width="500" height="300" allow="camera"><iframe src="https://q.example"></iframe></iframe><script src="https://evil.example"></script>',
      {},
    );
    const fragment = parseFragment(html ?? '');
    const names = [
      ...new Set(
        ['blockquote', 'a', 'iframe', 'script', 'b', 'p'].filter((name) => elements(fragment, name).length > 0),
      ),
    ];
    expect(names).toEqual(['blockquote', 'a', 'iframe']);
    const [frame] = elements(fragment, 'iframe');
    expect(Object.fromEntries(frame!.attrs.map(({ name, value }) => [name, value]))).toEqual({
      sandbox: 'allow-scripts allow-popups',
      src: 'https://p.example/e?a=1&b=2',
      width: '500',
      height: '300',
      title: '',
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
      frameborder: '0',
    });
    expect(html).not.toMatch(/on(?:click|load)/);
  });

  test('a video address cannot break out of its attribute', () => {
    const html = safeEmbedHtml(`<iframe src='https://p.example/"><svg onload=alert(1)>'></iframe>`, {});
    expect(html).toBeNull();
  });

  test('a photo needs an address', () => {
    expect(read({ type: 'photo', url: 'https://p.example/a.jpg', width: 3, height: 2 })).toMatchObject({
      url: 'https://p.example/a.jpg',
    });
    expect(read({ type: 'photo', url: 'javascript:x' })).toBeNull();
  });

  test.each(['', 'null', '[]', '{"type":"other"}', '{', '"x"', '{"type":"rich"}'])('%j is no answer', (body) =>
    expect(readForeignAnswer(body, 'json')).toBeNull(),
  );

  test('XML is read without expanding anything', () => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE oembed [<!ENTITY x SYSTEM "file:///etc/passwd">]><oembed><type>rich</type><title>A &amp; B</title><html>&lt;iframe src="https://p.example/e"&gt;&lt;/iframe&gt;</html><width>10</width></oembed>';
    expect(readForeignAnswer(xml, 'xml')).toMatchObject({
      type: 'rich',
      title: 'A & B',
      width: 10,
      html: expect.stringContaining('https://p.example/e'),
    });
    expect(readForeignAnswer('<p>no</p>', 'xml')).toBeNull();
  });
});
