import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { commandsWith } from '../../src/cli/commands.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { createPlaten, type PlatenOptions } from '../../src/index.ts';
import { mariadbSchema } from '../../src/storage/mariadb/mariadb-schema.ts';
import { freshDatabase, storeKind } from '../support/database.ts';

interface ExistingSite {
  readonly url: string;
  /** The variant and the log of one start. */
  start(options?: PlatenOptions): Promise<{ readonly variant: string; readonly log: string }>;
  sql(text: string): Promise<unknown>;
}

/** The tables of a site that another program made, with this `db_version`. */
async function withSite(dbVersion: string | null, work: (site: ExistingSite) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-adopted-'));
  const connection = await createConnection(database.url);
  const sql = async (text: string): Promise<unknown> => (await connection.query(text))[0];
  try {
    for (const text of mariadbSchema('wp_').filter((one) => !one.includes('platen_'))) await sql(text);
    if (dbVersion !== null)
      await sql(`insert into wp_options (option_name, option_value) values ('db_version', '${dbVersion}')`);
    await work({
      url: database.url,
      sql,
      start: async (options = {}) => {
        const lines: string[] = [];
        const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
        const usual = { databaseUrl: database.url, dataDir, port: 0, sampleContent: false, leads: false, log } as const;
        const platen = await createPlaten({ ...usual, ...options });
        const { variant } = platen.config;
        await platen.close();
        return { variant, log: lines.join('') };
      },
    });
  } finally {
    await connection.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const stored = "select value from wp_platen_meta where name = 'variant'";

describe.runIf(storeKind() === 'mariadb')('the database of an existing site', () => {
  it.each([
    ['38590', 'a'],
    ['43763', 'a'],
    ['43764', 'c'],
    ['60717', 'c'],
    [null, 'a'],
  ])('with db_version %s is served as variant %s from its first start on', async (dbVersion, variant) => {
    await withSite(dbVersion, async ({ start, sql }) => {
      const first = await start();
      expect(first.variant).toBe(variant);
      expect(first.log).toContain(`chose variant ${variant}`);
      expect(await sql(stored)).toEqual([{ value: variant }]);
      // The other program may be updated; the clients of this one stay.
      await sql("replace into wp_options (option_name, option_value) values ('db_version', '60717')");
      const second = await start();
      expect(second.variant).toBe(variant);
      expect(second.log).not.toContain('chose variant');
    });
  });

  it('is served as the variant that is named, whatever is stored', async () => {
    await withSite('60717', async ({ start, sql }) => {
      expect((await start({ variant: 'b' })).variant).toBe('b');
      expect(await sql(stored)).toEqual([{ value: 'c' }]);
      expect((await start({ variant: 'a' })).variant).toBe('a');
      expect((await start()).variant).toBe('c');
    });
  });

  it('that was adopted when there was nothing to choose stays with variant a', async () => {
    await withSite('60717', async ({ start, sql }) => {
      await start();
      await sql("delete from wp_platen_meta where name = 'variant'");
      expect(await start()).toMatchObject({ variant: 'a', log: expect.not.stringContaining('chose variant') });
      expect(await sql(stored)).toEqual([]);
    });
  });

  it('has one variant for processes that start together', async () => {
    await withSite('60717', async ({ start }) => {
      const starts = await Promise.all([start(), start(), start()]);
      expect(starts.map(({ variant }) => variant)).toEqual(['c', 'c', 'c']);
      expect(starts.filter(({ log }) => log.includes('chose variant'))).toHaveLength(1);
    });
  });

  it('has the same variant for commands', async () => {
    await withSite('60717', async ({ url, start }) => {
      await start();
      const shown = async (env: Record<string, string>) => {
        const lines: string[] = [];
        const commands = commandsWith([]).map((command) => ({
          ...command,
          run: async (context: Parameters<typeof command.run>[0]) =>
            command.run({ ...context, print: (line) => void lines.push(line) }),
        }));
        expect(await runCommand(['config', '--json'], commands, { PLATEN_DATABASE_URL: url, ...env })).toBe(0);
        const { options } = JSON.parse(lines.join('\n'));
        return options.find(({ env }: { env: string }) => env === 'PLATEN_VARIANT');
      };
      expect(await shown({})).toMatchObject({ value: 'c', origin: 'database' });
      expect(await shown({ PLATEN_VARIANT: 'a' })).toMatchObject({ value: 'a', origin: 'environment' });
      const unreachable = url.replace(/:\d+\//, ':1/');
      expect(await shown({ PLATEN_DATABASE_URL: unreachable })).toMatchObject({ value: 'a', origin: 'default' });
    });
  });
});

describe('a new site', () => {
  it('is of variant a', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-new-'));
    const options = { databaseUrl: database.url, dataDir, port: 0, leads: false, log: pino({ level: 'silent' }) };
    for (let start = 0; start < 2; start += 1) {
      const platen = await createPlaten(options);
      expect(platen.config.variant).toBe('a');
      await platen.close();
    }
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
