import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { huntStale } from '../support/stale-hunt.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer({
    dataDir: folder.path,
    env: {
      PLATEN_WORKERS: '2',
      PLATEN_ADMIN_PASSWORD: 'password',
      PLATEN_THROTTLE: 'off',
      PLATEN_LOG_LEVEL: 'error',
      PLATEN_SAMPLE_CONTENT: 'off',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

it('workers never show less than what any of them has acknowledged', async () => {
  const found = await huntStale({
    writeTo: [server.url, server.url],
    readFrom: Array.from({ length: 6 }, () => server.url),
    login: 'admin:password',
    posts: 12,
    milliseconds: 12_000,
    leastWrites: 11,
    leastHits: 11,
  });
  expect(found.stale).toEqual([]);
  expect(found.refused).toBe(0);
  expect(found.writes).toBeGreaterThan(10);
  expect(found.hits).toBeGreaterThan(10);
});
