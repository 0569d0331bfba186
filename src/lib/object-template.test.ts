import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { objectTemplate } from './object-template.ts';

setFlagsFromString('--allow-natives-syntax');
const isCompact = runInNewContext('(record) => %HasFastProperties(record)') as (record: object) => boolean;
const names = Array.from({ length: 40 }, (_, n) => `member ${n}`);

it('copies of a blank record keep the order of its members and stay compact when they are filled', () => {
  const record: Record<string, unknown> = { ...objectTemplate(names) };
  for (const [n, name] of names.entries()) record[name] = n;
  expect(Object.keys(record)).toEqual(names);
  expect(isCompact(record)).toBe(true);
});

it('is not fooled: members added one by one make a hash table', () => {
  const record: Record<string, unknown> = {};
  for (const [n, name] of names.entries()) record[name] = n;
  expect(isCompact(record)).toBe(false);
});
