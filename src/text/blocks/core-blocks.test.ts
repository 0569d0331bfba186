import { expect, it } from 'vitest';
import { renderContent } from '../render/render.ts';
import { library, textContext } from '../text-context.test-support.ts';

const block = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name} ${attributes === '' ? '' : `${attributes} `}-->${html}<!-- /wp:${name} -->`;
const rendered = (text: string) => renderContent(text, textContext({ media: library })).replaceAll(/-\d{5,}/g, '-N');

it.each([
  ['paragraphs are not added', `a\n\n${block('html', 'b\n\n"c"')}\n\nd`, 'a\n\nb\n\n&#8220;c&#8221;\n\nd'],
  ['text smilies become emoji', block('paragraph', '<p>:)</p>'), '<p>\u{1F642}</p>'],
  ['a lone shortcode loses its paragraph', block('paragraph', '<p>[gallery ids="9"]</p>'), ''],
  ['a shortcode block gets paragraphs', block('shortcode', '\n[gallery ids="9"]\n\nhello\n'), '\n<p>hello</p>\n'],
  [
    'marks stay',
    block('more', '\n<!--more-->\n') + block('nextpage', '\n<!--nextpage-->\n'),
    '\n<!--more-->\n\n<!--nextpage-->\n',
  ],
  ['other comments stay', block('html', '<!-- x -->'), '<!-- x -->'],
  [
    'an image of a gallery says which it is',
    block(
      'gallery',
      `<figure class="wp-block-gallery">${block('image', '<figure><img src="a"/></figure>', '{"id":5}')}</figure>`,
    ),
    '<figure class="is-layout-flex wp-block-gallery-N wp-block-gallery"><figure><img decoding="async" data-id="5" src="a"/></figure></figure>',
  ],
  ['another image does not', block('image', '<img src="a"/>', '{"id":5}'), '<img decoding="async" src="a"/>'],
  [
    'a picture in two colours',
    block('image', '<figure class="b"></figure>', '{"style":{"color":{"duotone":["#111","#EEE"]}}}'),
    '<figure class="wp-duotone-111-eee-N b"></figure>',
  ],
  [
    'a colour of links',
    block('paragraph', '<p id="a">x</p>', '{"style":{"elements":{"link":{"color":{"text":"#f00"}}}}}'),
    '<p id="a" class="wp-elements-c2ab1c">x</p>',
  ],
  [
    'a font size suits narrow screens',
    block(
      'paragraph',
      '<p style="font-size:30px;color:red">font-size:30px</p>',
      '{"style":{"typography":{"fontSize":"30px"}}}',
    ),
    '<p style="font-size:clamp(22.5px, 1.406rem + ((1vw - 7.68px) * 0.901), 30px);color:red">font-size:30px</p>',
  ],
])('%s', (_, text, html) => {
  expect(rendered(text).replace(/wp-elements-[0-9a-f]{8}/, 'wp-elements-c2ab1c')).toBe(html);
});

const wide = 'http://site.invalid/up/wide';
const copies = `srcset="${wide}-1024.jpg 1024w, ${wide}-300.jpg 300w, ${wide}.jpg 2000w" sizes="(max-width: 1024px) 100vw, 1024px" />`;

it.each([
  ['of another site', '<img src="http://x.y/a.jpg">', '<img decoding="async" src="http://x.y/a.jpg">'],
  [
    'with measures',
    '<img src="a" width="1" height="2"/>',
    '<img decoding="async" loading="lazy" src="a" width="1" height="2"/>',
  ],
  [
    'that says how it is loaded',
    '<img src="a" loading="eager" decoding="sync" width="1" height="2">',
    '<img src="a" loading="eager" decoding="sync" width="1" height="2">',
  ],
  ['without an address', '<img alt="x">', '<img alt="x">'],
  [
    'of the library',
    `<img src="${wide}-1024.jpg" alt="" class="wp-image-11"/>`,
    `<img decoding="async" loading="lazy" width="1024" height="512" src="${wide}-1024.jpg" alt="" class="wp-image-11" ${copies}`,
  ],
  [
    'with one measure',
    `<img src="${wide}-1024.jpg?x" class="wp-image-11" width="500">`,
    `<img decoding="async" src="${wide}-1024.jpg?x" class="wp-image-11" width="500" ${copies}`,
  ],
  [
    'in a frame',
    '<iframe src="a" width="1" height="2"></iframe>',
    '<iframe loading="lazy" src="a" width="1" height="2"></iframe>',
  ],
])('a picture %s', (_, html, expected) => {
  expect(rendered(block('html', html))).toBe(expected);
});
