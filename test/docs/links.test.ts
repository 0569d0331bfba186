import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorTables } from '../../scripts/docs/error-tables.ts';
import { filesBelow, read } from '../architecture/source-files.ts';
import { pages, pageText, root } from './code-blocks.ts';
import { brokenLinks } from './links.ts';

const others = ['CONTRIBUTING.md', 'SECURITY.md'];

describe('the links of the documentation', () => {
  it.each([...pages, ...others])('of %s lead to files and headings that exist', (page) => {
    expect(brokenLinks(page, pageText)).toEqual([]);
  });

  it('are found to be broken where they are', () => {
    const texts: Readonly<Record<string, string>> = {
      'docs/start.md':
        '## A `b` c\n[1](api.md) [2](absent.md) [3](#a-b-c) [4](#other) [5](../LICENSE) [6](https://x.y)',
    };
    expect(brokenLinks('docs/start.md', (page) => texts[page] ?? '')).toEqual(['absent.md', '#other']);
  });
});

describe('the site', () => {
  it('lists every page in its sidebar, and no other', () => {
    const sidebar = readFileSync(join(root, 'site/.vitepress/sidebar.mts'), 'utf8');
    const listed = [...sidebar.matchAll(/'(\/[\w/-]+)'\]/g)].map(([, link]) => `docs${link}.md`);
    const written = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');
    expect(listed.toSorted()).toEqual(written.toSorted());
  });
});

it('the reference has every table of errors', () => {
  const defined = filesBelow('src').flatMap((path) =>
    path.endsWith('.test.ts') ? [] : [...read(path).matchAll(/^(?:export )?const (\w+) = defineErrors\(/gm)],
  );
  expect(defined.length).toBe(Object.keys(errorTables).length);
});
