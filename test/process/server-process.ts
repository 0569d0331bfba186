import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

/** A server in a process of its own, which a test may kill without warning. */
export interface ServerProcess {
  readonly origin: string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>;
  /** Runs a command of the program on the same data. */
  command(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

export async function serverProcess(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-process-'));
  const port = await freePort();
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'))),
    PLATEN_DATA_DIR: folder,
    PLATEN_PORT: String(port),
    PLATEN_SITE_URL: `http://127.0.0.1:${port}`,
    PLATEN_ADMIN_PASSWORD: 'password',
    PLATEN_SAMPLE_CONTENT: 'off',
    PLATEN_THROTTLE: 'off',
    PLATEN_LOG_LEVEL: 'error',
    ...settings,
  };
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(process.execPath, [run, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await ready(origin, child);
  };
  const kill = async () => {
    const ended = child;
    child = null;
    if (!ended || ended.exitCode !== null) return;
    const gone = new Promise((done) => ended.once('exit', done));
    ended.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    origin,
    start,
    kill,
    command: async (...args) => (await promisify(execFile)(process.execPath, [run, ...args], { env })).stdout,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(origin: string, child: ChildProcess): Promise<void> {
  for (let n = 0; n < 600; n++) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered.');
    const up = await fetch(`${origin}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('The server did not answer within 30 seconds.');
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
