import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { beginPost, finishPost } from '../support/half-post.ts';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
afterAll(folder.remove);

let sites = 0;
let started: ServerProcess | undefined;
afterEach(() => started?.child.kill('SIGKILL'));

async function start(workers: number, drainSeconds: number): Promise<ServerProcess> {
  started = await startServer({
    dataDir: `${folder.path}/${++sites}`,
    env: {
      PLATEN_ADMIN_PASSWORD: 'pw',
      PLATEN_WORKERS: String(workers),
      PLATEN_DRAIN_SECONDS: String(drainSeconds),
    },
  });
  return started;
}

const ended = async ({ child }: ServerProcess): Promise<number | null> =>
  child.exitCode ?? ((await once(child, 'exit'))[0] as number | null);

async function get(url: string, agent: Agent) {
  const asked = request(url, { agent }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await text(response);
  return { status: response.statusCode, connection: response.headers.connection };
}

describe.each([1, 2])('SIGTERM with %i worker(s)', (workers) => {
  it('says so, finishes what is under way, and ends', async () => {
    const server = await start(workers, 1);
    const asked = await beginPost(server.url);
    server.child.kill('SIGTERM');
    await expect.poll(server.output, { timeout: 300_000 }).toContain('"msg":"draining');
    expect(await finishPost(asked)).toBe(201);
    expect(await ended(server)).toBe(0);
    expect(server.output()).toContain('"msg":"stopped"');
  });

  it('takes the server out of the load balancer, answers meanwhile, and a second one ends it at once', async () => {
    const server = await start(workers, 600);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await get(`${server.url}/readyz`, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    server.child.kill('SIGTERM');
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await expect.poll(server.output, { timeout: 300_000 }).toContain('"msg":"draining');
    await expect.poll(ready, { timeout: 300_000 }).toBe(503);
    await expect
      .poll(() => get(`${server.url}/wp-json/wp/v2/posts`, agent), { timeout: 300_000 })
      .toEqual({ status: 200, connection: 'close' });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const gone = ended(server);
    server.child.kill('SIGTERM');
    expect(await gone).toBe(1);
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    agent.destroy();
  });
});
