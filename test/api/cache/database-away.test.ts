import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { type FaultProxy, startFaultProxy } from '../../cluster/support/fault-proxy.ts';
import { waitUntil } from '../../cluster/support/wait-until.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';

describe.runIf(storeKind() === 'mariadb')('while the database does not answer', () => {
  let database: FreshDatabase;
  let proxy: FaultProxy;
  let folder: string;
  let platen: Platen;
  let origin: string;
  let lines: { level: number; kind?: string }[];
  const now = Date.now();

  beforeEach(async () => {
    database = await freshDatabase();
    proxy = await startFaultProxy(Number(new URL(database.url).port || 3306));
    folder = await mkdtemp(join(tmpdir(), 'platen-away-'));
    lines = [];
  });
  afterEach(async () => {
    proxy.thaw();
    await platen.close();
    await proxy.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (staleSeconds: number): Promise<void> => {
    platen = await createPlaten({
      databaseUrl: proxy.url(new URL(database.url).pathname.slice(1)),
      dataDir: folder,
      port: 0,
      adminPassword: 'password',
      staleSeconds,
      // A fault is logged once a minute, and what is stale is sent for as long as that: both are up to the clock.
      clock: () => now,
      dbConnectSeconds: 2,
      dbStatementSeconds: 6,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }),
      leads: false,
    });
    origin = await platen.listen();
    await waitUntil('the page is cached', async () => (await get('/wp-json/wp/v2/posts')).cache === 'hit');
  };
  const get = async (path: string) => {
    const { status, headers } = await fetch(origin + path);
    return {
      status,
      cache: headers.get('x-cache'),
      cacheStatus: headers.get('cache-status'),
      retryAfter: headers.get('retry-after'),
    };
  };
  const write = () =>
    fetch(`${origin}/wp-json/wp/v2/posts`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:password')}`, 'content-type': 'application/json' },
      body: '{"title":"refused"}',
    });

  it.each([
    ['frozen', () => proxy.freeze()],
    ['gone', () => proxy.close()],
  ])('everything that needs it is refused with 503, and nothing hangs: %s', async (_, take) => {
    await start(0);
    await take();
    const paths = ['/wp-json/wp/v2/posts', '/wp-json/wp/v2/pages', '/wp-json/wp/v2/posts/1'];
    for (const { status, retryAfter } of await Promise.all(paths.map(get))) {
      expect([status, retryAfter]).toEqual([503, '5']);
    }
    expect((await write()).status).toBe(503);
    expect(await get('/readyz')).toMatchObject({ status: 503 });
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    expect(lines.filter(({ kind }) => kind === 'rest_database_unavailable')).toHaveLength(1);
  });

  it('the server says that it is not ready before the database driver gives up', async () => {
    await start(0);
    proxy.freeze();
    const answer = await fetch(`${origin}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([503, 'not ready: the database did not answer in time\n']);
  });

  it('cached responses are served for as long as the operator allows, and say so', async () => {
    await start(60);
    proxy.freeze();
    expect(await get('/wp-json/wp/v2/posts')).toMatchObject({
      status: 200,
      cache: 'hit',
      cacheStatus: expect.stringMatching(/^platen; hit; ttl=-\d+$/),
    });
    expect(await get('/wp-json/wp/v2/categories')).toMatchObject({ status: 503 });
    proxy.thaw();
    await waitUntil('the database is back', async () => (await get('/readyz')).status === 200);
    await waitUntil('responses are checked again', async () => {
      const { status, cacheStatus } = await get('/wp-json/wp/v2/posts');
      return status === 200 && cacheStatus === null;
    });
  });
});
