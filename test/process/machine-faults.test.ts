import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../support/platen.ts';
import { canMount, type SmallDisk, smallDisk } from '../support/small-disk.ts';

interface LogLine {
  readonly level: number;
  readonly kind?: string;
  readonly suppressed?: number;
  readonly msg: string;
}

let disk: SmallDisk;
let site: TestPlaten;
afterEach(async () => {
  await site.close();
  disk.remove();
});

/** A site with its database, or its uploads, on a disk of its own; `nowMs` is the clock of the site. */
async function open(megabytes: number, settings: (disk: string) => Parameters<typeof testPlaten>[0]) {
  disk = smallDisk(megabytes);
  const lines: LogLine[] = [];
  const at = { nowMs: Date.now() };
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as LogLine) });
  site = await testPlaten({ log, clock: () => at.nowMs, ...settings(disk.path) });
  return { admin: site.as('administrator'), visitor: site.as('anonymous'), lines, at };
}

const big = 'A long text. '.repeat(4_000);

describe.skipIf(!canMount)('a disk that is full', () => {
  it('refuses writes with 507, goes on with reads, and recovers by itself', async () => {
    const { admin, visitor, lines, at } = await open(6, (path) => ({ databaseUrl: `sqlite:${join(path, 'site.db')}` }));
    const kept = await admin.post('/wp/v2/posts', { title: 'Kept', status: 'publish' });
    expect(kept.status).toBe(201);
    disk.fill();
    const write = () => admin.post('/wp/v2/posts', { title: 'Lost', content: big, status: 'publish' });
    const first = await write();
    expect(first).toMatchObject({ status: 507, body: { code: 'rest_storage_full', data: { status: 507 } } });
    expect(first.headers['retry-after']).toBe('60');
    for (let n = 0; n < 4; n++) expect((await write()).status).toBe(507);
    // Work in the background finds the disk full too, each in its own time.
    const faults = () => lines.filter(({ kind }) => kind === 'rest_storage_full');
    expect(faults()).toMatchObject([{ kind: 'rest_storage_full', suppressed: 0 }]);
    expect((await visitor.get('/wp/v2/posts')).body).toMatchObject([{ id: kept.body.id }]);
    expect((await admin.get(`/wp/v2/posts/${kept.body.id}?context=edit`)).status).toBe(200);
    at.nowMs += 61_000;
    expect((await write()).status).toBe(507);
    expect(faults()).toMatchObject([{}, { kind: 'rest_storage_full', suppressed: 4 }]);
    disk.free();
    expect((await write()).status).toBe(201);
    expect((await visitor.get('/wp/v2/posts?search=Lost')).body).toHaveLength(1);
  });

  it('refuses an upload with 507 and leaves nothing of it', async () => {
    const { visitor, lines } = await open(2, (path) => ({ dataDir: path }));
    const url = await site.platen.listen();
    disk.fill();
    const send = () => upload(url, 'text/plain', 'note.txt', big);
    expect(await send()).toMatchObject({ status: 507, body: { code: 'rest_storage_full' } });
    expect((await send()).status).toBe(507);
    expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1);
    expect((await visitor.get('/wp/v2/media')).body).toEqual([]);
    disk.free();
    expect((await send()).status).toBe(201);
  });
});

describe.skipIf(!canMount)('a disk that is read-only', () => {
  it('refuses an upload with 503 and goes on serving', async () => {
    const { visitor } = await open(2, (path) => {
      mkdirSync(join(path, 'uploads'));
      return { uploadsDir: join(path, 'uploads') };
    });
    const url = await site.platen.listen();
    const kept = await upload(url, 'text/plain', 'kept.txt', 'kept');
    expect(kept.status).toBe(201);
    disk.makeReadOnly();
    const refused = await upload(url, 'text/plain', 'lost.txt', 'lost');
    expect(refused).toMatchObject({ status: 503, body: { code: 'rest_storage_readonly' } });
    expect((await visitor.get('/wp/v2/media')).body).toHaveLength(1);
    const source = String(kept.body['source_url']).replace('http://site.test', url);
    expect(await (await fetch(source)).text()).toBe('kept');
  });
});

async function upload(url: string, type: string, name: string, body: string) {
  const answer = await fetch(`${url}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
