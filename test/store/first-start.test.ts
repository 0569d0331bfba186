import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createPlaten } from '../../src/index.ts';
import { freshDatabase } from '../support/database.ts';

const rounds = Array.from({ length: 10 }, (_, round) => round + 1);

describe('three servers that start at once on an empty database', () => {
  it.each(rounds)('make one site and all go on: round %i', async () => {
    const database = await freshDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'platen-first-'));
    const start = (dataDir: string) =>
      createPlaten({
        databaseUrl: database.url,
        dataDir: join(folder, dataDir),
        adminPassword: 'password',
        siteUrl: 'http://site.test',
        log: pino({ level: 'silent' }),
        leads: false,
      });
    const servers = await Promise.all([start('a'), start('b'), start('c')]);
    expect(servers.filter(({ made }) => made !== null)).toHaveLength(1);
    for (const { store } of servers) {
      expect(await store.users.count({})).toBe(1);
      expect(await store.terms.count({ taxonomy: 'category' })).toBe(1);
    }
    await Promise.all(servers.map((server) => server.close()));
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
});
