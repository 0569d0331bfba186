import { expect, it } from 'vitest';
import { isRecord, parseJson, parseJsonRecord } from './json.ts';

it.each(['', '{', 'null', '[]', '[{}]', '"x"', '7'])('%j is no object', (text) => {
  expect(parseJsonRecord(text)).toBeNull();
  expect(isRecord(parseJson(text))).toBe(false);
});

it('reads an object, and tells broken text from null', () => {
  expect(parseJsonRecord('{"a":[1]}')).toEqual({ a: [1] });
  expect([parseJson('null'), parseJson('nul')]).toEqual([null, undefined]);
});
