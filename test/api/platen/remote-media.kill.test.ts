import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../support/database.ts';
import { type FarHost, farHost } from '../../support/far-host.ts';
import { picture } from '../media/media-client.ts';

const program = fileURLToPath(new URL('../../fixtures/fetching-server.ts', import.meta.url));
const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

/** When the server is killed, in milliseconds after the far host has sent the whole file; null: before that. */
const moments = [null, 0, 20, 60, 120, 250];

it('a server that is killed while it fetches leaves no file without a row', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-fetching-'));
  const content = await picture(1200, 900);
  let arrived: () => void = () => {};
  const far = await farHost((request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    if (request.url?.startsWith('/half')) response.write(content.subarray(0, 2000), () => arrived());
    else response.end(content, () => arrived());
  });
  let server = await start(database.url, dataDir, far);
  try {
    for (const [i, moment] of moments.entries()) {
      const sent = new Promise<void>((done) => {
        arrived = done;
      });
      const asked = fetch(`${server.origin}/wp-json/platen/v1/media`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `https://example.org/${moment === null ? 'half' : 'whole'}-${i}.jpg` }),
      }).catch(() => null);
      await sent;
      await sleep(moment ?? 100);
      await kill(server.child);
      await asked;
      server = await start(database.url, dataDir, far);
      const rows = await items(server.origin);
      expect(await filesBelow(join(dataDir, 'uploads'))).toEqual(rows.flatMap(filesOf).sort());
      expect(await filesBelow(join(dataDir, 'spool'))).toEqual([]);
    }
    expect((await items(server.origin)).every((one) => !one.media_details.file.includes('half'))).toBe(true);
  } finally {
    await kill(server.child);
    far.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

interface Item {
  readonly media_details: {
    readonly file: string;
    readonly sizes: Readonly<Record<string, { readonly file: string }>>;
  };
}

/** The files that a row names. */
const filesOf = ({ media_details: { file, sizes } }: Item): string[] => {
  const [name = ''] = file.split('/').slice(-1);
  return [...new Set([name, ...Object.values(sizes).map((one) => one.file)])];
};

async function items(origin: string): Promise<Item[]> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/media?per_page=100`, { headers: { authorization } });
  return (await answer.json()) as Item[];
}

async function start(databaseUrl: string, dataDir: string, far: FarHost) {
  const child = spawn(process.execPath, [program, databaseUrl, dataDir, String(far.port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) return { child, origin: line };
  throw new Error('The server ended before it listened.');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
