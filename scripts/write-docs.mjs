// Writes the reference in docs/ from the values that the program itself uses: options, commands, routes, errors, metrics
// and hooks. With --check it only reports pages that are not up to date.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attackPage } from './docs/attack-page.ts';
import { commandPage } from './docs/command-page.ts';
import { errorPage } from './docs/error-page.ts';
import { hookPage } from './docs/hook-page.ts';
import { metricPage } from './docs/metric-page.ts';
import { modulePage } from './docs/module-page.ts';
import { optionPage } from './docs/option-page.ts';
import { openExamples } from './docs/route-examples.ts';
import { routePages } from './docs/route-pages.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const [a, b] = [await openExamples('a'), await openExamples('b')];
const c = await openExamples('c');
const pages = [
  optionPage(),
  commandPage(),
  errorPage(),
  await metricPage(a.site),
  await hookPage(),
  modulePage(),
  attackPage(),
  ...(await routePages(
    {
      a: a.site.platen.registry,
      b: b.site.platen.registry,
      c: c.site.platen.registry,
    },
    { a: a.make, c: c.make },
  )),
];
await a.site.close();
await b.site.close();
await c.site.close();

const known = new Set(pages.map(({ path }) => path));
const stored = readdirSync(join(docs, 'reference'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(docs.length));
const stale = stored.filter((path) => !known.has(path));

if (process.argv.includes('--check')) {
  const changed = pages.filter(({ path, text }) => read(join(docs, path)) !== text).map(({ path }) => path);
  for (const path of [...changed, ...stale]) console.error(`docs/${path} is not up to date; run "npm run docs".`);
  process.exitCode = changed.length + stale.length > 0 ? 1 : 0;
} else {
  for (const path of stale) rmSync(join(docs, path));
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(docs, path)), { recursive: true });
    writeFileSync(join(docs, path), text);
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
