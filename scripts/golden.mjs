// Writes the golden discovery documents that the tests compare with; run it after an intended change to them.
//   node scripts/golden.mjs
import { writeFile } from 'node:fs/promises';
import { discoveryDocument, goldenFile } from '../test/support/discovery-document.ts';

for (const variant of ['a', 'b']) {
  await writeFile(goldenFile(variant), await discoveryDocument(variant));
  console.log(`wrote test/golden/discovery-${variant}.json`);
}
