import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { discoveryDocument, goldenFile } from '../../support/discovery-document.ts';

it.each(['a', 'b'] as const)('the discovery document of variant %s is the one that was agreed on', async (variant) => {
  // Where a change is meant, `node scripts/golden.mjs` writes the new document, and the review shows what it changes.
  expect(await discoveryDocument(variant)).toBe(await readFile(goldenFile(variant), 'utf8'));
});
