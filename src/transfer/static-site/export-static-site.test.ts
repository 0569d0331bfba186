import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportStaticSite, type StaticReport, type StaticSource } from './export-static-site.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-static-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Each page links to the next, so that they are made in this order. */
const chain: Readonly<Record<string, string>> = {
  '/': '<a href="/a/">a</a>',
  '/a/': '<a href="/b/">b</a>',
  '/b/': '<a href="/c/">c</a>',
  '/c/': 'end',
};

interface Site extends StaticSource {
  readonly asked: string[];
}

function site(words: string, pages = chain, failsAt = ''): Site {
  const asked: string[] = [];
  return {
    asked,
    addresses: { home: 'https://www.example.org', server: null },
    async page(path) {
      asked.push(path);
      if (path === failsAt) throw new Error('killed');
      const text = pages[path];
      if (text === undefined) return null;
      const payload = `<!doctype html><title>${words}</title>${text}`;
      return { status: 200, type: 'text/html; charset=UTF-8', headers: {}, payload, tags: new Set([path]) };
    },
    feed: { logEnd: async () => ({ seq: 1, at: 1 }), touchedSince: async () => new Set<string>() },
    redirects: [],
  };
}

const exported = (source: StaticSource, madeWith: string, isWhole = false): Promise<StaticReport> =>
  exportStaticSite(source, { folder, madeWith, isWhole, progress: () => {} });

/** What the pages in the folder say of how they were made. */
async function words(): Promise<Record<string, string | undefined>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, at) => [name, /<title>(.*?)<\/title>/.exec(texts[at] ?? '')?.[1]]));
}

const allAre = (made: string) => ({
  'a/index.html': made,
  'b/index.html': made,
  'c/index.html': made,
  'index.html': made,
});

it('makes pages again that an export with other settings has written before it was killed', async () => {
  await exported(site('one'), '1');
  await expect(exported(site('two', chain, '/b/'), '2')).rejects.toThrow('killed');
  expect(await words()).toEqual({ ...allAre('one'), 'index.html': 'two', 'a/index.html': 'two' });
  const again = site('one');
  expect((await exported(again, '1')).written).toEqual(['index.html', 'a/index.html']);
  expect(await words()).toEqual(allAre('one'));
  expect(again.asked).not.toContain('/b/');
  expect((await exported(site('one'), '1')).written).toEqual([]);
});

it('goes on with other settings where such an export was killed', async () => {
  await exported(site('one'), '1');
  await expect(exported(site('two', chain, '/b/'), '2')).rejects.toThrow('killed');
  await expect(exported(site('three', chain, '/a/'), '3')).rejects.toThrow('killed');
  await exported(site('two'), '2');
  expect(await words()).toEqual(allAre('two'));
});

it('knows what was written after a line of its record was cut off', async () => {
  await exported(site('one'), '1');
  await appendFile(join(folder, '.platen-export'), '{"file":"cut');
  await expect(exported(site('two', chain, '/b/'), '2')).rejects.toThrow('killed');
  await exported(site('one'), '1');
  expect(await words()).toEqual(allAre('one'));
});

it('remembers the settings of an export of everything', async () => {
  await exported(site('one'), '1');
  const whole = site('one');
  await exported(whole, '1', true);
  expect(whole.asked).toEqual(expect.arrayContaining(Object.keys(chain)));
  const next = site('one');
  await exported(next, '1');
  expect(next.asked).not.toContain('/a/');
});

it('makes one page of an address in several spellings, and none of what is no text', async () => {
  const links = ['/caf%C3%A9/', '/caf%c3%a9/', '/café/', '/%ff/'].map((href) => `<a href="${href}">x</a>`).join('');
  const pages = { '/': links, '/caf%c3%a9/': 'coffee', '/%ff/': 'not found here' };
  const source = site('one', pages);
  const report = await exported(source, '1');
  expect(source.asked.filter((path) => path.startsWith('/caf'))).toEqual(['/caf%c3%a9/']);
  expect(Object.keys(await words())).toEqual(['café/index.html', 'index.html']);
  expect([report.skipped, report.broken]).toEqual([['/%ff/'], []]);
});
