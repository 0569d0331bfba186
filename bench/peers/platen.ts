import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { answersAt, freePort, runChild, startChild } from '../lib/child.ts';
import type { BenchRequest, Peer, PeerPlace, RequestKind } from '../lib/peer.ts';
import { isItem, listOf, someOf } from '../lib/peer.ts';

const program = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

export interface PlatenOptions {
  readonly name: string;
  readonly title: string;
  readonly cacheMegabytes: number;
  readonly store: 'sqlite' | 'mariadb';
}

/** Platen itself, as its users start it, on a site of its own. */
export function platenPeer(options: PlatenOptions): Peer {
  return {
    name: options.name,
    title: options.title,
    missing: async ({ mysqlUrl }) =>
      options.store === 'sqlite' || (await isThere(mysqlUrl)) ? null : `no database server answers at ${mysqlUrl}`,
    start: async (place) => {
      const site = await makeSite(options, place);
      const env = { ...site.env, PLATEN_CACHE_MB: String(options.cacheMegabytes) };
      const outputFile = join(place.folder, `${options.name}.log`);
      const running = await startPlaten(env, { cores: place.cores, outputFile });
      return {
        pid: running.child.pid,
        requests: await wordpressRequests(`${running.url}/wp-json`, `admin:${site.password}`),
        stop: async () => {
          await running.stop();
          await site.remove();
        },
      };
    },
  };
}

/** Starts the server on a free port and waits for it. It logs every request, as it does by default, to the file. */
export async function startPlaten(
  env: Readonly<Record<string, string>>,
  options: { readonly cores?: string; readonly outputFile: string },
) {
  const port = await freePort();
  const child = startChild(process.execPath, [program, 'serve'], {
    env: { ...env, PLATEN_PORT: String(port) },
    ...options,
  });
  const url = `http://127.0.0.1:${port}`;
  await answersAt(`${url}/readyz`, child);
  return { url, child, stop: () => child.stop() };
}

/** Runs a command of the program. */
export function runPlaten(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return runChild(process.execPath, [program, ...args], { env });
}

/** Fills the tables that the environment names with the content of the run. */
export async function fillSite(env: Readonly<Record<string, string>>, posts: number): Promise<void> {
  await runPlaten(['generate', 'posts', String(posts)], env);
}

/** What is asked of a server that speaks the interface: it is the same for all of them. */
export async function wordpressRequests(
  api: string,
  login: string,
): Promise<Readonly<Record<RequestKind, BenchRequest>>> {
  const ask = async (path: string) => (await (await fetch(`${api}${path}`)).json()) as { id: number }[];
  const id = (await ask('/wp/v2/posts?offset=50&per_page=1'))[0]?.id;
  const category = (await ask('/wp/v2/categories?slug=section-7'))[0]?.id;
  const tags = (await ask('/wp/v2/tags?per_page=2')).map((tag) => tag.id);
  const post = {
    title: 'A post that is new @@',
    content: `<p>${'It was written while somebody counted. '.repeat(50)}</p>`,
    status: 'publish',
    categories: [category],
    tags,
  };
  return {
    list: { url: `${api}/wp/v2/posts`, isRight: listOf(10) },
    embed: { url: `${api}/wp/v2/posts?_embed`, isRight: listOf(10) },
    item: { url: `${api}/wp/v2/posts/${id}`, isRight: isItem },
    filtered: { url: `${api}/wp/v2/posts?categories=${category}`, isRight: listOf(10) },
    search: { url: `${api}/wp/v2/posts?search=lighthouse+walnut`, isRight: someOf },
    create: {
      url: `${api}/wp/v2/posts`,
      headers: {
        authorization: `Basic ${Buffer.from(login).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(post),
      isRight: isItem,
    },
  };
}

async function makeSite({ name, store }: PlatenOptions, { folder, mysqlUrl, posts }: PeerPlace) {
  const dataDir = join(folder, name);
  const made = { PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_SITE_URL: 'http://127.0.0.1' };
  if (store === 'sqlite') {
    const env = { ...made, PLATEN_DATA_DIR: dataDir };
    await fillSite(env, posts);
    return { env, password: await applicationPassword(env), remove: async () => {} };
  }
  const database = `platen_bench_${process.pid}`;
  await onServer(mysqlUrl, `create database \`${database}\` character set utf8mb4`);
  const env = { ...made, PLATEN_DATA_DIR: dataDir, PLATEN_DATABASE_URL: new URL(database, mysqlUrl).href };
  await fillSite(env, posts);
  const remove = () => onServer(mysqlUrl, `drop database if exists \`${database}\``);
  return { env, password: await applicationPassword(env), remove };
}

async function applicationPassword(env: Readonly<Record<string, string>>): Promise<string> {
  const printed = await runPlaten(['app-password', 'create', 'admin', 'bench'], env);
  return printed.split('\n')[0] as string;
}

/** Whether a database server answers. */
export async function isThere(mysqlUrl: string): Promise<boolean> {
  return onServer(mysqlUrl, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Runs one statement on the database server. */
export async function onServer(mysqlUrl: string, statement: string): Promise<void> {
  const connection = await createConnection(mysqlUrl);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
