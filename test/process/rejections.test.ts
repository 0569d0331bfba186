import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../support/server-process.ts';

it('a promise that fails and that nobody waits for ends no server: it is in the log and the metrics', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-stray-'));
  const extension = join(folder, 'stray.mjs');
  await writeFile(
    extension,
    `export default { name: 'stray', pages: (request) => {
       if (request.url === '/stray') void Promise.reject(new Error('nobody waits for this'));
       return null;
     } };`,
  );
  const server = await startServer({ env: { PLATEN_EXTENSIONS: extension } });
  try {
    await fetch(`${server.url}/stray`);
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    await expect.poll(metrics).toContain('platen_job_failures_total{job="unhandled"} 1');
    await expect.poll(server.output).toMatch(/"job unhandled".*nobody waits for this|nobody waits for this.*unhandled/);
    expect((await fetch(`${server.url}/wp-json/`)).status).toBe(200);
  } finally {
    expect(await server.stop()).toBe(0);
    await rm(server.dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
});
