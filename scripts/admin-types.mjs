// Writes the types that the admin page uses, from the routes of the server. With --check it only reports a difference.
import { readFileSync, writeFileSync } from 'node:fs';
import { interfaceTypes } from '../src/interface-types/interface-types.ts';
import { startPlaten } from '../src/testing/index.ts';

const file = new URL('../admin/src/api/interface.ts', import.meta.url);
const site = await startPlaten({ variant: 'a' });
const text = interfaceTypes(site.platen.registry);
await site.close();

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('admin/src/api/interface.ts is not up to date; run "npm run admin:types".');
  process.exitCode = 1;
}
