import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createPlaten, type Platen } from '../platen.ts';

/** Uses a site in memory that has the routes of the configured one, and touches nothing of it. */
export async function inMemorySite<T>(config: Config, use: (platen: Platen) => T | Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-routes-'));
  const own = { dataDir, databaseUrl: 'sqlite::memory:', sampleContent: false, logLevel: 'silent' } as const;
  const platen = await createPlaten({ ...config, ...own, adminPassword: 'unused', leads: false });
  try {
    return await use(platen);
  } finally {
    await platen.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
