import { expect, it } from 'vitest';
import { paragraphs } from './paragraphs.ts';

it.each([
  ['lines and blank lines', 'one\ntwo\n\nthree', '<p>one<br />\ntwo</p>\n<p>three</p>\n'],
  ['other line ends', 'one\r\ntwo\r\rthree', '<p>one<br />\ntwo</p>\n<p>three</p>\n'],
  ['blank text', ' \n\t\n', ''],
  ['NUL and blanks', ' \0\n\0', ''],
  ['NUL beside other text', '\0a\n\n\0', '<p>\0a</p>\n<p>\0</p>\n'],
  ['a line with a no-break space is not blank', 'a\n\u00a0\nb', '<p>a<br />\n\u00a0<br />\nb</p>\n'],
  ['blanks before a break go, others stay', '  a  \nb ', '<p>  a<br />\nb </p>\n'],
  ['paragraphs that are already there', '<p>a</p><p>b</p>', '<p>a</p>\n<p>b</p>\n'],
  ['a block among text', 'a<div>b</div>c', '<p>a</p>\n<div>b</div>\n<p>c</p>\n'],
  ['a blank line inside a block', '<div>a\n\nb</div>', '<div>a</p>\n<p>b</p></div>\n'],
  ['a list', '<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>', '<ul>\n<li>a</li>\n<li>b<br />\nc</li>\n</ul>\n'],
  [
    'paragraphs go inside a quotation',
    '<blockquote>a\n\nb</blockquote>',
    '<blockquote><p>a</p>\n<p>b</p></blockquote>\n',
  ],
  [
    'a quotation opens in any case and closes in lower case',
    '<Blockquote>a\n\nb</Blockquote>',
    '<blockquote><p>a</p>\n<p>b</Blockquote></p>\n',
  ],
  ['a rule', 'a<hr>b', '<p>a</p>\n<hr>b</p>\n'],
  ['upper case is no block', '<DIV>\na</DIV>', '<p><DIV><br />\na</DIV></p>\n'],
  ['breaks in every spelling', 'a<br>b<br/>c<br />d', '<p>a<br />b<br />c<br />d</p>\n'],
  ['two breaks are a blank line', 'a<br> <br/>b', '<p>a</p>\n<p>b</p>\n'],
  ['inline tags may span paragraphs', '<b>a\n\nb</b>', '<p><b>a</p>\n<p>b</b></p>\n'],
  ['preformatted text', 'a\n<pre>b\n\nc</pre>\nd', '<p>a</p>\n<pre>b\n\nc</pre>\n<p>d</p>\n'],
  ['a second end of preformatted text goes', '<pre>a</pre>b</pre>', '<pre>a</pre>\n<p>b</p>\n'],
  ['scripts keep their lines', '<script>\na\n</script>\nb', '<p><script>\na\n</script><br />\nb</p>\n'],
  ['line ends in tags and comments', '<b\nid="x">a <!-- b\n\nc --> d', '<p><b\nid="x">a <!-- b\n\nc --> d</p>\n'],
  ['an unclosed tag runs to the end', 'a\n\n<b\n\nc', '<p>a</p>\n<p><b\n\nc\n</p>\n'],
  ['options', '<select>\n<option>a</option>\n</select>', '<p><select><option>a</option></select></p>\n'],
  ['sources', '<video>\n<source src="a">\n</video>', '<p><video><source src="a"></video></p>\n'],
  [
    'a figure',
    '<figure>\n<img>\n<figcaption>a</figcaption>\n</figure>',
    '<figure>\n<img><figcaption>a</figcaption></figure>\n',
  ],
  [
    'blocks and breaks around a caption',
    '<p>a</p>\n\n<figcaption>b</figcaption>\n\n<p>c</p>\n\n<br><br>\n<figcaption>d</figcaption><br><br>e',
    '<p>a</p><figcaption>b</figcaption><p>c</p><figcaption>d</figcaption>e</p>\n',
  ],
  ['a longer name is no caption', 'a\n\n<figcaptions>b', '<p>a</p>\n<figcaptions>b</p>\n'],
  ['a character whose half looks like a mark', '\u{1f400}<b\n>\u{1f400}', '<p>\u{1f400}<b\n>\u{1f400}</p>\n'],
  ['a mark that rendering uses inside itself', 'a \ud800\u0001 b', '<p>a \ufffd\u0001 b</p>\n'],
])('%s', (_, text, expected) => {
  expect(paragraphs(text)).toBe(expected);
});
