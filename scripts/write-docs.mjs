// Writes docs/api.md from the route definitions; with --check it only reports whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { referenceOf } from '../src/api/routing/reference.ts';
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
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/api.md does not match the routes; run "npm run docs".');
  process.exit(1);
}
