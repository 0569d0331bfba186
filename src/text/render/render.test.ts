import { describe, expect, it } from 'vitest';
import { textContext } from '../text-context.test-support.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from './render.ts';

const context = textContext();

it.each([
  ['typography and trimming', ' "A" & b ', '&#8220;A&#8221; &#038; b'],
  ['no paragraphs, faces or shortcodes', 'a :) [gallery]\n\nb', 'a :) [gallery]\n\nb'],
  ['a reference of one letter or digit', '&a; &1; &ab; &amp;', '&#038;a; &#038;1; &ab; &amp;'],
  ['the name of the product', 'myWordpress', 'myWordPress'],
  ['NUL at the ends is white space', '\0 a\0b \0', 'a\0b'],
  ['nothing but NUL', '\0', ''],
])('title: %s', (_, raw, expected) => {
  expect(renderTitle(raw, context)).toBe(expected);
});

it.each([
  ['all steps', '"Hi" :)\nthere', '<p>&#8220;Hi&#8221; 🙂<br />\nthere</p>\n'],
  ['marks stay', 'a<!--more-->b<!--nextpage-->c', '<p>a<!--more-->b<!--nextpage-->c</p>\n'],
  [
    'the name of the product at the start of words only',
    'Wordpress (Wordpress) xWordpress',
    '<p>WordPress (WordPress) xWordpress</p>\n',
  ],
])('content: %s', (_, raw, expected) => {
  expect(renderContent(raw, context)).toBe(expected);
});

it('faces can be switched off', () => {
  expect(renderContent(':)', textContext({ smilies: false }))).toBe('<p>:)</p>\n');
});

