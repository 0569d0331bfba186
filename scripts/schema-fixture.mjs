// Writes a small database of today's schema for test/store/schema-versions.test.ts, which opens those of all releases.
//   node scripts/schema-fixture.mjs
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createPlaten } from '../src/index.ts';
import { copyDatabase } from '../src/storage/sqlite/copy-database.ts';
import { currentVersion } from '../src/storage/sqlite/migrate-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-fixture-'));
try {
  const platen = await createPlaten({
    dataDir: folder,
    adminPassword: 'password',
    siteUrl: 'http://site.test',
    logLevel: 'silent',
    leads: false,
    clock: () => Date.parse('2026-01-01T00:00:00Z'),
  });
  await platen.close();
  const copy = join(folder, 'copy.db');
  await copyDatabase(join(folder, 'platen.db'), copy);
  const name = `schema-${currentVersion}.db.gz`;
  writeFileSync(
    fileURLToPath(new URL(`../test/fixtures/${name}`, import.meta.url)),
    gzipSync(readFileSync(copy), { level: 9 }),
  );
  console.log(`Wrote test/fixtures/${name}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
