import { describe, expect, it } from 'vitest';
import { filesBelow, read } from './source-files.ts';

/** Phrases that were given up for the usual word; the changelog may still tell of them. */
const retired = read('test/architecture/retired-phrases.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [phrase = '', instead = ''] = line.split(/\s+=>\s+/);
    return { phrase, instead, pattern: new RegExp(phrase, 'i') };
  });

const texts = [
  ...['src', 'test', 'bench', 'scripts', 'docs', 'bin'].flatMap(filesBelow),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
].filter((path) => /\.(ts|mjs|js|md|css)$/.test(path));

describe('retired phrases', () => {
  it.each(retired)('are not used: $phrase (say: $instead)', ({ pattern }) => {
    const found = texts.flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('are looked for in files that exist', () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(retired.length).toBeGreaterThan(8);
  });
});
