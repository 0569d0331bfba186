import { describe, expect, it } from 'vitest';
import { encodePhp } from '../storage/options/php-serialized.ts';
import { createReplacement, createValueRewriter } from './value-rewriter.ts';

const oldUrl = 'https://old.example';
const newUrl = 'https://new.example.org/site';
const links = createValueRewriter(createReplacement([[oldUrl, newUrl]], { wholeAddresses: true }));
const texts = createValueRewriter(createReplacement([[oldUrl, newUrl]], { wholeAddresses: false }));

describe('an address in a stored value', () => {
  it.each([
    ['a text', `<a href="${oldUrl}/a">${oldUrl}</a>`, `<a href="${newUrl}/a">${newUrl}</a>`, 2],
    [
      'the JSON of PHP',
      `{"url":${JSON.stringify(`${oldUrl}/a`).replaceAll('/', '\\/')}}`,
      `{"url":${JSON.stringify(`${newUrl}/a`).replaceAll('/', '\\/')}}`,
      1,
    ],
    ['JSON', JSON.stringify({ url: oldUrl }), JSON.stringify({ url: newUrl }), 1],
    [
      'JSON within JSON',
      JSON.stringify({ inner: '{"url":"https:\\/\\/old.example\\/a"}' }).replaceAll('/', '\\/'),
      JSON.stringify({ inner: '{"url":"https:\\/\\/new.example.org\\/site\\/a"}' }).replaceAll('/', '\\/'),
      1,
    ],
    ['a serialised value', encodePhp(new Map([['é', oldUrl]])), encodePhp(new Map([['é', newUrl]])), 1],
    [
      'a serialised value within another',
      encodePhp(encodePhp(new Map([[0, `ü ${oldUrl}`]]))),
      encodePhp(encodePhp(new Map([[0, `ü ${newUrl}`]]))),
      1,
    ],
  ])('is replaced in %s', (_name, before, after, count) => {
    expect(links(before)).toEqual({ text: after, count, refused: null });
    expect(texts(before)).toEqual({ text: after, count, refused: null });
  });

  it.each([
    'https://old.example.org/',
    'https://old.example-shop/',
    'https://old.examples',
    'https://old.example:8080/',
  ])('is not meant by %s', (other) => {
    expect(links(other)).toEqual({ text: other, count: 0, refused: null });
    expect(texts(other)).toMatchObject({ count: 1 });
  });

  it.each([`${oldUrl}.`, `${oldUrl}, and`, `${oldUrl}?a=1`, `${oldUrl}`])('is meant by %s', (one) => {
    expect(links(one)).toMatchObject({ count: 1 });
  });

  it('is replaced once where the new one contains the old one', () => {
    const grown = createValueRewriter(createReplacement([['/a', '/a/a']], { wholeAddresses: false }));
    expect(grown('/a /a')).toEqual({ text: '/a/a /a/a', count: 2, refused: null });
  });

  it('stays where a serialised value is damaged, and the reason is told', () => {
    expect(links(`a:1:{i:0;s:5:"${oldUrl}";}`)).toEqual({ refused: expect.stringMatching(/makes no sense/) });
    expect(links(encodePhp(new Map([[0, `s:9:"${oldUrl}";`]])))).toEqual({
      refused: expect.stringContaining('inside'),
    });
    // Without the address, it is nobody's business.
    expect(links('a:1:{i:0;s:5:"x";}')).toMatchObject({ count: 0, refused: null });
  });
});
