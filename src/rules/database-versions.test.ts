import { expect, it } from 'vitest';
import { isDatabaseFrom, variantOfDatabase } from './database-versions.ts';

it.each([
  ['38590', 'a'],
  ['43763', 'a'],
  ['43764', 'c'],
  ['60717', 'c'],
  ['', 'a'],
  ['none', 'a'],
  ['-50000', 'a'],
  [null, 'a'],
] as const)('db_version %j chooses %s', (dbVersion, variant) => {
  expect(variantOfDatabase(dbVersion)).toBe(variant);
});

it('tells a release from those before it', () => {
  expect(isDatabaseFrom('6.8', '60420')).toBe(false);
  expect(isDatabaseFrom('6.8', '60421')).toBe(true);
});
