import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A process that a guard watches over, with what it printed. */
export interface GuardedProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly isRunning: () => boolean;
  signal(name: NodeJS.Signals): void;
  /** Ends it at once and waits until it is gone; nothing where it has ended already. */
  kill(): Promise<void>;
  /** Asks it to end, and kills it after the time. */
  stop(withinMs?: number): Promise<number | null>;
}

/** Starts processes and ends all of them: when asked, when this process dies, and when its time is over. */
export interface Guard {
  start(file: string, args: readonly string[], options?: SpawnOptions): GuardedProcess;
  /** A new folder that goes with the guard. */
  folder(name: string): Promise<string>;
  dispose(): Promise<void>;
}

const mostOutput = 400_000;

/** Opens a guard; everything it started is gone after `lifeMs` at the latest. */
export function openGuard(lifeMs = 600_000): Guard {
  const main = fileURLToPath(new URL('guard-main.mjs', import.meta.url));
  // Detached, so that a Ctrl-C in the terminal, which ends the test, does not end the guard before its work.
  const watcher = spawn(process.execPath, [main, String(lifeMs)], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const tell = (line: string) => void watcher.stdin?.write(`${line}\n`);
  return {
    start(file, args, options) {
      // A process group of its own, so that what it starts goes with it.
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
      if (child.pid === undefined) throw new Error(`${file} could not be started.`);
      const pid = child.pid;
      tell(`+${pid}`);
      child.once('exit', () => tell(`-${pid}`));
      return guarded(child, pid);
    },
    async folder(name) {
      const path = await mkdtemp(join(tmpdir(), `platen-${name}-`));
      tell(`rm ${path}`);
      return path;
    },
    async dispose() {
      if (watcher.exitCode !== null) return;
      const gone = once(watcher, 'exit');
      watcher.stdin?.end();
      await gone;
    },
  };
}

function guarded(child: ChildProcess, pid: number): GuardedProcess {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-mostOutput);
    });
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (name: NodeJS.Signals, withinMs: number) => {
    if (!isRunning()) return child.exitCode;
    const gone = once(child, 'exit');
    signalGroup(pid, name);
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), withinMs);
    await gone;
    clearTimeout(timer);
    return child.exitCode;
  };
  return {
    pid,
    child,
    output: () => text,
    isRunning,
    signal: (name) => signalGroup(pid, name),
    kill: async () => void (await end('SIGKILL', 10_000)),
    stop: (withinMs = 60_000) => end('SIGTERM', withinMs),
  };
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // The whole group has ended already.
  }
}
