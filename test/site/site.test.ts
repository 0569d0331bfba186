import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../docs/code-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'site/dist');
const files = new Map<string, string>();
let built: Set<string>;

/** The build itself fails on a page that is linked and not there. */
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/docs-site.mjs')], { cwd: root });
  const all = await readdir(dist, { recursive: true });
  built = new Set(all);
  for (const path of all.filter((one) => one.endsWith('.html')))
    files.set(path, await readFile(join(dist, path), 'utf8'));
});

describe('the built site', () => {
  it('has every page of the documentation', () => {
    const wanted = pages
      .filter((page) => page.startsWith('docs/'))
      .map((page) => page.slice(5).replace(/\.md$/, '.html'));
    expect([...files.keys()].filter((path) => path !== '404.html').toSorted()).toEqual(wanted.toSorted());
  });

  it('has no link to a page, a file or a heading that is not there', () => {
    expect([...files].flatMap(([path, html]) => broken(path, html))).toEqual([]);
  });

  it('asks no other host for anything', () => {
    const foreign = [...files].flatMap(([path, html]) =>
      [...html.matchAll(/<(?:link|script|img)\b[^>]*(?:href|src)="(https?:[^"]*)"/g)].map(
        ([, url]) => `${path}: ${url}`,
      ),
    );
    expect(foreign).toEqual([]);
  });

  it('can be searched', async () => {
    const index = [...built].find((path) => path.includes('localSearchIndex'));
    const text = await readFile(join(dist, index ?? 'no search index'), 'utf8');
    const words = ['haproxy', 'sitemap', 'trusted'];
    expect(words.filter((word) => !text.includes(`["${word}`))).toEqual([]);
  });
});

function broken(path: string, html: string): string[] {
  const links = [...html.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
  return links
    .filter((link) => {
      if (/^(?:[a-z]+:|\/\/)/i.test(link)) return false;
      const [target = '', anchor] = decodeURI(link.replaceAll('&amp;', '&')).split('#', 2);
      const file = fileOf(target, path);
      if (!built.has(file)) return true;
      return !!anchor && !files.get(file)?.includes(`id="${anchor}"`);
    })
    .map((link) => `${path}: ${link}`);
}

function fileOf(target: string, from: string): string {
  if (target === '') return from;
  const whole = target.startsWith('/') ? target.slice(1) : join(dirname(from), target);
  return whole === '' || whole.endsWith('/') ? `${whole}index.html` : whole;
}
