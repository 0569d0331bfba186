import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inventedCategories, inventedTags, inventPost } from '../../src/transfer/invented-posts.ts';
import { answersAt, freePort, startChild } from '../lib/child.ts';
import {
  type BenchRequest,
  htmlWith,
  isItem,
  isItemWith,
  listOf,
  type Peer,
  type PeerRequests,
  someOf,
} from '../lib/peer.ts';
import { emdashProject } from './emdash-project.ts';
import { installedVersion } from './npm-peer.ts';
import { peerFolder } from './peer-folder.ts';

/** EmDash on a local database file: a content server in the same language, with the same posts as a collection. */
export const emdashPeer: Peer = {
  name: 'emdash',
  title: 'EmDash',
  missing: async () =>
    installedVersion('emdash', emdashProject) === null ? 'install it with "node bench/peers/install.mjs emdash"' : null,
  start: async ({ cores, folder, posts }) => {
    // The server finds its database below the folder that it is started in.
    const cwd = join(folder, 'emdash');
    await mkdir(cwd, { recursive: true });
    const port = await freePort();
    const program = join(peerFolder('emdash'), 'dist/server/entry.mjs');
    const env = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) };
    const child = startChild(process.execPath, [program], { env, cwd, cores });
    try {
      const origin = `http://127.0.0.1:${port}`;
      // The first request creates the tables.
      await answersAt(`${origin}/_emdash/api/setup/status`, child);
      const api = apiAt(origin, createToken(join(cwd, 'data.db')));
      const requests = requestsTo(api, await fill(api, posts));
      return {
        pid: child.pid,
        version: installedVersion('emdash', emdashProject) ?? '',
        requests,
        stop: () => child.stop(),
      };
    } catch (error) {
      await child.stop();
      throw error;
    }
  },
};

/** EmDash has no password: its first user needs a browser with a passkey. So user and token are written as rows. */
function createToken(file: string): string {
  const token = `ec_pat_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest('base64url');
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    database
      .prepare("insert into users (id, email, name, role) values ('bench', 'bench@example.org', 'Bench', 50)")
      .run();
    database
      .prepare(
        "insert into _emdash_api_tokens (id, name, token_hash, prefix, user_id, scopes) values ('bench', 'bench', ?, ?, 'bench', ?)",
      )
      .run(hash, token.slice(0, 11), JSON.stringify(['admin']));
    database.prepare("insert or replace into options (name, value) values ('emdash:setup_complete', 'true')").run();
  } finally {
    database.close();
  }
  return token;
}

interface Api {
  readonly origin: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  post(path: string, body: unknown): Promise<unknown>;
}

function apiAt(origin: string, token: string): Api {
  const url = `${origin}/_emdash/api`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post: Api['post'] = async (path, body) => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return { origin, url, headers, post };
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const atOnce = 8;

/** Creates and publishes the posts; returns some in the middle of the site. */
async function fill(api: Api, posts: number): Promise<{ id: string; slug: string }[]> {
  for (const [taxonomy, names] of [
    ['category', inventedCategories],
    ['tag', inventedTags],
  ] as const)
    for (const name of names) await api.post(`taxonomies/${taxonomy}/terms`, { slug: slugOf(name), label: name });
  const publish = async (n: number) => {
    const post = postOf(n);
    const made = (await api.post('content/posts', post)) as { data: { item: { id: string } } };
    await api.post(`content/posts/${made.data.item.id}/publish`, {});
    return { id: made.data.item.id, slug: post.slug };
  };
  const all: { id: string; slug: string }[] = [];
  for (let from = 1; from <= posts; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, posts - from + 1) }, (_, at) => from + at);
    all.push(...(await Promise.all(numbers.map(publish))));
  }
  const middle = Math.floor(posts / 2);
  return all.slice(middle, middle + 20);
}

function postOf(n: number) {
  const { title, slug, content, categories, tags } = inventPost(n);
  return {
    slug,
    data: { title, content: portableText(content) },
    taxonomies: {
      category: categories.map((index) => slugOf(inventedCategories[index] ?? '')),
      tag: tags.map((index) => slugOf(inventedTags[index] ?? '')),
    },
    publishedAt: new Date(Date.UTC(2016, 0, 1) + n * 3_600_000).toISOString(),
  };
}

/** The same words as blocks: paragraphs, headings and items of lists. */
function portableText(html: string): object[] {
  const parts = html.split(/\n+/).filter((line) => line !== '' && !/^<\/?ul>$/.test(line));
  return parts.map((line, n) => ({
    _type: 'block',
    _key: `b${n}`,
    style: line.startsWith('<h2>') ? 'h2' : 'normal',
    ...(line.startsWith('<li>') ? { listItem: 'bullet', level: 1 } : {}),
    markDefs: [],
    children: [{ _type: 'span', _key: `s${n}`, text: line.replace(/<[^>]+>/g, ''), marks: [] }],
  }));
}

/** The closest equivalent to the requests of the others; lists cannot be filtered by a category. */
function requestsTo({ origin, url, headers }: Api, several: readonly { id: string; slug: string }[]): PeerRequests {
  const posts = `${url}/content/posts`;
  const items = several.map(({ id }): BenchRequest => ({ url: `${posts}/${id}`, headers, isRight: isItemWith(id) }));
  const content = portableText('It was written while somebody counted. '.repeat(50));
  const created = { data: { title: 'A post that is new @@', content }, taxonomies: { category: ['section-7'] } };
  const updated = { data: { title: 'A post that was changed @@', content } };
  return {
    list: {
      url: `${posts}?limit=10&status=published&orderBy=publishedAt&order=desc`,
      headers,
      isRight: listOf(10),
    },
    ...(items[0] ? { item: items[0] } : {}),
    items,
    search: { url: `${url}/search?q=lighthouse+walnut&collections=posts&limit=10`, headers, isRight: someOf },
    front: { url: `${origin}/`, isRight: htmlWith(/<h2[ >]/g, 10) },
    page: { url: `${origin}/posts/${several[0]?.slug}`, isRight: htmlWith(/<h1[ >]/g, 1) },
    update: items.map((one) => ({ ...one, method: 'PUT', body: JSON.stringify(updated) })),
    create: { url: posts, headers, body: JSON.stringify(created), isRight: isItem },
  };
}
