import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const program = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

/** The program as a person starts it: a process of its own on a free port. */
export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Asks it to stop and waits; the exit status. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  /** A folder that is kept; left out, a new one is made and goes with `dispose`. */
  readonly dataDir?: string;
  /** Left out, a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; left out, that of the tests. */
  readonly cwd?: string;
}

export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'platen-process-')));
  const port = options.port ?? (await freePort());
  const settings = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: String(port), PLATEN_DRAIN_SECONDS: '0', ...options.env };
  const { child, output } = runProgram(['serve'], settings, options.cwd);
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/readyz`, child, output).catch(async (error: unknown) => {
    await ended(child, 'SIGKILL');
    throw error;
  });
  return {
    url,
    dataDir,
    child,
    output,
    stop: () => ended(child, 'SIGTERM'),
  };
}

/** A site whose server a test may kill without warning and start again. */
export interface KillableSite {
  readonly origin: string;
  readonly dataDir: string;
  /** The process of the server that was started last. */
  pid(): number;
  /** Ends the server at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>;
  /** Runs a command of the program on the same data; what it printed. */
  command(...args: readonly string[]): Promise<string>;
  /** What it has logged since it was started last; errors only unless set otherwise. */
  log(): string;
  remove(): Promise<void>;
}

/** A bare site in a folder of its own: no samples, no throttle, the administrator `admin` with the password `password`. */
export async function killableSite(settings: Readonly<Record<string, string>> = {}): Promise<KillableSite> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const env = {
    PLATEN_DATA_DIR: folder.path,
    PLATEN_PORT: String(port),
    PLATEN_SITE_URL: `http://127.0.0.1:${port}`,
    PLATEN_ADMIN_PASSWORD: 'password',
    PLATEN_SAMPLE_CONTENT: 'off',
    PLATEN_THROTTLE: 'off',
    PLATEN_LOG_LEVEL: 'error',
    ...settings,
  };
  let server = await startServer({ dataDir: folder.path, port, env });
  const kill = () => ended(server.child, 'SIGKILL');
  return {
    origin: server.url,
    dataDir: folder.path,
    pid: () => server.child.pid ?? 0,
    async start() {
      server = await startServer({ dataDir: folder.path, port, env });
    },
    async kill() {
      await kill();
    },
    log: () => server.output(),
    async command(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env: ownEnvironment(env) });
      return stdout;
    },
    async remove() {
      await kill();
      await folder.remove();
    },
  };
}

/** Runs the program to its end. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<{ status: number | null; output: string }> {
  const { child, output } = runProgram(args, env, cwd);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output: output() };
}

export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'platen-process-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function runProgram(args: readonly string[], env: Readonly<Record<string, string>>, cwd?: string) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: ownEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return { child, output: () => text };
}

/** Settings of whoever runs the tests stay out. */
function ownEnvironment(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'));
  return { ...Object.fromEntries(inherited), ...env };
}

async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let i = 0; i < 12_000; i++) {
    if (child.exitCode !== null) throw new Error(`The server ended before it answered:\n${output()}`);
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await new Promise((next) => setTimeout(next, 25));
  }
  throw new Error(`The server did not answer:\n${output()}`);
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
