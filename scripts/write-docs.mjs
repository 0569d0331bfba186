// Writes docs/api.md from the route definitions, and the table of options in docs/configuration.md; with --check it only
// reports whether the files are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { referenceOf } from '../src/api/routing/reference.ts';
import { optionReference } from '../src/config/option-reference.ts';
import { options } from '../src/config/options.ts';
import { createPlaten } from '../src/platen.ts';

const file = fileURLToPath(new URL('../docs/api.md', import.meta.url));
const open = (variant) =>
  createPlaten({
    variant,
    databaseUrl: 'sqlite::memory:',
    dataDir: tmpdir(),
    leads: false,
    log: pino({ level: 'silent' }),
  });
const [a, b] = [await open('a'), await open('b')];
const text = referenceOf({ a: a.registry, b: b.registry });
await a.close();
await b.close();
const configuration = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
const written = readFileSync(configuration, 'utf8');
const table = `<!-- options -->\n\n${optionReference(options)}\n\n<!-- end of options -->`;
const wanted = [
  { path: file, text, of: 'routes' },
  {
    path: configuration,
    text: written.replace(/<!-- options -->[\s\S]*<!-- end of options -->/, () => table),
    of: 'options',
  },
];
for (const { path, text: expected, of } of wanted) {
  if (!process.argv.includes('--check')) writeFileSync(path, expected);
  else if (readFileSync(path, 'utf8') !== expected) {
    console.error(`${path} does not match the ${of}; run "npm run docs".`);
    process.exit(1);
  }
}
