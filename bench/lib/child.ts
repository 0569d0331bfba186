import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Its output so far; only the end of it where that is long. */
  output(): string;
  /** Asks it to stop and waits until it has ended. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly cores?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Where its standard output goes; it is then not captured here. */
  readonly outputFile?: string;
}

const maxCharacters = 20_000;
const stopMs = 20_000;
const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/**
 * Starts a program, pinned to the given cores where the system supports that. PLATEN_ variables of this shell are not
 * passed on.
 */
export function startChild(command: string, args: readonly string[], options: ChildOptions = {}): Child {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'));
  const file = options.outputFile === undefined ? null : openSync(options.outputFile, 'a');
  const pinned = hasTaskset && options.cores !== undefined;
  const started = spawn(
    pinned ? 'taskset' : command,
    pinned ? ['-c', options.cores as string, command, ...args] : [...args],
    {
      env: { ...Object.fromEntries(inherited), ...options.env },
      // An open standard input shows children that the parent is still running.
      stdio: ['pipe', file ?? 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    },
  );
  let text = '';
  const hear = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-maxCharacters);
  };
  if (file !== null) closeSync(file);
  started.stdout?.on('data', hear);
  started.stderr?.on('data', hear);
  started.on('error', (error) => hear(Buffer.from(error.message)));
  return { process: started, pid: started.pid ?? 0, output: () => text, stop: () => stopped(started) };
}

/** Runs a program to its end and returns its output. */
export async function runChild(command: string, args: readonly string[], options: ChildOptions = {}): Promise<string> {
  const child = startChild(command, args, options);
  const end = await new Promise<number | string | null>((resolve) =>
    child.process.once('close', (status, signal) => resolve(status ?? signal)),
  );
  if (end !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${end}:\n${child.output()}`);
  return child.output();
}

/** Waits until a child answers at an address. */
export async function answersAt(url: string, child: Child, seconds = 120): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    if (child.process.exitCode !== null) throw new Error(`The server ended before it answered:\n${child.output()}`);
    const isThere = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  await child.stop();
  throw new Error(`Nothing answered at ${url}:\n${child.output()}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await gone;
  clearTimeout(late);
}
