import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { commandsWith } from '../../src/cli/commands.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { createPlaten, type Platen } from '../../src/index.ts';
import { freshDatabase } from '../support/database.ts';

const folder = await mkdtemp(join(tmpdir(), 'platen-backup-'));
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

/** A site on a database of the kind under test, with a folder of its own. */
async function siteAt(name: string) {
  const database = await freshDatabase();
  drops.push(database.drop);
  const url = database.url === 'sqlite::memory:' ? `sqlite:${join(folder, `${name}.db`)}` : database.url;
  const dataDir = join(folder, name);
  const env = { PLATEN_DATABASE_URL: url, PLATEN_DATA_DIR: dataDir, PLATEN_SAMPLE_CONTENT: 'off' };
  const open = () =>
    createPlaten({
      databaseUrl: url,
      dataDir,
      port: 0,
      siteUrl: 'http://site.test',
      adminPassword: 'password',
      sampleContent: false,
      logLevel: 'silent',
      leads: false,
    });
  const command = async (...argv: string[]) => {
    const said: string[] = [];
    const catching = (text: unknown) => said.push(String(text)) > 0;
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(catching),
    );
    try {
      return { status: await runCommand(argv, commandsWith([]), env), output: said.join('') };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };
  return { open, command };
}

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;
const write = (platen: Platen, title: string) =>
  platen.fetch('/wp-json/wp/v2/posts', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title, status: 'publish' }),
  });
const titles = async (platen: Platen) => {
  const posts = await (await platen.fetch('/wp-json/wp/v2/posts?per_page=100')).json();
  return (posts as { title: { rendered: string } }[]).map(({ title }) => title.rendered).sort();
};

describe('the commands for backups', () => {
  it('bring a site back that is written to meanwhile, over one that exists only when told to', async () => {
    const [source, target] = [await siteAt('source'), await siteAt('target')];
    const file = join(folder, 'site.platen');
    const platen = await source.open();
    await write(platen, 'Before');
    await platen.fetch('/wp-json/wp/v2/media', {
      method: 'POST',
      headers: { authorization, 'content-disposition': 'attachment; filename="a.txt"' },
      body: 'A file',
    });
    const during = Array.from({ length: 20 }, (_, i) => write(platen, `During ${i}`));
    const backedUp = await source.command('backup', file);
    expect(backedUp.status, backedUp.output).toBe(0);
    await Promise.all(during);
    await platen.close();

    const other = await target.open();
    await write(other, 'In the way');
    await other.close();
    const refused = await target.command('restore', file);
    expect(refused).toMatchObject({ status: 1, output: expect.stringMatching(/--force|--replace/) });
    const restored = await target.command('restore', file, '--force');
    expect(restored.status, restored.output).toBe(0);
    const again = await target.open();
    const found = await titles(again);
    expect(found).toContain('Before');
    expect(found).not.toContain('In the way');
    const [media] = (await (await again.fetch('/wp-json/wp/v2/media')).json()) as { source_url: string }[];
    expect(await (await again.fetch(media?.source_url ?? '')).text()).toBe('A file');
    expect((await write(again, 'After')).status).toBe(201);
    await again.close();

    await writeFile(file, 'not a backup');
    const damaged = await target.command('restore', file, '--force');
    expect(damaged).toMatchObject({ status: 1, output: expect.stringContaining('Nothing was changed.') });
  });
});
