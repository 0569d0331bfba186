import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownAttacks } from '../api/security/known-attacks.ts';

const root = new URL('../../', import.meta.url);

/** The titles of the tests in a file, as they are written there. */
function titlesIn(file: string): string[] {
  const path = fileURLToPath(new URL(file, root));
  if (!existsSync(path)) return [];
  const title = /(?:\bit\(|\)\(|\bit\.each\([^\n]*\)\()\s*(['"`])((?:(?!\1).)+)\1\s*,/g;
  return [...readFileSync(path, 'utf8').matchAll(title)].map((match) => match[2] ?? '');
}

const isThere = (file: string, test: string): boolean => titlesIn(file).includes(test);

describe('the table of known attacks', () => {
  it('has a row for each, and no row twice', () => {
    expect(knownAttacks).toHaveLength(86);
    expect(new Set(knownAttacks.map(({ name }) => name)).size).toBe(86);
  });

  it.each(knownAttacks)('$name: its tests are there', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter(([file, test]) => !isThere(file, test))).toEqual([]);
  });

  it('notices a test that is gone', () => {
    expect(isThere('test/api/security/security.writing.test.ts', 'sticky is for those who publish')).toBe(true);
    expect(isThere('test/api/security/security.writing.test.ts', 'sticky is for everyone')).toBe(false);
    expect(isThere('test/api/security/no-such-file.test.ts', 'sticky is for those who publish')).toBe(false);
  });
});
