import { describe, expect, it } from 'vitest';
import { wordEnd } from './word-end.ts';

describe('a place in a text', () => {
  it.each([
    ['inside a word', 'The heron stands', 6, 9],
    ['inside the last word', 'The heron', 6, 9],
    ['inside a word with an accent', 'un été à', 4, 6],
    ['before a word', 'The heron', 4, 4],
    ['after a word', 'The heron', 3, 3],
    ['beside a picture', 'The\uFFFCheron', 3, 3],
    ['in nothing', '', 0, 0],
  ])('%s splits none', (_, text, at, end) => {
    expect(wordEnd(text, at)).toBe(end);
  });
});
