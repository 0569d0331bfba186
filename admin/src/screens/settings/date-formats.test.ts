import { expect, it } from 'vitest';
import { formatted } from './date-formats.ts';

it.each([
  ['F j, Y', 'en', 'March 5, 2026'],
  ['j. F Y', 'de', '5. März 2026'],
  ['d.m.Y', 'de', '05.03.2026'],
  ['l, j M y', 'en', 'Thursday, 5 Mar 26'],
  ['g:i a', 'en', '3:04 pm'],
  ['H:i', 'de', '15:04'],
  [String.raw`H\h i`, 'de', '15h 04'],
])('%s in %s is %s', (format, language, text) => {
  expect(formatted(format, new Date('2026-03-05T15:04:00Z'), language)).toBe(text);
});
