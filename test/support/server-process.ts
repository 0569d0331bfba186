import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  readonly env?: Readonly<Record<string, string>>;
}

export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'platen-process-')));
  const port = await freePort();
  const { child, output } = runProgram(['serve'], {
    PLATEN_DATA_DIR: dataDir,
    PLATEN_PORT: String(port),
    ...options.env,
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/readyz`, child, output);
  return {
    url,
    dataDir,
    child,
    output,
    stop: () => ended(child, 'SIGTERM'),
  };
}

/** Runs the program to its end. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> {
  const { child, output } = runProgram(args, env);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output: output() };
}

export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'platen-process-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function runProgram(args: readonly string[], env: Readonly<Record<string, string>>) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'));
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
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

async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let i = 0; i < 1200; i++) {
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
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
