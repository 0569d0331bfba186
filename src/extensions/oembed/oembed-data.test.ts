import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { elements } from './foreign/read-tree.test-support.ts';
import { oembedXml } from './oembed-routes.ts';
import { embedSize, oembedData, thumbnailSize } from './own-embeds.ts';

describe('sizes', () => {
  it.each([
    [600, 600, 338],
    ['400', 400, 225],
    ['100', 200, 200],
    ['2000', 600, 338],
    ['wide', 200, 200],
    ['-300', 300, 200],
    ['450px', 450, 254],
    ['', 200, 200],
  ])('a wish of %s gives %i × %i', (wish, width, height) => expect(embedSize(wish)).toEqual({ width, height }));

  it('a picture shrinks to the width and never grows', () => {
    expect(thumbnailSize({ width: 1200, height: 900 }, 600)).toEqual({ width: 600, height: 450 });
    expect(thumbnailSize({ width: 300, height: 200 }, 600)).toEqual({ width: 300, height: 200 });
  });
});

const subject = {
  link: 'https://example.org/2021/05/06/fish/',
  title: 'Fish & <em>chips</em>',
  shownTitle: 'Fish &amp; <em>chips</em>',
  authorName: 'Ann',
  authorUrl: 'https://example.org/author/ann/',
  siteName: 'My "Site"',
  siteUrl: 'https://example.org',
  thumbnail: null,
};

describe('the answer for a post of the site', () => {
  it('has the standard’s members in order, a quotation and a sandboxed frame', () => {
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
      src: 'https://example.org/2021/05/06/fish/embed/',
      width: '600',
      height: '338',
      title: '“Fish & <em>chips</em>” — My "Site"',
    });
    expect(elements(fragment, 'blockquote')).toHaveLength(1);
  });

  it('shows a picture where there is one', () =>
    expect(
      oembedData(
        { ...subject, thumbnail: { url: 'https://example.org/a.jpg', width: 60, height: 45 } },
        { width: 600, height: 338 },
      ),
    ).toMatchObject({ thumbnail_url: 'https://example.org/a.jpg', thumbnail_width: 60, thumbnail_height: 45 }));

  it('a hostile address stays inside its attribute', () => {
    const data = oembedData({ ...subject, link: 'https://example.org/"><script>' }, { width: 600, height: 338 });
    expect(elements(parseFragment(String(data['html'])), 'script')).toEqual([]);
  });
});

describe('XML', () => {
  it('escapes once, in ASCII', () => {
    expect(oembedXml({ title: 'a & <b>', n: 7, html: '&#8220;x&#8221; &amp; “y” &nbsp; &quot;' })).toBe(
      '<?xml version="1.0"?>\n<oembed><title>a &amp; &lt;b&gt;</title><n>7</n><html>&#x201C;x&#x201D; &amp; &#x201C;y&#x201D; &amp;nbsp; "</html></oembed>\n',
    );
  });

  it('nests, and drops what XML cannot hold', () =>
    expect(oembedXml({ data: { status: 404 }, x: 'a\u0000b\ud800c😀', 'no name': 'y', z: '&#0;' })).toBe(
      '<?xml version="1.0"?>\n<oembed><data><status>404</status></data><x>abc&#x1F600;</x><z>&amp;#0;</z></oembed>\n',
    ));
});
