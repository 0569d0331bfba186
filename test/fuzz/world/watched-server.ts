import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Hold {
  /** When it was over. */
  readonly at: number;
  readonly ms: number;
}

export interface Memory {
  readonly heap: number;
  readonly rss: number;
}

/** What can be seen of a running server from outside. */
export interface Watch {
  isDead(): boolean;
  /** How it ended, and the last it printed. */
  lastWords(): string;
  /** The holds longer than this since the last time. */
  takeHolds(longerThan: number): Hold[];
  /** The longest hold while something is done, in milliseconds of the main thread's processor time. */
  holdDuring(work: () => Promise<unknown>): Promise<number>;
  /** After a collection of garbage. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

type Report = { hold?: Hold; begun?: true; longest?: number; memory?: Memory };

const program = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
const preload = new URL('./watch-preload.mjs', import.meta.url).href;

/** Starts the program as a process of its own, with a measuring file loaded before it. */
export async function startWatched(env: Readonly<Record<string, string>>, readyUrl: string): Promise<Watch> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'));
  const child = spawn(process.execPath, ['--import', preload, program, 'serve'], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk).slice(-8000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  let holds: Hold[] = [];
  child.on('message', ({ hold }: Report) => {
    if (hold) holds.push(hold);
  });
  const watch: Watch = {
    isDead,
    lastWords: () => `status ${child.exitCode ?? child.signalCode}: ${printed.slice(-2000)}`,
    takeHolds(longerThan) {
      const taken = holds.filter(({ ms }) => ms > longerThan);
      holds = [];
      return taken;
    },
    async holdDuring(work) {
      await asked(child, 'begin', ({ begun }) => begun);
      await work();
      const longest = (await asked(child, 'end', (report) => report.longest)) ?? 0;
      holds = [];
      return longest;
    },
    memory: async () => (await asked(child, 'memory', (report) => report.memory)) ?? { heap: 0, rss: 0 },
    async stop() {
      if (isDead()) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
  await ready(readyUrl, watch);
  return watch;
}

/** The answer of the server to a question; undefined where it has ended. */
function asked<T>(child: ChildProcess, order: string, read: (report: Report) => T | undefined): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (value: T | undefined) => {
      child.off('message', hear).off('exit', gone);
      resolve(value);
    };
    const hear = (report: Report) => {
      const value = read(report);
      if (value !== undefined) end(value);
    };
    const gone = () => end(undefined);
    child.on('message', hear).on('exit', gone);
    if (child.connected) child.send(order);
    else end(undefined);
  });
}

async function ready(url: string, watch: Watch): Promise<void> {
  for (let tries = 0; tries < 2400; tries++) {
    if (watch.isDead()) throw new Error(`The server ended before it answered: ${watch.lastWords()}`);
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((next) => setTimeout(next, 25));
  }
  throw new Error(`The server did not answer: ${watch.lastWords()}`);
}
