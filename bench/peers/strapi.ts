import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventedAuthors, inventedCategories, inventedTags, inventPost } from '../../src/transfer/invented-posts.ts';
import { answersAt, freePort, startChild } from '../lib/child.ts';
import { isReachable, runOnServer } from '../lib/database-server.ts';
import { type BenchRequest, isItem, isItemWith, listOf, type Peer, type PeerRequests, someOf } from '../lib/peer.ts';
import { installedVersion } from './npm-peer.ts';
import { peerFolder } from './peer-folder.ts';
import { strapiProject } from './strapi-project.ts';

/** Strapi over MariaDB: a content server in the same language, with the same posts as a collection. */
export const strapiPeer: Peer = {
  name: 'strapi',
  title: 'Strapi',
  missing: async ({ mysqlUrl }) => {
    if (installedVersion('strapi', strapiProject) === null)
      return 'install it with "node bench/peers/install.mjs strapi"';
    return (await isReachable(mysqlUrl)) ? null : `no database server answers at ${mysqlUrl}`;
  },
  start: async ({ cores, folder, mysqlUrl, posts }) => {
    const database = `strapi_bench_${process.pid}`;
    await runOnServer(mysqlUrl, `create database \`${database}\` character set utf8mb4`);
    const remove = () => runOnServer(mysqlUrl, `drop database if exists \`${database}\``);
    const tokenFile = join(folder, 'strapi-token');
    const port = await freePort();
    const cwd = peerFolder('strapi');
    const program = join(cwd, 'node_modules/@strapi/strapi/bin/strapi.js');
    const env = settings(new URL(mysqlUrl), database, { port, tokenFile });
    const child = startChild(process.execPath, [program, 'start'], { env, cwd, cores });
    const stop = () => child.stop().then(remove);
    try {
      await answersAt(`http://127.0.0.1:${port}/_health`, child);
      const api = apiAt(`http://127.0.0.1:${port}/api`, await readFile(tokenFile, 'utf8'));
      const requests = requestsTo(api, await fill(api, posts));
      return { pid: child.pid, version: installedVersion('strapi', strapiProject) ?? '', requests, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

function settings(mysql: URL, database: string, { port, tokenFile }: { port: number; tokenFile: string }) {
  return {
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_HOST: mysql.hostname,
    DATABASE_PORT: mysql.port || '3306',
    DATABASE_USER: decodeURIComponent(mysql.username),
    DATABASE_PASSWORD: decodeURIComponent(mysql.password),
    DATABASE_NAME: database,
    BENCH_TOKEN_FILE: tokenFile,
    STRAPI_TELEMETRY_DISABLED: 'true',
  };
}

interface Api {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates a document and returns its identifier. */
  create(path: string, data: unknown): Promise<string>;
}

function apiAt(url: string, token: string): Api {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const create: Api['create'] = async (path, data) => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify({ data }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { documentId: string } }).data.documentId;
  };
  return { url, headers, create };
}

interface Filled {
  /** Posts in the middle of the site. */
  readonly several: readonly string[];
  readonly author: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
}

const atOnce = 8;

async function fill(api: Api, posts: number): Promise<Filled> {
  const named = async (path: string, names: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const name of names) ids.push(await api.create(path, { name, slug: name.toLowerCase().replaceAll(' ', '-') }));
    return ids;
  };
  const authors = await named('authors', inventedAuthors);
  const categories = await named('categories', inventedCategories);
  const tags = await named('tags', inventedTags);
  const ids: string[] = [];
  for (let from = 1; from <= posts; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, posts - from + 1) }, (_, at) => from + at);
    ids.push(...(await Promise.all(numbers.map((n) => api.create('posts', postOf(n, { authors, categories, tags }))))));
  }
  const middle = Math.floor(posts / 2);
  return { several: ids.slice(middle, middle + 20), author: authors[0] ?? '', categories, tags };
}

function postOf(n: number, ids: Record<'authors' | 'categories' | 'tags', readonly string[]>): object {
  const { title, slug, content, author, categories, tags } = inventPost(n);
  return {
    title,
    slug,
    content,
    state: 'publish',
    date: new Date(Date.UTC(2016, 0, 1) + n * 3_600_000).toISOString(),
    author: ids.authors[author],
    categories: categories.map((index) => ids.categories[index]),
    tags: tags.map((index) => ids.tags[index]),
  };
}

/** The closest equivalent to the requests of the others: the same fields of the same posts. */
function requestsTo({ url, headers }: Api, { several, author, categories, tags }: Filled): PeerRequests {
  const posts = `${url}/posts`;
  const brackets = (query: string) => query.replaceAll('[', '%5B').replaceAll(']', '%5D').replaceAll('$', '%24');
  const ids = ['author', 'categories', 'tags'].map((name) => `populate[${name}][fields][0]=id`).join('&');
  const page = 'pagination[pageSize]=10&sort=date:desc';
  const contains = ['lighthouse', 'walnut'].map((word, n) => `filters[$and][${n}][content][$containsi]=${word}`);
  const at = (query: string, isRight: BenchRequest['isRight']): BenchRequest => ({
    url: `${posts}?${brackets(query)}`,
    headers,
    isRight,
  });
  const items = several.map(
    (id): BenchRequest => ({ url: `${posts}/${id}?${brackets(ids)}`, headers, isRight: isItemWith(id) }),
  );
  const content = `<p>${'It was written while somebody counted. '.repeat(50)}</p>`;
  const created = {
    title: 'A post that is new @@',
    slug: 'a-post-that-is-new',
    content,
    state: 'publish',
    date: '2026-01-01T00:00:00.000Z',
    author,
    categories: [categories[6]],
    tags: tags.slice(0, 2),
  };
  const updated = { title: 'A post that was changed @@', content: `${content}<p>@@</p>` };
  return {
    list: at(`${page}&${ids}`, listOf(10)),
    embed: at(`${page}&populate=*`, listOf(10)),
    ...(items[0] ? { item: items[0] } : {}),
    items,
    filtered: at(`${page}&${ids}&filters[categories][slug][$eq]=section-7`, listOf(10)),
    search: at(`${page}&${ids}&${contains.join('&')}`, someOf),
    update: items.map((one) => ({ ...one, method: 'PUT', body: JSON.stringify({ data: updated }) })),
    create: { url: posts, headers, body: JSON.stringify({ data: created }), isRight: isItem },
  };
}
