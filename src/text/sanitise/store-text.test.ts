import { expect, it } from 'vitest';
import { plainText } from '../plain-text.ts';
import {
  storeComment,
  storeDescription,
  storeFormat,
  storePersonName,
  storePostText,
  storeSettingText,
  storeTermName,
  storeTitle,
} from './store-text.ts';

const filtered = { unfiltered: false };
const unfiltered = { unfiltered: true };

it('those who may store anything keep it, but for the bytes of Windows', () => {
  expect(storePostText('<script>x</script> & \u0001 &#128;&#129;', unfiltered)).toBe(
    '<script>x</script> & \u0001 &#8364;',
  );
  expect(storeTitle('  <iframe> & &#128; ', unfiltered)).toBe('<iframe> & &#128;');
});

it('others keep what their set allows', () => {
  expect(storePostText('<p onclick="x">a</p><script>b</script> & &#150;', filtered)).toBe('<p>a</p>b &amp; &#8211;');
  expect(storeTitle(' <p>a</p> <b>c</b> ', filtered)).toBe('a <b>c</b>');
});

it.each([
  ['bridge <script></script>', 'bridge '],
  ['<p></p>\tbridge', '\tbridge'],
  [' \n<b>x</b>\n ', '<b>x</b>'],
  [' <p> x </p> ', ' x '],
])('a title is trimmed before it is cleaned: %j', (raw, expected) => {
  expect(storeTitle(raw, filtered)).toBe(expected);
  expect(storeTitle(raw, unfiltered)).toBe(raw.trim());
});

const siteUrl = 'https://site.invalid:8080/blog';

it('links in comments do not vouch', () => {
  expect(storeComment('<a href="x" rel="me">y</a>', unfiltered, siteUrl)).toBe('<a href="x" rel="me nofollow">y</a>');
  expect(storeComment('<a href="x" rel="me">y</a>', filtered, siteUrl)).toBe('<a href="x" rel="nofollow">y</a>');
  expect(storeComment(`<a rel='nofollow me' href='x'>y</a>`, unfiltered, siteUrl)).toBe(
    `<a href='x' rel="me nofollow">y</a>`,
  );
});

it.each([
  '<a href="https://site.invalid:8080/blog/x">y</a>',
  '<a href="http://site.invalid/">y</a>',
  '<a href="https://Site.Invalid:81?a=1&amp;b=2">y</a>',
  "<a title='a' href='http://site.invalid#b'>y</a>",
])('links to the site itself get no rel: %s', (link) => {
  expect(storeComment(link, unfiltered, siteUrl)).toBe(link);
  expect(storeComment(link, filtered, siteUrl)).toBe(link);
});

it.each([
  'http://other.invalid/https://site.invalid:8080/blog',
  'http://site.invalid.other.invalid/',
  'http://site.invalid@other.invalid/',
  'http://site.invalid&#64;other.invalid/',
  'http://www.site.invalid/',
  'ftp://site.invalid/',
  '//site.invalid/',
  '/blog/x',
  'site.invalid',
  '',
])('a link to "%s" gets a rel', (href) => {
  expect(storeComment(`<a href="${href}">y</a>`, unfiltered, siteUrl)).toBe(`<a href="${href}" rel="nofollow">y</a>`);
});

it('only the address of a link says where it leads', () => {
  const link = '<a title="x href=http://site.invalid/ y" href="http://other.invalid/" rel="nofollow">y</a>';
  expect(storeComment(link, unfiltered, siteUrl)).toBe(link);
  const own = '<a rel="me" href="http://site.invalid/">y</a>';
  expect(storeComment(own, unfiltered, siteUrl)).toBe(own);
});

it.each([
  ['tags go', '<b>Ann</b> <script>x</script>Lee', 'Ann Lee'],
  ['white space is one space', ' a \t b\n', 'a b'],
  ['ampersands and brackets are escaped', 'R&D x > y', 'R&amp;D x &gt; y'],
  ['what looks like a tag of the set', 'a < b > c', 'a &lt;b&gt; c'],
  ['an unclosed tag is text', '<b', '&lt;b'],
  ['percent codes go until none is left', '%20a%%4141 %zz', 'a %zz'],
  ['quotes stay', `O'Neil "Jr"`, `O'Neil "Jr"`],
])('names: %s', (_, raw, expected) => {
  expect(storeTermName(raw)).toBe(expected);
  expect(storePersonName(raw)).toBe(expected);
});

it('descriptions are cleaned and not trimmed; a person may say how they relate', () => {
  expect(storeDescription(' <p>a</p> <a href="x" rel="me">b</a> & ')).toBe(' a <a href="x">b</a> &amp; ');
  expect(storeDescription('<a href="x" rel="me">b</a>', 'person')).toBe('<a href="x" rel="me">b</a>');
});

it('settings show markup as it was typed', () => {
  expect(storeSettingText(` <b>it's</b> & "x" &amp; `)).toBe(
    ' &lt;b&gt;it&#039;s&lt;/b&gt; &amp; &quot;x&quot; &amp; ',
  );
  expect(storeFormat('<b>Y</b> <script>m</script>')).toBe('Y m');
});

it('a format loses all that a tag swallows', () => {
  expect(storeFormat('Y <3 m <b>d</b> H')).toBe('Y ');
  expect(storeFormat('Y < 3 m <b>d</b> H')).toBe('Y < 3 m d H');
});

it('in names and plain text a tag that never ends is text', () => {
  expect(storeTermName('I <3 you <b>so</b>')).toBe('I &lt;3 you so');
  expect(plainText('x </ y</ins> z')).toBe('x &lt;/ y z');
});

it('plain text keeps entities and other characters', () => {
  expect(plainText('<img src=x> a < b &amp; "q"')).toBe('a &lt; b &amp; &quot;q&quot;');
});
