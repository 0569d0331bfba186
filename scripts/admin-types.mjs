// Writes the types that the admin page and the client use, from the routes of the server. With --check it only reports a
// difference.
import { readFileSync, writeFileSync } from 'node:fs';
import { interfaceTypes } from '../src/api/interface-types.ts';
import { startPlaten } from '../src/testing/index.ts';

const site = await startPlaten({ variant: 'a' });
const text = interfaceTypes(site.platen.registry, 'a');
await site.close();

const path = 'src/client/default-routes.ts';
const file = new URL(`../${path}`, import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (read(file) !== text) {
  console.error(`${path} is not up to date; run "npm run admin:types".`);
  process.exitCode = 1;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
