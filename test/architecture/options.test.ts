import { expect, it } from 'vitest';
import { type SiteOptionName, siteOptions, storedNames } from '../../src/rules/site-options.ts';
import { read, sources } from './source-files.ts';

// The keys are those of the table.
const names = new Set((Object.keys(siteOptions) as SiteOptionName[]).flatMap(storedNames));

it('the options of the table are read and written by its functions, so that each has one default', () => {
  const found = sources().flatMap((path) =>
    [...read(path).matchAll(/options\s*\.(?:get|set|change|remove)\(\s*'(\w+)'/g)]
      .filter(([, name = '']) => names.has(name))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
