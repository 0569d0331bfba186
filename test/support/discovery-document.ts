import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createPlaten } from '../../src/index.ts';
import { requestFor } from './platen.ts';

/** What a new site of this variant says of itself at `/`, as text that is kept for comparison. */
export async function discoveryDocument(variant: 'a' | 'b'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-golden-'));
  const platen = await createPlaten({
    variant,
    dataDir,
    databaseUrl: 'sqlite::memory:',
    siteUrl: 'http://site.test',
    adminPassword: 'pw-administrator',
    sampleContent: false,
    log: pino({ level: 'silent' }),
    leads: false,
  });
  try {
    const answered = await platen.answer(requestFor('GET', '/', undefined, {}));
    return `${JSON.stringify(JSON.parse(String(answered.payload)), null, 2)}\n`;
  } finally {
    await platen.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Where the document of a variant is kept. */
export const goldenFile = (variant: 'a' | 'b'): URL => new URL(`../golden/discovery-${variant}.json`, import.meta.url);
