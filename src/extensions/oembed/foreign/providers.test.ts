import { describe, expect, it } from 'vitest';
import { discoverEndpoint } from './foreign-embeds.ts';
import { hostileMarkup } from './hostile-markup.test-support.ts';
import { providerOf, providers } from './providers.ts';

describe('known providers', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abc', 'YouTube'],
    ['http://youtube.com/watch?v=abc', 'YouTube'],
    ['https://youtu.be/abc', 'YouTube'],
    ['https://vimeo.com/12345', 'Vimeo'],
    ['https://WWW.ted.com/talks/x', 'TED'],
  ])('%s is %s', (url, name) => expect(providerOf(url)?.name).toBe(name));

  it.each([
    'https://evil.example/?https://vimeo.com/1',
    'https://vimeo.com.evil.example/1',
    'https://evilvimeo.com/1',
    'ftp://vimeo.com/1',
    '',
  ])('%s is nobody we know', (url) => expect(providerOf(url)).toBeUndefined());

  it('a URL without end is nobody’s, and takes little processor time', () => {
    const started = process.cpuUsage();
    expect(providerOf(`https://mixcloud.com/${'/'.repeat(100_000)}`)).toBeUndefined();
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });

  it('each endpoint is a public https address', () => {
    for (const { endpoint } of providers) expect(new URL(endpoint).protocol).toBe('https:');
  });
});

describe('discovery', () => {
  it('prefers JSON and resolves against the page', () => {
    const html =
      '<head><link rel="alternate" type="text/xml+oembed" href="/x"><link rel="foo ALTERNATE" type="application/json+oembed" href="/oembed?u=1&amp;f=2"></head>';
    expect(discoverEndpoint(html, 'https://example.net/page')).toEqual({
      url: 'https://example.net/oembed?u=1&f=2',
      format: 'json',
    });
  });

  it('takes XML where there is nothing else, and nothing where there is nothing', () => {
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

  it.each([
    ['a script', '<script>"<link rel=alternate type=application/json+oembed href=/y>"</script>'],
    ['a title', '<title><link rel=alternate type=application/json+oembed href=/y></title>'],
    ['an attribute', '<meta content="<link rel=alternate type=application/json+oembed href=/y>">'],
  ])('a link in the text of %s is none', (_, html) => expect(discoverEndpoint(html, 'https://a.example')).toBeNull());

  it('finds a link in the body', () => {
    const html = '<head></head><body><p>x<link rel=alternate type=application/json+oembed href=/y>';
    expect(discoverEndpoint(html, 'https://a.example')?.url).toBe('https://a.example/y');
  });

  it.each(hostileMarkup)('%s takes little processor time', (_, hostile) => {
    const html = hostile(524_288);
    const started = process.cpuUsage();
    expect(discoverEndpoint(html, 'https://a.example')).toBeNull();
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});
