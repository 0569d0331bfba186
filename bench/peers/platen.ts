import { join } from 'node:path';
import { type Checkout, checkOut, findCommit } from '../lib/checkout.ts';
import { isReachable, runOnServer } from '../lib/database-server.ts';
import type { Peer, PeerContext } from '../lib/peer.ts';
import { type PlatenProgram, platenProgram } from './platen-program.ts';
import { wordpressRequests } from './wordpress-requests.ts';

export interface PlatenOptions {
  readonly name: string;
  readonly title: string;
  readonly cacheMegabytes: number;
  readonly store: 'sqlite' | 'mariadb';
}

/** Platen itself, as its users start it, on a site of its own. */
export function platenPeer(options: PlatenOptions, program: PlatenProgram = platenProgram()): Peer {
  return {
    name: options.name,
    title: options.title,
    missing: async ({ mysqlUrl }) =>
      options.store === 'sqlite' || (await isReachable(mysqlUrl)) ? null : `no database server answers at ${mysqlUrl}`,
    start: async (context) => {
      const site = await makeSite(options, program, context);
      const env = { ...site.env, PLATEN_CACHE_MB: String(options.cacheMegabytes) };
      const outputFile = join(context.folder, `${options.name}.log`);
      const { url, child, stop } = await program.serve(env, { cores: context.cores, outputFile });
      return {
        pid: child.pid,
        requests: await wordpressRequests(`${url}/wp-json`, `admin:${site.password}`),
        stop: async () => {
          await stop();
          await site.remove();
        },
      };
    },
  };
}

/** The same at another commit, which is checked out for the run. */
export function platenAtCommit(options: PlatenOptions, commit: string): Peer {
  const named = { ...options, name: `${options.name}@${commit}`, title: `${options.title} @${commit}` };
  return {
    name: named.name,
    title: named.title,
    isOlder: true,
    missing: async (context) =>
      (await findCommit(commit)) === null
        ? `there is no commit "${commit}" in this repository`
        : platenPeer(named).missing(context),
    start: async (context) => {
      const checkout: Checkout = await checkOut(await hashOf(commit), join(context.folder, options.name));
      try {
        const running = await platenPeer(named, platenProgram(checkout.root)).start(context);
        return { ...running, stop: () => running.stop().finally(checkout.remove) };
      } catch (error) {
        await checkout.remove();
        throw error;
      }
    },
  };
}

async function hashOf(commit: string): Promise<string> {
  const hash = await findCommit(commit);
  if (hash === null) throw new Error(`There is no commit "${commit}".`);
  return hash;
}

async function makeSite({ name, store }: PlatenOptions, program: PlatenProgram, context: PeerContext) {
  const { folder, mysqlUrl, posts } = context;
  const database = `platen_bench_${process.pid}_${name.replace(/\W+/g, '_')}`;
  const isServer = store === 'mariadb';
  const env = {
    PLATEN_ADMIN_PASSWORD: 'bench',
    PLATEN_SITE_URL: 'http://127.0.0.1',
    PLATEN_DATA_DIR: join(folder, `data-${name}`),
    ...(isServer ? { PLATEN_DATABASE_URL: new URL(database, mysqlUrl).href } : {}),
  };
  const remove = async (): Promise<void> => {
    if (isServer) await runOnServer(mysqlUrl, `drop database if exists \`${database}\``);
  };
  if (isServer) await runOnServer(mysqlUrl, `create database \`${database}\` character set utf8mb4`);
  try {
    await program.fill(env, posts);
    const [password = ''] = (await program.run(['app-password', 'create', 'admin', 'bench'], env)).split('\n');
    return { env, password, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
