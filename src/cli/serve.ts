import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { holdLog } from '../app/log.ts';
import { linkMinutes } from '../auth/login-links.ts';
import type { Config } from '../config/config.ts';
import { type Command, CommandError } from '../extension/command.ts';
import { createPlaten, type Platen } from '../index.ts';
import { errorCode } from '../lib/error-code.ts';
import { firstExamplePassword } from './app-password.ts';
import { firstLoginLink } from './login-link.ts';

/** Starts the server: one process, or a leader with the configured number of workers. */
export const serveCommand: Command = {
  name: 'serve',
  makesSite: true,
  summary: 'Make the site where it is missing, then answer requests.',
  run: async ({ config, print }) => {
    boundHeap();
    const workers = config.workers === 0 ? availableParallelism() : config.workers;
    if (cluster.isPrimary && workers > 1) return lead(config, workers, print);
    await serveHere(config, print, { leads: cluster.isPrimary || process.env['PLATEN_TEST_LEADER'] === '1' });
  },
};

/** Creates the site and exits, for set-up scripts. */
export const initCommand: Command = {
  name: 'init',
  makesSite: true,
  summary: 'Make the site where it is missing, and stop.',
  run: async ({ config, print }) => {
    const release = holdLog();
    const platen = await createPlaten({ ...config, leads: false });
    greetNewSite(platen, print);
    if (!platen.made) print('There is a site already; nothing was changed.');
    release();
    await platen.close();
  },
};

/** What the leader tells its workers when the banner is out. */
const greeted = 'greeted';

/** Work that goes on while the server answers: the server ends with it, and the signal is aborted when the server ends. */
export type WorkBeside = (ending: AbortSignal) => Promise<void>;

/** Serves in this process until a signal comes or the work beside it is done. */
export async function serveHere(
  config: Config,
  print: (line: string) => void,
  role: { readonly leads: boolean; readonly beside?: WorkBeside },
): Promise<void> {
  const stopping = stopSignal();
  const release = holdLog();
  const platen = await createPlaten({ ...config, leads: role.leads });
  const failing = firstFault(platen);
  if (cluster.isPrimary) greetNewSite(platen, print);
  let url: string;
  try {
    url = await platen.listen();
  } catch (error) {
    await platen.close();
    throw listenFailure(error, config);
  }
  if (cluster.isPrimary) {
    await greet(platen, url, print);
    release();
  } else process.once('message', release);
  const ending = new AbortController();
  const beside = role.beside?.(ending.signal).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const stop = await Promise.race([stopping, failing, ...(beside ? [beside.then(() => 'finish' as const)] : [])]);
  ending.abort();
  if (stop === 'fault') return endAfterFault(platen, () => end(platen, 'finish'));
  await end(platen, stop);
  const failed = await beside;
  if (failed) throw failed.error;
  // The IPC channel to the leader would keep an idle worker alive.
  if (cluster.isWorker) process.disconnect();
}

/**
 * Resolves at the first error that nothing caught, such as one thrown in a timer of an extension: it may have left
 * anything half done, so the process has to end. A rejected promise that nobody waits for ends nothing: the functions
 * that it went through have cleaned up as after any failure. Both are in the log and the metrics.
 */
function firstFault(platen: Platen): Promise<'fault'> {
  process.on('unhandledRejection', (error) => platen.reportUnhandled(error, 'rejection'));
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      resolve('fault');
      platen.reportUnhandled(error, 'exception');
    });
  });
}

/** How long requests may take to finish after a fault. */
const faultGraceMs = 10_000;

/** Ends the process with a failure, so that the leader or the service manager starts another; open requests get a while. */
async function endAfterFault({ log }: Platen, finish: () => Promise<void>): Promise<never> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, faultGraceMs);
  const finished = finish().catch((err) => log.error({ err }, 'what could not be closed ends with the process'));
  await Promise.race([late, finished]);
  process.exit(1);
}