it('a handwritten excerpt', () => {
  expect(renderExcerpt('"a" :)\n\nWordpress', context)).toBe('<p>&#8220;a&#8221; 🙂</p>\n<p>Wordpress</p>\n');
});

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i + 1}`).join(' ');

it.each([
  ['fifty-five words are all shown', words(55), `<p>${words(55)}</p>\n`],
  ['the fifty-sixth is not', words(56), `<p>${words(55)} [&hellip;]</p>\n`],
  ['up to the more mark', 'a<!--more-->b', '<p>a</p>\n'],
  ['tags before the more mark are balanced', 'a <?php b ?> <i>c<!--more-->d', '<p>a < ?php b ?> c</p>\n'],
  ['a bracket before a digit and the more mark is escaped', 'I <3 you<!--more-->d', '<p>I &lt;3 you</p>\n'],
  ['without a more mark no tag is balanced', 'a <?php b ?> c', '<p>a c</p>\n'],
  ['up to the first page break', 'a<!--nextpage-->b', '<p>a</p>\n'],
  ['a page break at the start is skipped', '<!--nextpage-->a<!--nextpage-->b', '<p>a</p>\n'],
  [
    'shortcodes and scripts go with what is in them',
    'a [caption width="9"]b[/caption] <script>c</script> d',
    '<p>a d</p>\n',
  ],
  ['tags and comments go', '<b>a</b><!-- x --> 1 < 2 > 1 <c', '<p>a 1 < 2 > 1</p>\n'],
  ['a tag inside a tag needs an end of its own', 'I <3 you. Then <b>bold</b> text.', '<p>I</p>\n'],
  ['nothing left is nothing', '<img src="x"> [gallery]', ''],
  ['the end of a section is escaped', 'a ]]> b', '<p>a ]]&gt; b</p>\n'],
  ['so a section goes on to the next bracket', 'basket <![CDATA[x]]></kbd>winter', '<p>basket winter</p>\n'],
  ['a declaration ends at the first bracket', 'quiet<!<br>rest', '<p>quietrest</p>\n'],
  ['NUL goes', '\0a\0b\n\n\0', '<p>ab</p>\n'],
])('made excerpt: %s', (_, raw, expected) => {
  expect(makeExcerpt(raw, context)).toBe(expected);
});

it.each([
  [
    'an address',
    'see http://h.invalid/a.',
    '<p>see <a href="http://h.invalid/a" rel="nofollow">http://h.invalid/a</a>.</p>\n',
  ],
  [
    'brackets',
    '(http://h.invalid/a_(b))',
    '<p>(<a href="http://h.invalid/a_(b)" rel="nofollow">http://h.invalid/a_(b)</a>)</p>\n',
  ],
  ['a name', 'www.h.invalid,', '<p><a href="http://www.h.invalid" rel="nofollow">http://www.h.invalid</a>,</p>\n'],
  ['a mail address', 'me@h.invalid', '<p><a href="mailto:me@h.invalid">me@h.invalid</a></p>\n'],
  [
    'not after a quote or a bracket',
    '"http://h.invalid" [http://h.invalid',
    '<p>&#8220;http://h.invalid&#8221; [http://h.invalid</p>\n',
  ],
  ['not in code', '<code>http://h.invalid</code>', '<p><code>http://h.invalid</code></p>\n'],
  ['not directly in a link', '<a href="#">http://h.invalid</a>', '<p><a href="#">http://h.invalid</a></p>\n'],
  ['not what has no host', 'http:// www. me@h me@h.x', '<p>http:// www. me@h me@h.x</p>\n'],
  ['open tags are closed', '<b>a <i>b', '<p><b>a <i>b</i></b></p>\n'],
  ['crossing tags are put in order', '<b>a <i>b</b> c</i>', '<p><b>a <i>b</i></b> c</p>\n'],
  ['stray ends go, void tags close', 'a</b><br><img src="x"> <3', '<p>a<br /><img src="x"/> &lt;3</p>\n'],
  ['a second of a kind closes the first', '<b>a<b>b <q>c<q>d', '<p><b>a</b><b>b <q>c<q>d</q></q></b></p>\n'],
  ['a bracket that opens no tag is set apart', 'see <?php x ?> y', '<p>see < ?php x ?> y</p>\n'],
  ['the bracket of a section is set apart', '<![CDATA[x]]>', '<p>< ![CDATA[x]]></p>\n'],
  ['the bracket of a declaration is set apart', '<!doctype x><=>', '<p>< !doctype x>< =></p>\n'],
  ['the bracket of a comment is not set apart', 'a <!-- b --> < c> < >', '<p>a <!-- b --> < c> <></p>\n'],
  ['shortcodes are text', '[gallery]', '<p>[gallery]</p>\n'],
])('comment: %s', (_, raw, expected) => {
  expect(renderComment(raw, context)).toBe(expected);
});

describe('a loose ampersand outside content', () => {
  const renderings = [
    ['title', (raw: string) => renderTitle(raw, context)],
    ['excerpt', (raw: string) => renderExcerpt(raw, context).replace(/^<p>|<\/p>\n$/g, '')],
    ['comment', (raw: string) => renderComment(raw, context).replace(/^<p>|<\/p>\n$/g, '')],
  ] as const;

  it.each(
    renderings.flatMap(([name, render]) =>
      [
        ['AT&T', 'AT&#038;T'],
        ['a & b', 'a &#038; b'],
        ['a && b', 'a &#038;& b'],
        ['&&&', '&#038;&&#038;'],
        ['&a; &1;', '&#038;a; &#038;1;'],
        ['&é;', '&#038;é;'],
      ].map(([raw, expected]) => ({ name, render, raw, expected })),
    ),
  )(
    'is escaped in the code of a $name, and the character after it is passed over: $raw',
    ({ render, raw, expected }) => {
      expect(render(`<code>${raw}</code>`)).toBe(`<code>${expected}</code>`);
      expect(render(`<!-- ${raw} -->`)).toBe(`<!-- ${expected} -->`);
    },
  );

  it.each(renderings)('stays in the code of a %s where it begins a reference or ends the text', (_, render) => {
    const references = '<code>&amp; &#38; &ab; &# &&amp;</code>';
    expect(render(references)).toBe(references);
    expect(render('<!-- &').trimEnd()).toBe('<!-- &');
  });

  it('stays in the code of content', () => {
    expect(renderContent('<code>a && b</code>', context)).toBe('<p><code>a && b</code></p>\n');
  });
});
