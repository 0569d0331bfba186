import { expect, test } from 'vitest';
import { renderContent, renderExcerpt } from '../render.ts';
import { createShortcodeRegistry } from '../shortcodes.ts';
import { images, library, textContext } from '../text-context.test-support.ts';
import { attachmentLink } from './image-tag.ts';

const show = (text: string, more = {}) => renderContent(text, textContext(more));

test.each([
  ['an unknown macro stays', '[nothing] here', '<p>[nothing] here</p>\n'],
  ['a known one that has nothing to show goes', 'a [gallery] b', '<p>a  b</p>\n'],
  ['doubled brackets show the macro', '[[gallery]] [[[gallery]]]', '<p>[gallery] [[gallery]]</p>\n'],
  ['a lone macro needs no paragraph', 'a\n\n[gallery]\n\nb', '<p>a</p>\n\n<p>b</p>\n'],
  [
    'the name is whole and case matters',
    '[galleryx] [Gallery] [gallery-y]',
    '<p>[galleryx] [Gallery] [gallery-y]</p>\n',
  ],
  ['an unclosed tag is text', '[gallery and more', '<p>[gallery and more</p>\n'],
  ['macros in comments stay', '<!-- [gallery] -->', '<p><!-- [gallery] --></p>\n'],
  ['macros run in attributes', '<b title="[gallery]">x</b>', '<p><b title="">x</b></p>\n'],
  [
    'one that would leave its attribute stays',
    '<b title="[audio src=http://a/b.mp3]">x</b>',
    '<p><b title="[audio src=http://a/b.mp3]">x</b></p>\n',
  ],
  [
    'one that spans attributes stays',
    '<i id="[caption" class="]x">y</i>',
    '<p><i id="[caption" class="]x">y</i></p>\n',
  ],
])('%s', (_, text, expected) => {
  expect(show(text)).toBe(expected);
});

test('macros in a handwritten excerpt are text', () => {
  expect(renderExcerpt('[gallery] x', textContext())).toBe('<p>[gallery] x</p>\n');
});

test('an extension adds a macro', () => {
  const shortcodes = textContext().shortcodes.with({ hello: ({ to }, body) => `<b>${to}:${body ?? ''}</b>` });
  expect(show('a [hello to="you"]x[/hello] [hello to=me /]', { shortcodes })).toBe(
    '<p>a <b>you:x</b> <b>me:</b></p>\n',
  );
  expect(() => createShortcodeRegistry({ 'a b': () => '' })).toThrow(TypeError);
});

test.each([
  [
    'an image and its text',
    '[caption width="100" align="alignleft" id="a b"]<img src="x"> text[/caption]',
    '<div id="ab" style="width: 110px" class="wp-caption alignleft"><img src="x"><p class="wp-caption-text">text</p></div>\n',
  ],
  [
    'no width gives the image alone',
    '[caption]<a href="y"><img src="x"></a> text[/caption]',
    '<a href="y"><img src="x"></a>\n',
  ],
  ['no image gives the body', '[caption width="9"]text[/caption]', 'text\n'],
  [
    'a caption in an attribute is cleaned',
    `[caption width="9" caption='<b onclick="x">t</b>']<img src="x">[/caption]`,
    '<div style="width: 19px" class="wp-caption alignnone"><img src="x"><p class="wp-caption-text"><b>t</b></p></div>\n',
  ],
])('caption: %s', (_, text, expected) => {
  expect(show(text)).toBe(expected);
});

test('players count per request and say so in their ids', () => {
  const html = show(
    '[audio src="http://m/a.mp3"] [audio src="http://m/b.ogg" loop="1" autoplay="false"] [video mp4="http://m/c.mp4"]',
  );
  expect(html).toContain(
    '<audio class="wp-audio-shortcode" id="audio-7-1" preload="none" style="width: 100%;" controls="controls">',
  );
  expect(html).toContain('<source type="audio/mpeg" src="http://m/a.mp3?_=1" />');
  expect(html).toContain('id="audio-7-2" loop="1" preload');
  expect(html).toContain('<div style="width: 640px;" class="wp-video">');
  expect(html.match(/createElement\('audio'\)/g)).toHaveLength(1);
});

test('what cannot be played is a link, and nothing is nothing', () => {
  expect(show('[audio src="http://m/a.txt"]')).toBe(
    '<a class="wp-embedded-audio" href="http://m/a.txt">http://m/a.txt</a>\n',
  );
  expect(show('[video] [audio src="javascript:x.mp3"]')).toBe('<p> </p>\n');
});

test('a media address alone on a line plays; other addresses stay', () => {
  expect(show('http://m/a.mp3')).toContain('<audio ');
  expect(show('<p>http://m/a.webm</p>')).toContain('<video ');
  expect(show('see http://m/a.mp3')).toBe('<p>see http://m/a.mp3</p>\n');
  expect(show('http://m/page')).toBe('<p>http://m/page</p>\n');
  expect(show('<b title="\nhttp://m/a.mp3\n">x</b>')).not.toContain('<audio');
});

test('an embed that cannot be fetched is a link', () => {
  expect(show('[embed]http://m/?a=1&b="2"[/embed]')).toBe(
    '<p><a href="http://m/?a=1&#038;b=2">http://m/?a=1&amp;b=&quot;2&quot;</a></p>\n',
  );
  expect(show('[embed]javascript:x[/embed]')).toBe('<p><a href="">javascript:x</a></p>\n');
});

test('a gallery shows the named images in order, each once', () => {
  const html = show('[gallery ids="12,11,12" columns="2" link="file"]', { media: library });
  expect(html.match(/class='gallery-item'/g)).toHaveLength(2);
  expect(html.indexOf('small.png')).toBeLessThan(html.indexOf('wide.jpg'));
  expect(html).toContain("class='gallery galleryid-7 gallery-columns-2 gallery-size-thumbnail'");
  expect(html).toContain("<dt class='gallery-icon portrait'>");
  expect(html).toContain('It&#8217;s <em>small</em>');
  expect(html).toContain('alt="a &quot;small&quot; one" aria-describedby="gallery-1-12"');
  expect(html).toContain('<br style="clear: both" />');
});

test('a gallery without names shows what is attached, and a tag that is not allowed falls back', () => {
  const html = show('[gallery itemtag="script" icontag="span"]', { media: library });
  expect(html).toContain("<dl class='gallery-item'>");
  expect(html).toContain("<span class='gallery-icon");
  expect(show('[gallery exclude="12"]', { media: library })).toBe('\n');
});

test('an image of the library gets its other sizes, none wider than is useful', () => {
  expect(
    show('<img class="wp-image-11" src="http://site.invalid/up/wide-300.jpg" width="250">', { media: library }),
  ).toBe(
    '<p><img class="wp-image-11" src="http://site.invalid/up/wide-300.jpg" width="250"' +
      ' srcset="http://site.invalid/up/wide-300.jpg 300w, http://site.invalid/up/wide-1024.jpg 1024w"' +
      ' sizes="(max-width: 250px) 100vw, 250px" /></p>\n',
  );
  const foreign = '<img class="wp-image-11" src="http://else/x.jpg">';
  expect(show(foreign, { media: library })).toBe(`<p>${foreign}</p>\n`);
});

test('the link before a description shows the medium size', () => {
  expect(attachmentLink(images.wide)).toMatch(
    /^<p class="attachment"><a href='http:\/\/site.invalid\/up\/wide.jpg'><img width="300" height="150" src=".*wide-300.jpg"/,
  );
});
