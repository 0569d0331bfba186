import { expect, it } from 'vitest';
import { attributeUrl, cleanUrl, storeUrl } from './clean-url.ts';

it.each([
  ['a good address', 'https://h.invalid/a?b=c#d', 'https://h.invalid/a?b=c#d'],
  ['a bare name gets a scheme', 'h.invalid/a', 'http://h.invalid/a'],
  ['paths, queries and fragments do not', '/a', '/a'],
  ['nor does the name of a script', 'x.php?a', 'x.php?a'],
  ['blanks are encoded, bad characters go', 'http://h/a b"<c>\\`{}^', 'http://h/a%20bc'],
  ['brackets outside the host', 'http://[::1]/a[b]', 'http://[::1]/a%5Bb%5D'],
  ['encoded line ends go, also those that come together', 'http://h/%0a%%0D0ab', 'http://h/b'],
  ['the scheme is written small', 'HTTP://H', 'http://H'],
  ['a scheme that is not allowed', 'javascript:x', ''],
  ['a scheme in disguise', 'java\tscript:x', ''],
  ['a colon in disguise', 'javascript&#58;x', 'http://javascript&#58;x'],
  ['a leading blank', ' http://h', ''],
  ['nothing', '', ''],
])('%s', (_, raw, expected) => {
  expect(cleanUrl(raw)).toBe(expected);
});

it('where the address goes decides how it is escaped', () => {
  expect(attributeUrl("http://h/?a=1&b='2'&amp;c")).toBe('http://h/?a=1&#038;b=&#039;2&#039;&#038;c');
  expect(storeUrl('http://h/?a=1&b=2')).toBe('http://h/?a=1&amp;b=2');
});
