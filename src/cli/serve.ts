import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { holdLog } from '../app/log.ts';
import { type Command, CommandError } from '../commands/command.ts';
import type { Config } from '../config/config.ts';
import { errorCode } from '../error-code.ts';
import { createPlaten, type Platen } from '../platen.ts';

/** Starts the server: one process, or a leader with the configured number of workers. */
export const serveCommand: Command = {
  name: 'serve',
  makesSite: true,
  summary: 'Make the site where it is missing, then answer requests.',
  run: async ({ config, print }) => {
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
    greet(platen, url, print);
    release();
  } else process.once('message', release);
  await stopSignal();
  await platen.close();
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
function greet({ config, made }: Platen, url: string, print: (line: string) => void): void {
  print(`\n  Platen answers at ${url}/wp-json/`);
  print(`  Administrator: ${config.adminUser}\n`);
  print(`  Try:  curl '${url}/wp-json/wp/v2/posts?_fields=id,title,link'`);
  const password = made?.password ?? 'PASSWORD';
  print(
    `        curl -u '${config.adminUser}:${password}' ${url}/wp-json/wp/v2/posts -d title=Hello -d status=publish\n`,
  );
}

/** Resolves at the first stop signal; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('disconnect', stop);
  });
}

/** The leader creates the site and restarts workers; it does not serve requests itself. */
async function lead(config: Config, workers: number, print: (line: string) => void): Promise<void> {
  const release = holdLog();
  const platen = await createPlaten({ ...config, leads: true });
  greetNewSite(platen, print);
  let stopping = false;
  cluster.on('exit', (worker, code) => {
    if (stopping) return;
    platen.log.error({ worker: worker.id, code }, 'a worker ended and is replaced');
    setTimeout(() => stopping || cluster.fork(), 500);
  });
  const first = new Promise<string>((resolve) => {
    cluster.once('listening', (_worker, at) => resolve(`http://${config.host}:${at.port}`));
  });
  for (let i = 0; i < workers; i++) cluster.fork();
  greet(platen, await first, print);
  release();
  // Workers hold their logs back until the banner is out.
  for (const worker of Object.values(cluster.workers ?? {})) worker?.send(greeted);
  cluster.on('listening', (worker) => worker.send(greeted));
  await stopSignal();
  stopping = true;
  const gone = Promise.all(
    Object.values(cluster.workers ?? {}).map((worker) => new Promise((resolve) => worker?.once('exit', resolve))),
  );
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  await gone;
  await platen.close();
}
