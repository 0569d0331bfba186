import { describe, expect, it } from 'vitest';
import { coreShortcodes } from '../shortcodes/core-shortcodes.ts';
import { typography } from './typography.ts';

const set = (text: string) => typography(text, coreShortcodes);

it.each([
  ['double quotes around words', 'He said "come in" twice', 'He said &#8220;come in&#8221; twice'],
  ['an apostrophe in a word', "the cat's whiskers", 'the cat&#8217;s whiskers'],
  ['single quotes around words', "'so be it' again", '&#8216;so be it&#8217; again'],
  ['quotes in quotes', `"she 'knew' it"`, '&#8220;she &#8216;knew&#8217; it&#8221;'],
  ['a decade', "the '80s and '07", 'the &#8217;80s and &#8217;07'],
  ['a year of four digits is a quotation', "than '2011", 'than &#8216;2011'],
  ['words that begin with an apostrophe', "'tis 'em", '&#8217;tis &#8217;em'],
  ['feet and inches', `5'9" tall`, '5&#8217;9&#8243; tall'],
  ['a prime inside a quotation', '"a 10" plate" here', '&#8220;a 10&#8243; plate&#8221; here'],
  ['a quoted number', '"1984"', '&#8220;1984&#8221;'],
  ['a quote before a dash', '"a"-"b"', '&#8220;a&#8221;-&#8220;b&#8221;'],
  ['a quote after a no-break space', '\u00a0"x"', '\u00a0&#8220;x&#8221;'],
  ['a quote that nothing explains stays straight', `"'x'"`, `&#8220;&#8216;x'&#8221;`],
  ['backticks and doubled apostrophes', "``x''", '&#8220;x&#8221;'],
  ['dots', 'well...', 'well&#8230;'],
  ['a trade mark', 'Brand (tm)', 'Brand &#8482;'],
  ['dashes by length', 'a - b -- c --- d', 'a &#8211; b &#8212; c &#8212; d'],
  ['dashes without spaces', 'a-b a--b a----b', 'a-b a&#8211;b a&#8212;-b'],
  ['the prefix of an encoded host name', 'xn--bcher', 'xn--bcher'],
  ['a multiplication', '3x4 1.5x2,', '3&#215;4 1.5&#215;2,'],
  ['no multiplication in words, chains and hex', '2x2x2 a2x3 0x10 2x3b', '2x2x2 a2x3 0x10 2x3b'],
  ['a loose ampersand', 'a & b &amp; &#38; &x', 'a &#038; b &amp; &#38; &#038;x'],
])('%s', (_, text, expected) => {
  expect(set(text)).toBe(expected);
});

it.each([
  ['tags', "<a title=\"it's -- 'x'\">"],
  ['comments', '<!-- "x" -- y -->'],
  ['code', '<code>"x" -- <b>...</b></code>'],
  ['unclosed code', '<pre>"x"</b> "y"'],
  ['tags of known shortcodes', '[gallery ids="1 -- 2"]'],
  ['escaped shortcodes', '[[gallery x="1"]]'],
])('%s are left alone', (_, text) => {
  expect(set(text)).toBe(text);
});

it('an unknown shortcode is text', () => {
  expect(set('[thing a="b c"]')).toBe('[thing a=&#8221;b c&#8221;]');
});

it('a quote right after a tag opens', () => {
  expect(set('<b>x</b>"')).toBe('<b>x</b>&#8220;');
});

it('a closing tag ends code only when it is the innermost one', () => {
  expect(set('<pre><code></pre>"x"</code>')).toBe('<pre><code></pre>"x"</code>');
  expect(set('<pre><code></code></pre>"x"')).toBe('<pre><code></code></pre>&#8220;x&#8221;');
});

describe('a loose ampersand', () => {
  it.each([
    ...['code', 'pre', 'kbd', 'tt', 'script', 'style'].map((name) => [name, `<${name}>a && b</${name}>`]),
    ['code that is not closed', '<code>a && b <b>c</b> & d'],
    ['a comment', '<!-- a && b -->'],
    ['a comment that is not closed', '<!-- a && b > c & d'],
    ['the tag of a known shortcode', '[caption caption="a & b"]'],
  ])('stays in %s', (_, text) => {
    expect(set(text)).toBe(text);
  });

  it.each([
    ['plain text after code', '<code>a & b</code> & c', '<code>a & b</code> &#038; c'],
    ['a tag', '<a href="?a&b">x</a>', '<a href="?a&#038;b">x</a>'],
    ['a tag inside code', '<code><a href="?a&b">c & d</a></code>', '<code><a href="?a&#038;b">c & d</a></code>'],
    ['the tag that opens code', '<pre title="a & b">c & d</pre>', '<pre title="a &#038; b">c & d</pre>'],
    ['code in capitals, which is none', '<CODE>a & b</CODE>', '<CODE>a &#038; b</CODE>'],
    ['a tag that is not closed', 'a <b title="c & d', 'a <b title="c &#038; d'],
    ['the tag of an unknown shortcode', '[thing a & b]', '[thing a &#038; b]'],
  ])('is escaped in %s', (_, text, expected) => {
    expect(set(text)).toBe(expected);
  });
});
