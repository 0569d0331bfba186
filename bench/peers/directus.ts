import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inventedAuthors, inventedCategories, inventedTags, inventPost } from '../../src/transfer/invented-posts.ts';
import { answersAt, freePort, runChild, startChild } from '../lib/child.ts';
import { isReachable, runOnServer } from '../lib/database-server.ts';
import { type BenchRequest, isItem, isItemWith, listOf, type Peer, type RunningPeer, someOf } from '../lib/peer.ts';
import { directusProject } from './directus-project.ts';
import { installedVersion } from './npm-peer.ts';
import { peerFolder } from './peer-folder.ts';

const program = join(peerFolder('directus'), 'node_modules/directus/cli.js');
const token = 'token-of-the-benchmark';

/** Directus over MariaDB: a content server in the same language, with the same posts as a collection. */
export const directusPeer: Peer = {
  name: 'directus',
  title: 'Directus',
  missing: async ({ mysqlUrl }) => {
    if (!existsSync(program)) return 'install it with "node bench/peers/install.mjs directus"';
    return (await isReachable(mysqlUrl)) ? null : `no database server answers at ${mysqlUrl}`;
  },
  start: async ({ cores, mysqlUrl, posts }) => {
    const database = `directus_bench_${process.pid}`;
    await runOnServer(mysqlUrl, `create database \`${database}\` character set utf8mb4`);
    const remove = () => runOnServer(mysqlUrl, `drop database if exists \`${database}\``);
    try {
      const { api, child } = await startServer(settings(new URL(mysqlUrl), database, await freePort()), cores);
      const stop = () => child.stop().then(remove);
      await fill(api, posts).catch((error) => stop().then(() => Promise.reject(error)));
      return {
        pid: child.pid,
        version: installedVersion('directus', directusProject) ?? '',
        requests: requestsAt(api, posts),
        stop,
      };
    } catch (error) {
      await remove();
      throw error;
    }
  },
};

async function startServer(env: Readonly<Record<string, string>>, cores: string) {
  const cwd = peerFolder('directus');
  await runChild(process.execPath, [program, 'bootstrap'], { env, cwd });
  const child = startChild(process.execPath, [program, 'start'], { env, cwd, cores });
  const api = env['PUBLIC_URL'] as string;
  await answersAt(`${api}/server/ping`, child);
  return { api, child };
}

function settings(mysql: URL, database: string, port: number): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'secret-of-the-benchmark-secret-of-the-benchmark',
    DB_CLIENT: 'mysql',
    DB_HOST: mysql.hostname,
    DB_PORT: mysql.port || '3306',
    DB_USER: decodeURIComponent(mysql.username),
    DB_PASSWORD: decodeURIComponent(mysql.password),
    DB_DATABASE: database,
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: 'bench-bench',
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    SERVE_APP: 'false',
    WEBSOCKETS_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
  };
}

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** The closest equivalent to the requests of the others: the same fields of the same posts. */
function requestsAt(api: string, count: number): RunningPeer['requests'] {
  const posts = `${api}/items/posts`;
  const plain = 'fields=*,categories.categories_id,tags.tags_id';
  const whole = 'fields=*,author.*,categories.categories_id.*,tags.tags_id.*';
  const page = 'limit=10&sort=-date&meta=filter_count';
  const body = {
    title: 'A post that is new @@',
    slug: 'a-post-that-is-new',
    content: `<p>${'It was written while somebody counted. '.repeat(50)}</p>`,
    status: 'publish',
    date: '2026-01-01T00:00:00',
    author: 1,
    categories: [{ categories_id: 7 }],
    tags: [{ tags_id: 1 }, { tags_id: 2 }],
  };
  const changed = { title: 'A post that was changed @@', content: `${body.content}<p>@@</p>` };
  const itemAt = (id: number): BenchRequest => ({ url: `${posts}/${id}?${plain}`, headers, isRight: isItemWith(id) });
  const middle = Math.floor(count / 2);
  const items = Array.from({ length: 20 }, (_, n) => itemAt(middle + n));
  return {
    list: { url: `${posts}?${page}&${plain}`, headers, isRight: listOf(10) },
    embed: { url: `${posts}?${page}&${whole}`, headers, isRight: listOf(10) },
    item: itemAt(middle),
    items,
    filtered: {
      url: `${posts}?${page}&${plain}&filter%5Bcategories%5D%5Bcategories_id%5D%5B_eq%5D=7`,
      headers,
      isRight: listOf(10),
    },
    search: { url: `${posts}?${page}&${plain}&search=lighthouse%20walnut`, headers, isRight: someOf },
    update: items.map((one) => ({ ...one, method: 'PATCH', body: JSON.stringify(changed) })),
    create: { url: posts, headers, body: JSON.stringify(body), isRight: isItem },
  };
}

