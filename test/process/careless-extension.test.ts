import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beginPost, finishPost } from '../support/half-post.ts';
import { run, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

/** Every way to leave an error that nothing catches, by the last part of its path. */
const careless = `
import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
const later = (work) => () => { setTimeout(work, 1); return { body: process.pid }; };
const shy = () => new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; }, ownKeys() { throw 3; } });
let isDue = false;
setInterval(() => { if (isDue) throw new Error('of the module'); }, 1);
const ways = {
  process: () => ({ body: process.pid }),
  timer: later(() => { throw new Error('in a timer'); }),
  repeated: () => { setInterval(() => { throw new Error('in a timer'); }, 1); return { body: 1 }; },
  event: later(() => new EventEmitter().emit('error', new Error('of an emitter'))),
  socket: () => { connect(1, '127.0.0.1'); return { body: 1 }; },
  nothing: later(() => { throw null; }),
  shy: later(() => { throw shy(); }),
  module: () => { isDue = true; return { body: 1 }; },
  rejected: later(() => Promise.reject(new Error('of a promise'))),
  'rejected-shy': later(() => Promise.reject(shy())),
};
export default {
  name: 'careless',
  setUp: () => {
    const sign = process.env.CARELESS_LEADER;
    if (cluster.isPrimary && sign) setInterval(() => { if (existsSync(sign)) throw new Error('of the leader'); }, 10);
  },
  routes: () => Object.entries(ways).map(([name, handle]) => (
    { methods: ['GET'], method: 'GET', path: '/careless/v1/' + name, summary: '', args: {}, permit: () => {}, handle })),
};
`;

const folder = await temporaryFolder();
const file = join(folder.path, 'careless.mjs');
beforeAll(() => writeFile(file, careless));
afterAll(folder.remove);

let server: ServerProcess | undefined;
afterEach(async () => {
  server?.child.kill('SIGKILL');
  if (server) await rm(server.dataDir, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}, dataDir?: string): Promise<ServerProcess> {
  const settings = { PLATEN_EXTENSIONS: file, PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_SAMPLE_CONTENT: 'off', ...env };
  server = await startServer({ env: settings, ...(dataDir ? { dataDir } : {}) });
  return server;
}

const ended = async ({ child }: ServerProcess): Promise<number | null> =>
  child.exitCode ?? ((await once(child, 'exit'))[0] as number | null);

/** Asks over a connection of its own. */
async function ask(url: string): Promise<{ status: number | undefined; body: string }> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

interface Fatal {
  readonly extension?: string;
  readonly err?: { readonly message?: string; readonly stack?: string } | null;
  readonly msg: string;
}
const fatalLines = ({ output }: ServerProcess): Fatal[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":60'))
    .map((line) => JSON.parse(line) as Fatal);

describe('an error that an extension throws where nothing catches it', () => {
  it('is logged with its stack and the extension; requests are finished, and the process ends with a failure', async () => {
    const { url, dataDir } = await start();
    const under = server as ServerProcess;
    const asked = await beginPost(url);
    expect((await ask(`${url}/wp-json/careless/v1/timer`)).status).toBe(200);
    await expect.poll(() => under.output()).toContain('"msg":"stopping');
    expect(await finishPost(asked)).toBe(201);
    expect(await ended(under)).toBe(1);
    const [line, ...others] = fatalLines(under);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ extension: 'careless', err: { message: 'in a timer' } });
    expect(line?.err?.stack).toContain('careless.mjs');
    await start({}, dataDir);
    expect((await ask(`${server?.url}/wp-json/wp/v2/posts?_fields=title`)).body).toContain('Under way');
  });

  it.each([
    ['an event that nobody listens to', 'event', 'of an emitter', 'careless'],
    ['a socket that nobody listens to', 'socket', 'connect ECONNREFUSED 127.0.0.1:1', 'careless'],
    ['an error without a value', 'nothing', undefined, 'careless'],
    ['one that cannot be looked at', 'shy', 'A value was thrown that cannot be shown.', 'careless'],
    ['a timer of the module itself', 'module', 'of the module', file],
  ])('also %s', async (_, way, message, extension) => {
    const under = await start();
    await ask(`${under.url}/wp-json/careless/v1/${way}`);
    expect(await ended(under)).toBe(1);
    const [line, ...others] = fatalLines(under);
    expect(others).toEqual([]);
    expect(line?.extension).toBe(extension);
    expect(line?.err?.message).toBe(message);
  });

  it('ends the process also if a request never ends and the error is thrown again and again', async () => {
    const under = await start();
    const asked = await beginPost(under.url);
    asked.on('error', () => {});
    await ask(`${under.url}/wp-json/careless/v1/repeated`);
    expect(await ended(under)).toBe(1);
    expect(fatalLines(under)).toHaveLength(1);
    expect(under.output().split('\n').length).toBeLessThan(100);
  });

  it('ends one worker of several, which finishes its requests and is replaced; the others go on answering', async () => {
    const under = await start({ PLATEN_WORKERS: '2' });
    const seen = new Set<string>();
    const answering = async () => seen.add((await ask(`${under.url}/wp-json/careless/v1/process`)).body).size;
    await expect.poll(answering).toBe(2);
    const asked = await Promise.all([beginPost(under.url), beginPost(under.url)]);
    const worker = Number((await ask(`${under.url}/wp-json/careless/v1/timer`)).body);
    await expect.poll(() => under.output()).toContain('"msg":"stopping');
    for (let i = 0; i < 20; i++) expect((await ask(`${under.url}/wp-json/`)).status).toBe(200);
    expect(await Promise.all(asked.map(finishPost))).toEqual([201, 201]);
    await expect.poll(() => under.output()).toContain('a worker ended and is replaced');
    await expect.poll(() => isRunning(worker)).toBe(false);
    expect(fatalLines(under)).toMatchObject([{ extension: 'careless', err: { message: 'in a timer' } }]);
    expect((await ask(`${under.url}/wp-json/`)).status).toBe(200);
    expect(under.child.exitCode).toBeNull();
    expect(await under.stop()).toBe(0);
  });

  it('ends the leader of several with all of its workers', async () => {
    const sign = join(folder.path, 'sign');
    const under = await start({ PLATEN_WORKERS: '2', CARELESS_LEADER: sign });
    await writeFile(sign, '');
    expect(await ended(under)).toBe(1);
    expect(fatalLines(under)).toMatchObject([{ extension: 'careless', err: { message: 'of the leader' } }]);
    await expect(ask(`${under.url}/healthz`)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a promise of an extension that is rejected while nobody waits for it', () => {
  it.each(['rejected', 'rejected-shy'])('ends nothing, and is counted for the extension (%s)', async (way) => {
    const under = await start();
    await ask(`${under.url}/wp-json/careless/v1/${way}`);
    const metrics = async () => (await ask(`${under.url}/metrics`)).body;
    const counted = 'platen_extension_errors_total{extension="careless",place="unhandled rejection"} 1';
    await expect.poll(metrics).toContain(counted);
    expect(await metrics()).toContain('platen_job_failures_total{job="unhandled"} 1');
    expect(fatalLines(under)).toEqual([]);
    expect(under.child.exitCode).toBeNull();
  });
});

describe('a timer that an extension leaves behind', () => {
  it.each(['1', '2'])('does not keep a server of %s worker(s) from ending', async (workers) => {
    const under = await start({ PLATEN_WORKERS: workers });
    expect(await under.stop()).toBe(0);
  });

  it('does not keep a command from ending', async () => {
    const data = await temporaryFolder();
    const settings = { PLATEN_EXTENSIONS: file, PLATEN_DATA_DIR: data.path };
    expect(await run(['init'], settings)).toMatchObject({ status: 0 });
    const { status, output } = await run(['user', 'list'], settings);
    expect(status).toBe(0);
    expect(output).toContain('admin');
    await data.remove();
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