function listenFailure(error: unknown, config: Config): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new CommandError(`Port ${config.port} is taken. Choose another with PLATEN_PORT, or stop what uses it.`);
  if (code === 'EACCES')
    return new CommandError(
      `Port ${config.port} needs more rights than this user has. Choose one above 1023 with PLATEN_PORT.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CommandError(`PLATEN_HOST "${config.host}" is not an address of this machine.`);
  return error;
}

/** A generated secret, shown only by the start that generated it, and before anything else of that start can fail. */
function greetNewSite({ config, made }: Platen, print: (line: string) => void): void {
  if (!made) return;
  const whose = `\n  A new site was made. Its administrator is "${config.adminUser}"`;
  print(made.password === null ? `${whose}, with the password you set.` : `${whose}.`);
  if (made.password !== null) {
    print(`  Password (shown only this once): ${made.password}`);
    print(`  Set another with: platen user set-password ${quoted(config.adminUser)}`);
  }
  if (config.variant !== 'c')
    print(
      `  Its interface is variant ${config.variant}; PLATEN_VARIANT=c, or --variant c, chooses that of today, WordPress 7.1.`,
    );
}

const quoted = (name: string): string => (/^[\w.@-]+$/.test(name) ? name : `'${name}'`);

/** What the user needs for the first request. */
async function greet(platen: Platen, url: string, print: (line: string) => void): Promise<void> {
  const { config } = platen;
  const link = await firstLoginLink(platen, url);
  print(`\n  Platen answers at ${url}/wp-json/`);
  // Without pages of its own, readers have those of a front end, if one is named.
  const site = config.pages ? url : config.homeUrl;
  if (site) print(`  The site:      ${site}/`);
  print(`  Admin page:    ${url}/admin/`);
  print(`  Administrator: ${config.adminUser}`);
  if (link) print(`  Log in once, within ${linkMinutes} minutes, without the password:\n    ${link}`);
  print('');
  print(`  Try:  curl '${url}/wp-json/wp/v2/posts?_fields=id,title,link'`);
  const password = await firstExamplePassword(platen);
  print(
    `        curl -u '${config.adminUser}:${password ?? 'APP_PASSWORD'}' ${url}/wp-json/wp/v2/posts -d title=Hello -d status=publish`,
  );
  const name = quoted(config.adminUser);
  print(
    password === null
      ? `  Make a password for a program with: platen app-password create ${name} NAME\n`
      : `  That is a password for programs, shown only this once. List and take away: platen app-password list ${name}\n`,
  );
}

/** Says goodbye: announces the end, waits for load balancers to notice, lets requests finish. */
async function end(platen: Platen, stop: Stop): Promise<void> {
  const { drainSeconds } = platen.config;
  platen.drain();
  if (stop === 'drain' && drainSeconds > 0) {
    platen.log.info({ seconds: drainSeconds }, 'draining: requests are answered, new ones should go elsewhere');
    await sleep(drainSeconds * 1000);
  }
  platen.log.info('stopping: requests under way are finished');
  await platen.close();
  platen.log.info('stopped');
}

/** The leader creates the site and restarts workers; it does not serve requests itself. */
async function lead(config: Config, workers: number, print: (line: string) => void): Promise<void> {
  const stopping = stopSignal();
  const release = holdLog();
  const platen = await createPlaten({ ...config, leads: true });
  const failing = firstFault(platen);
  greetNewSite(platen, print);
  let isStopping = false;
  const startWorker = (earlierEnds = 0): void => {
    const startedMs = performance.now();
    const worker = cluster.fork();
    worker.once('exit', (code) => {
      if (isStopping) return;
      const ends = performance.now() - startedMs < steadyMs ? earlierEnds : 0;
      const waitMs = replacementPauseMs(ends);
      platen.log.error({ worker: worker.id, code, waitMs }, 'a worker ended and is replaced');
      setTimeout(() => isStopping || startWorker(ends + 1), waitMs);
    });
  };
  // Workers hold their logs back until the banner is out.
  let greeting: Promise<void> | undefined;
  cluster.on('listening', async (worker, at) => {
    greeting ??= greet(platen, `http://${config.host}:${at.port}`, print).then(release);
    await greeting;
    if (worker.isConnected()) worker.send(greeted);
  });
  for (let i = 0; i < workers; i++) startWorker();
  const stop = await Promise.race([stopping, failing]);
  isStopping = true;
  const finish = async (how: Stop): Promise<void> => {
    await stopWorkers(how);
    await platen.close();
    platen.log.info('all workers have stopped');
  };
  if (stop === 'fault') return endAfterFault(platen, () => finish('finish'));
  await finish(stop);
}

/** A worker that ends sooner ended soon after its start. */
const steadyMs = 60_000;
const longestPauseMs = 30_000;

/** How long to wait before a worker is replaced, if so many before it ended soon after their start. */
export function replacementPauseMs(earlierEnds: number): number {
  return Math.min(500 * 2 ** earlierEnds, longestPauseMs);
}

/** What ends the server: `drain` leaves load balancers time to notice, `finish` only lets requests end. */
export type Stop = 'drain' | 'finish';

const signals = { SIGTERM: 'drain', SIGINT: 'finish' } as const;

/**
 * Resolves at the first stop signal, or when the leader says so; a second signal ends the process at once. A worker
 * may be told by a signal to its whole group and by its leader: that is one request, not two.
 */
export function stopSignal(): Promise<Stop> {
  return new Promise((resolve) => {
    let signalled = false;
    for (const [signal, stop] of Object.entries(signals)) {
      process.on(signal, () => {
        if (signalled) process.exit(1);
        signalled = true;
        resolve(stop);
      });
    }
    if (cluster.isWorker) process.on('message', (said) => void (isStop(said) && resolve(said.stop)));
    else process.once('disconnect', () => resolve('finish'));
  });
}

/** Tells every worker to stop; resolves when all have ended. */
export async function stopWorkers(stop: Stop): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  for (const worker of workers) {
    // One that cannot be told any more is ending.
    if (worker.isConnected()) worker.send({ stop }, undefined, () => {});
  }
  await Promise.all(ended);
}

function isStop(said: unknown): said is { readonly stop: Stop } {
  return (
    typeof said === 'object' && said !== null && 'stop' in said && (said.stop === 'drain' || said.stop === 'finish')
  );
}

/** Enough for what the requests of a moment leave behind. */
const mostYoungBytes = 16 * 1024 * 1024;

/** How much may be added to what is alive before everything is collected again. */
const growthPercent = 50;

/** Until then the program may keep what it has compiled for the next start, which has to have the same settings. */
const firstAfterMs = 5_000;

/**
 * Bounds what the heap takes besides what is alive. The runtime lets it grow to several times of that before it collects
 * everything, and the system does not get all of it back. Responses that have left the cache are among what waits to be
 * collected. It begins when the start is over. Without it the benchmark of memory ends at 361 MB and rising, not at 264 and flat
 * (`bench/memory.ts`).
 */
export function boundHeap(): void {
  setTimeout(() => {
    setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
    boundYoungSpace();
  }, firstAfterMs).unref();
}

/**
 * The part of the heap for new objects grows with the load, and a collection of it that comes later gains little. The
 * runtime can be told at any time not to enlarge it; as it also makes it smaller when there is nothing to do, it is told
 * again after each collection.
 */
function boundYoungSpace(): void {
  let mayGrow = true;
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    const isSmall = young === undefined || young.space_size < mostYoungBytes;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}