const text = (field: string, type = 'string') => ({ field, type, schema: {}, meta: {} });
const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} };

const postFields = [
  text('title'),
  { ...text('slug'), schema: { is_indexed: true } },
  text('content', 'text'),
  text('status'),
  { ...text('date', 'dateTime'), schema: { is_indexed: true } },
  { field: 'author', type: 'integer', schema: {}, meta: { special: ['m2o'] } },
  { field: 'categories', type: 'alias', meta: { special: ['m2m'] } },
  { field: 'tags', type: 'alias', meta: { special: ['m2m'] } },
];

interface Api {
  send(path: string, body: unknown): Promise<void>;
  collection(name: string, fields: readonly unknown[]): Promise<void>;
}

function apiAt(url: string): Api {
  const send = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
  };
  return {
    send,
    collection: (name, fields) =>
      send('/collections', { collection: name, schema: {}, meta: {}, fields: [id, ...fields] }),
  };
}

async function fill(url: string, posts: number): Promise<void> {
  const api = apiAt(url);
  for (const name of ['authors', 'categories', 'tags']) await api.collection(name, [text('name'), text('slug')]);
  await api.collection('posts', postFields);
  await api.send('/relations', { collection: 'posts', field: 'author', related_collection: 'authors', schema: {} });
  for (const name of ['categories', 'tags']) await joinPostsTo(name, api);
  const named = (names: readonly string[]) =>
    names.map((name) => ({ name, slug: name.toLowerCase().replaceAll(' ', '-') }));
  await api.send('/items/authors', named(inventedAuthors));
  await api.send('/items/categories', named(inventedCategories));
  await api.send('/items/tags', named(inventedTags));
  for (let from = 1; from <= posts; from += 100) {
    const numbers = Array.from({ length: Math.min(100, posts - from + 1) }, (_, at) => from + at);
    await api.send('/items/posts', numbers.map(itemOf));
  }
}

/** The join table between posts and their categories or tags. */
async function joinPostsTo(name: string, api: Api): Promise<void> {
  const between = `posts_${name}`;
  const key = (field: string) => ({ field, type: 'integer', schema: { is_indexed: true }, meta: {} });
  await api.collection(between, [key('posts_id'), key(`${name}_id`)]);
  await api.send('/relations', {
    collection: between,
    field: `${name}_id`,
    related_collection: name,
    schema: {},
    meta: { junction_field: 'posts_id' },
  });
  await api.send('/relations', {
    collection: between,
    field: 'posts_id',
    related_collection: 'posts',
    schema: {},
    meta: { one_field: name, junction_field: `${name}_id` },
  });
}

function itemOf(n: number): object {
  const { title, slug, content, author, categories, tags } = inventPost(n);
  return {
    title,
    slug,
    content,
    status: 'publish',
    date: new Date(Date.UTC(2016, 0, 1) + n * 3_600_000).toISOString().slice(0, 19),
    author: author + 1,
    categories: categories.map((index) => ({ categories_id: index + 1 })),
    tags: tags.map((index) => ({ tags_id: index + 1 })),
  };
}
