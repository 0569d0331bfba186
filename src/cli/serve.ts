import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundHeap } from '../app/background/heap-bounds.ts';
import { holdLog } from '../app/log.ts';
import { linkMinutes } from '../auth/login-links.ts';
import { type Command, CommandError } from '../commands/command.ts';
import type { Config } from '../config/config.ts';
import { errorCode } from '../error-code.ts';
import { createPlaten, type Platen } from '../platen.ts';
import { firstLoginLink } from './login-link.ts';
import { type Stop, stopSignal, stopWorkers } from './stop-signal.ts';

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

async function serveHere(config: Config, print: (line: string) => void, role: { leads: boolean }): Promise<void> {
  const stopping = stopSignal();
  const release = holdLog();
  const platen = await createPlaten({ ...config, leads: role.leads });
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
  await end(platen, await stopping);
  // The IPC channel to the leader would keep an idle worker alive.
  if (cluster.isWorker) process.disconnect();
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
  if (made.password === null) return;
  print(`  Password (shown only this once): ${made.password}`);
  print(`  Set another with: platen user set-password ${quoted(config.adminUser)}`);
}

const quoted = (name: string): string => (/^[\w.@-]+$/.test(name) ? name : `'${name}'`);

/** What the user needs for the first request. */
async function greet(platen: Platen, url: string, print: (line: string) => void): Promise<void> {
  const { config, made } = platen;
  const link = await firstLoginLink(platen, url);
  print(`\n  Platen answers at ${url}/wp-json/`);
  print(`  The site:      ${url}/`);
  print(`  Admin page:    ${url}/admin/`);
  print(`  Administrator: ${config.adminUser}`);
  if (link) print(`  Log in once, within ${linkMinutes} minutes, without the password:\n    ${link}`);
  print('');
  print(`  Try:  curl '${url}/wp-json/wp/v2/posts?_fields=id,title,link'`);
  const password = made?.password ?? 'PASSWORD';
  print(
    `        curl -u '${config.adminUser}:${password}' ${url}/wp-json/wp/v2/posts -d title=Hello -d status=publish\n`,
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
  greetNewSite(platen, print);
  let isStopping = false;
  cluster.on('exit', (worker, code) => {
    if (isStopping) return;
    platen.log.error({ worker: worker.id, code }, 'a worker ended and is replaced');
    setTimeout(() => isStopping || cluster.fork(), 500);
  });
  // Workers hold their logs back until the banner is out.
  let greeting: Promise<void> | undefined;
  cluster.on('listening', async (worker, at) => {
    greeting ??= greet(platen, `http://${config.host}:${at.port}`, print).then(release);
    await greeting;
    if (worker.isConnected()) worker.send(greeted);
  });
  for (let i = 0; i < workers; i++) cluster.fork();
  const stop = await stopping;
  isStopping = true;
  await stopWorkers(stop);
  await platen.close();
  platen.log.info('all workers have stopped');
}
