import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';
import {
  storeComment,
  storeDescription,
  storeFormat,
  storePersonName,
  storePostText,
  storeSettingText,
  storeTermName,
  storeTitle,
} from './store.ts';

const filtered = { unfiltered: false };
const unfiltered = { unfiltered: true };

test('those who may store anything keep it, but for the bytes of Windows', () => {
  expect(storePostText('<script>x</script> & \u0001 &#128;&#129;', unfiltered)).toBe(
    '<script>x</script> & \u0001 &#8364;',
  );
  expect(storeTitle('  <iframe> & &#128; ', unfiltered)).toBe('<iframe> & &#128;');
});

test('others keep what their set allows', () => {
  expect(storePostText('<p onclick="x">a</p><script>b</script> & &#150;', filtered)).toBe('<p>a</p>b &amp; &#8211;');
  expect(storeTitle(' <p>a</p> <b>c</b> ', filtered)).toBe('a <b>c</b>');
});

test('links in comments do not vouch', () => {
  expect(storeComment('<a href="x" rel="me">y</a>', unfiltered)).toBe('<a href="x" rel="me nofollow">y</a>');
  expect(storeComment('<a href="x" rel="me">y</a>', filtered)).toBe('<a href="x" rel="nofollow">y</a>');
  expect(storeComment(`<a rel='nofollow me' href='x'>y</a>`, unfiltered)).toBe(`<a href='x' rel="me nofollow">y</a>`);
});

test.each([
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

test('descriptions are cleaned and not trimmed; a person may say how they relate', () => {
  expect(storeDescription(' <p>a</p> <a href="x" rel="me">b</a> & ')).toBe(' a <a href="x">b</a> &amp; ');
  expect(storeDescription('<a href="x" rel="me">b</a>', 'person')).toBe('<a href="x" rel="me">b</a>');
});

test('settings show markup as it was typed', () => {
  expect(storeSettingText(` <b>it's</b> & "x" &amp; `)).toBe(
    ' &lt;b&gt;it&#039;s&lt;/b&gt; &amp; &quot;x&quot; &amp; ',
  );
  expect(storeFormat('<b>Y</b> <script>m</script>')).toBe('Y m');
});

test('plain text keeps entities and other characters', () => {
  expect(plainText('<img src=x> a < b &amp; "q"')).toBe('a &lt; b &amp; &quot;q&quot;');
});
