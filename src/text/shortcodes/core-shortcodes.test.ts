import { expect, it } from 'vitest';
import { renderContent, renderExcerpt } from '../render/render.ts';
import { attachmentLink } from '../render/responsive-images.ts';
import { images, library, textContext } from '../text-context.test-support.ts';
import { earlyTextRules } from '../text-rules.ts';
import { createShortcodeRegistry } from './shortcodes.ts';

const show = (text: string, more = {}) => renderContent(text, textContext(more));

it.each([
  ['an unknown shortcode stays', '[nothing] here', '<p>[nothing] here</p>\n'],
  ['a known one that has nothing to show goes', 'a [gallery] b', '<p>a  b</p>\n'],
  ['doubled brackets show the shortcode', '[[gallery]] [[[gallery]]]', '<p>[gallery] [[gallery]]</p>\n'],
  ['a lone shortcode needs no paragraph', 'a\n\n[gallery]\n\nb', '<p>a</p>\n\n<p>b</p>\n'],
  [
    'the name is whole and case matters',
    '[galleryx] [Gallery] [gallery-y]',
    '<p>[galleryx] [Gallery] [gallery-y]</p>\n',
  ],
  ['an unclosed tag is text', '[gallery and more', '<p>[gallery and more</p>\n'],
  ['shortcodes in comments stay', '<!-- [gallery] -->', '<p><!-- [gallery] --></p>\n'],
  ['shortcodes run in attributes', '<b title="[gallery]">x</b>', '<p><b title="">x</b></p>\n'],
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

it('shortcodes in a handwritten excerpt are text', () => {
  expect(renderExcerpt('[gallery] x', textContext())).toBe('<p>[gallery] x</p>\n');
});

it.each([
  ['a lone one', '[gallery]', '[gallery]\n'],
  ['one with a body', '[caption width="5"]<img src="x"> c[/caption]', '[caption width="5"]<img src="x"> c[/caption]\n'],
  ['one among paragraphs', 'a\n\n[audio]\n\nb', '<p>a</p>\n[audio]\n<p>b</p>\n'],
  ['two', '[gallery][gallery]', '<p>[gallery][gallery]</p>\n'],
  ['an unknown one', '[nothing]', '<p>[nothing]</p>\n'],
])('in a handwritten excerpt a paragraph of nothing but one shortcode is none: %s', (_, text, expected) => {
  expect(renderExcerpt(text, textContext())).toBe(expected);
});

it('an extension adds a shortcode', () => {
  const shortcodes = textContext().shortcodes.with({ hello: ({ to }, body) => `<b>${to}:${body ?? ''}</b>` });
  expect(show('a [hello to="you"]x[/hello] [hello to=me /]', { shortcodes })).toBe(
    '<p>a <b>you:x</b> <b>me:</b></p>\n',
  );
  expect(() => createShortcodeRegistry({ 'a b': () => '' })).toThrow(TypeError);
});

it.each([
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
    'a caption in an attribute is text as it was typed',
    '[caption width="9" caption="a & b"]<img src="x">[/caption]',
    '<div style="width: 19px" class="wp-caption alignnone"><img src="x"><p class="wp-caption-text">a & b</p></div>\n',
  ],
  [
    'a caption in an attribute is cleaned',
    `[caption width="9" caption='<b onclick="x">t</b>']<img src="x">[/caption]`,
    '<div style="width: 19px" class="wp-caption alignnone"><img src="x"><p class="wp-caption-text"><b>t</b></p></div>\n',
  ],
])('caption: %s', (_, text, expected) => {
  expect(show(text)).toBe(expected);
});

it('players count per request and say so in their ids', () => {
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

it('a film of no width has a box of no width', () => {
  expect(show('[video mp4="http://m/c.mp4" width="0"]')).toContain('<div style="" class="wp-video">');
});

it('what cannot be played is a link, and nothing is nothing', () => {
  expect(show('[audio src="http://m/a.txt"]')).toBe(
    '<a class="wp-embedded-audio" href="http://m/a.txt">http://m/a.txt</a>\n',
  );
  expect(show('[video] [audio src=""]')).toBe('<p> </p>\n');
});

it('a player whose address may not be shown plays nothing', () => {
  const html = show('[audio src="javascript:x.mp3"]');
  expect(html).toContain('<source type="audio/mpeg" src="" /><a href=""></a></audio>');
});

it('a video without a width has a box without one', () => {
  expect(show('[video src="http://m/a.mp4" width="0"]')).toContain('<div style="" class="wp-video">');
});

it.each([
  ['x.txt', '<a class="wp-embedded-audio" href="http://x.txt">x.txt</a>'],
  [
    'http://m/a.mp3?x=1&y=2',
    '<a class="wp-embedded-audio" href="http://m/a.mp3?x=1&#038;y=2">http://m/a.mp3?x=1&amp;y=2</a>',
  ],
  ['/a b.txt', '<a class="wp-embedded-audio" href="/a%20b.txt">/a b.txt</a>'],
  ["it's", '<a class="wp-embedded-audio" href="http://it&#039;s">it&#039;s</a>'],
  ['javascript:x', '<a class="wp-embedded-audio" href="">javascript:x</a>'],
])('a link to what cannot be played shows the address as it was written: %s', (src, expected) => {
  expect(show(`[audio src="${src}"]`)).toBe(`${expected}\n`);
  expect(show(`[video src="${src}"]`)).toBe(`${expected.replace('audio', 'video')}\n`);
});

it('a media address alone on a line plays; other addresses stay', () => {
  expect(show('http://m/a.mp3')).toContain('<audio ');
  expect(show('<p>http://m/a.webm</p>')).toContain('<video ');
  expect(show('see http://m/a.mp3')).toBe('<p>see http://m/a.mp3</p>\n');
  expect(show('http://m/page')).toBe('<p>http://m/page</p>\n');
  expect(show('<b title="\nhttp://m/a.mp3\n">x</b>')).not.toContain('<audio');
});

it('an embed that cannot be fetched is a link', () => {
  expect(show('[embed]http://m/?a=1&b="2"[/embed]')).toBe(
    '<p><a href="http://m/?a=1&#038;b=2">http://m/?a=1&amp;b=&quot;2&quot;</a></p>\n',
  );
  expect(show('[embed]javascript:x[/embed]')).toBe('<p><a href="">javascript:x</a></p>\n');
});

it.each(['[embed src="http://m/y?a&b"]', '[embed src="http://m/y?a&b"][/embed]', '[embed src="http://m/y?a&b" /]'])(
  '%s without a body is a link to its source',
  (text) => {
    expect(show(text)).toBe('<p><a href="http://m/y?a&#038;b">http://m/y?a&amp;b</a></p>\n');
  },
);

it('a source that can be played is played, a body comes first, and nothing is nothing', () => {
  expect(show('[embed src="http://m/a.mp3"]')).toContain('<source type="audio/mpeg" src="http://m/a.mp3?_=1" />');
  expect(show('[embed src="http://m/y"]http://m/z[/embed]')).toBe('<p><a href="http://m/z">http://m/z</a></p>\n');
  expect(show('a [embed][/embed] [embed src=""]')).toBe('<p>a  </p>\n');
});

it.each([
  ['on a line', 'https://m.invalid/a?c=1&amp;d=2', '<p>https://m.invalid/a?c=1&#038;d=2</p>\n'],
  ['between lines', 'x\n http://m/?c&amp;d \ny', '<p>x<br />\n http://m/?c&#038;d<br />\ny</p>\n'],
  ['in a paragraph', '<p class="x">http://m/?c&amp;d</p>', '<p class="x">http://m/?c&#038;d</p>\n'],
  ['with more of them', 'http://m/?a&amp;b&amp;lt;c&b', '<p>http://m/?a&#038;b&lt;c&#038;b</p>\n'],
])('escaped ampersands of a lone address are unescaped first: %s', (_, text, expected) => {
  expect(show(text)).toBe(expected);
});

it.each([
  'see http://m/?c&amp;d',
  'http://m/?c&amp;d here',
  '<b>http://m/?c&amp;d</b>',
  '<b title="\nhttp://m/?c&amp;d\n">x</b>',
])('escaped ampersands of an address with other text around it stay: %s', (text) => {
  expect(show(text)).toBe(`<p>${text}</p>\n`);
});

it('a gallery shows the named images in order, each once', () => {
  const html = show('[gallery ids="12,11,12" columns="2" link="file"]', { media: library });
  expect(html.match(/class='gallery-item'/g)).toHaveLength(2);
  expect(html.indexOf('small.png')).toBeLessThan(html.indexOf('wide.jpg'));
  expect(html).toContain("class='gallery galleryid-7 gallery-columns-2 gallery-size-thumbnail'");
  expect(html).toContain("<dt class='gallery-icon portrait'>");
  expect(html).toContain('It&#8217;s <em>small</em>');
  expect(html).toContain('alt="a &quot;small&quot; one" aria-describedby="gallery-1-12"');
  expect(html).toContain('<br style="clear: both" />');
});

it('an image of a gallery names its caption before its other sizes', () => {
  const media = { ...library!, image: () => ({ ...images.wide, caption: 'Wide' }) };
  expect(show('[gallery ids="11" size="full"]', { media })).toMatch(/ alt="" aria-describedby="gallery-1-11" srcset="/);
});

it('a gallery without names shows what is attached, and a tag that is not allowed falls back', () => {
  const html = show('[gallery itemtag="script" icontag="span"]', { media: library });
  expect(html).toContain("<dl class='gallery-item'>");
  expect(html).toContain("<span class='gallery-icon");
  expect(show('[gallery exclude="12"]', { media: library })).toBe('\n');
});

it('an image of the library gets its other sizes, none wider than is useful', () => {
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

it('the link before a description shows the medium size', () => {
  expect(attachmentLink(images.wide, earlyTextRules)).toMatch(
    /^<p class="attachment"><a href='http:\/\/site.invalid\/up\/wide.jpg'><img width="300" height="150" src=".*wide-300.jpg"/,
  );
});

it('galleries and captions of a text with blocks have the markup of today', () => {
  const inBlock = (text: string) => show(`<!-- wp:shortcode -->${text}<!-- /wp:shortcode -->`, { media: library });
  const html = inBlock('[gallery ids="12"]');
  expect(html).toContain("<figure class='gallery-item'>\n\t\t\t<div class='gallery-icon portrait'>");
  expect(html).toContain('decoding="async" loading="lazy" aria-describedby="gallery-1-12"');
  expect(html).toContain("<figcaption class='wp-caption-text gallery-caption' id='gallery-1-12'>");
  expect(html).not.toMatch(/<style|<br/);
  expect(inBlock('[caption id="attachment_1" width="50"]<img src="/x.png" /> c[/caption]')).toBe(
    '<figure id="attachment_1" aria-describedby="caption-attachment-1" style="width: 50px" class="wp-caption alignnone"><img decoding="async" src="/x.png" /><figcaption id="caption-attachment-1" class="wp-caption-text">c</figcaption></figure>\n',
  );
});

it.each(['audio', 'video'])('every shortcode for %s counts, whether or not it has something to play', (kind) => {
  const extension = kind === 'audio' ? 'mp3' : 'mp4';
  for (const nothing of [`[${kind}]`, `[${kind} src="x.txt"]`]) {
    const html = show(`${nothing} [${kind} src="http://h.invalid/a.${extension}"]`);
    expect(html).toContain(`id="${kind}-7-2"`);
    expect(html).toContain(`a.${extension}?_=2"`);
    expect(html).not.toContain('[if lt IE 9]');
  }
});
