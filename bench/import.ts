// How fast an export file is imported and exported, and how much memory that takes.
//   node bench/import.ts [--posts 100000] [--store sqlite|mariadb]
// The database is made for the run and removed after it; PLATEN_TEST_MYSQL_URL names the server for mariadb.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { corePostTypes } from '../src/rules/content/core-content-types.ts';
import { openBulkWriter } from '../src/storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../src/storage/bulk/table-snapshot.ts';
import { openStore } from '../src/storage/open/open-store.ts';
import { importWxr } from '../src/transfer/import/import-wxr.ts';
import { exportWxr } from '../src/transfer/wxr/export-wxr.ts';
import { readWxr } from '../src/transfer/wxr/read-wxr.ts';
import { writeWxr } from '../src/transfer/wxr/write-wxr.ts';
import type { WxrItem, WxrPart } from '../src/transfer/wxr/wxr-parts.ts';

const { values: flags } = parseArgs({
  options: { posts: { type: 'string', default: '100000' }, store: { type: 'string', default: 'sqlite' } },
});
const posts = Number(flags.posts);
const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
const server = process.env['PLATEN_TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/';
const database = `bench_import_${process.pid}`;
const url = flags.store === 'mariadb' ? new URL(database, server).href : `sqlite:${join(folder, 'content.db')}`;
if (flags.store === 'mariadb') await onServer(`create database ${database} character set utf8mb4`);
try {
  const file = join(folder, 'export.xml');
  const writtenAt = new Date('2026-01-01T00:00:00Z');
  await pipeline(Readable.from(writeWxr(invented(posts), { generator: 'bench', writtenAt })), createWriteStream(file));
  console.log(`file: ${megabytes((await stat(file)).size)} MB, ${posts} posts, ${flags.store}`);

  const store = await openStore({ url });
  store.holdIndexing();
  const bring = () =>
    importWxr(
      readWxr(createReadStream(file, { highWaterMark: 256 * 1024 })),
      { authors: new Map(), rewriteLinks: null },
      {
        store,
        openBulk: () => openBulkWriter({ url, prefix: 'wp_' }),
        files: { take: async () => ({ isKept: false, reason: 'not measured' }) },
        types: corePostTypes,
        meta: [],
        nowMs: Date.now(),
      },
    );
  await timed('read only', async () => {
    let parts = 0;
    for await (const _part of readWxr(createReadStream(file, { highWaterMark: 256 * 1024 }))) parts += 1;
    return parts;
  });
  await timed('import', async () => (await bring()).total('item').imported);
  await timed('import again', async () => (await bring()).total('item').present);
  await timed('export', async () => {
    const snapshot = await openTableSnapshot({ url, prefix: 'wp_' });
    const site = { url: 'http://site.test', title: 'Bench', tagline: '', language: 'en_US' };
    const parts = exportWxr({ snapshot, site, uploadsUrl: '', prefix: 'wp_', stickyIds: new Set(), meta: [] });
    await pipeline(Readable.from(writeWxr(parts, { generator: 'bench', writtenAt })), createWriteStream(`${file}.out`));
    await snapshot.close();
    return posts;
  });
  await store.close();
} finally {
  if (flags.store === 'mariadb') await onServer(`drop database if exists ${database}`);
  await rm(folder, { recursive: true, force: true });
}

async function timed(name: string, work: () => Promise<number>): Promise<void> {
  globalThis.gc?.();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const started = performance.now();
  const busy = process.cpuUsage();
  const count = await work();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const { user, system } = process.cpuUsage(busy);
  const cpu = ((user + system) / 1e6).toFixed(1);
  const rate = Math.round(count / seconds);
  console.log(
    `${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${rate} a second  cpu ${cpu} s  peak ${megabytes(peak)} MB`,
  );
}

/** A typical blog: a few categories and authors, tags, some comments with replies, two meta rows per post. */
function* invented(count: number): Generator<WxrPart> {
  const home = 'https://old.example';
  yield {
    kind: 'site',
    site: { version: '1.2', title: 'Old', description: '', language: 'en-US', siteUrl: home, homeUrl: home },
  };
  for (let i = 1; i <= 20; i += 1)
    yield {
      kind: 'term',
      term: {
        id: i + 100,
        taxonomy: 'category',
        slug: `c-${i}`,
        parentSlug: i > 10 ? `c-${i - 10}` : '',
        name: `Category ${i}`,
        description: '',
        meta: [],
      },
    };
  for (let id = 1; id <= count; id += 1) yield { kind: 'item', item: post(id, home) };
}

function post(id: number, home: string): WxrItem {
  const date = new Date(Date.UTC(2005, 0, 1) + id * 5_000_000).toISOString().slice(0, 19).replace('T', ' ');
  const comment = (n: number, parentId: number) => ({
    id: id * 2 + n,
    authorName: 'A reader',
    authorEmail: `reader-${id % 997}@example.org`,
    authorUrl: '',
    authorIp: '192.0.2.7',
    date,
    dateGmt: date,
    content: 'A remark of middling length about what stands above.',
    approved: '1',
    type: 'comment',
    parentId,
    userId: 0,
    agent: '',
    karma: 0,
    meta: [],
  });
  return {
    id,
    type: 'post',
    title: `Post number ${id}`,
    link: `${home}/?p=${id}`,
    creator: `author-${id % 5}`,
    guid: `${home}/?p=${id}`,
    content: `<p>${'A sentence of a post that somebody wrote long ago. '.repeat(20 + (id % 30))}</p>`,
    excerpt: '',
    date,
    dateGmt: date,
    modified: date,
    modifiedGmt: date,
    commentStatus: 'open',
    pingStatus: 'open',
    slug: `post-number-${id}`,
    status: 'publish',
    parentId: 0,
    menuOrder: 0,
    password: '',
    mimeType: '',
    toPing: '',
    pinged: '',
    contentFiltered: '',
    isSticky: false,
    attachmentUrl: '',
    terms: [
      { taxonomy: 'category', slug: `c-${(id % 20) + 1}`, name: '' },
      { taxonomy: 'post_tag', slug: `t-${id % 300}`, name: `Tag ${id % 300}` },
    ],
    meta: [
      { key: '_edit_last', value: '1' },
      { key: 'mood', value: 'calm' },
    ],
    comments: id % 3 === 0 ? [comment(0, 0), comment(1, id * 2)] : [],
  };
}

async function onServer(statement: string): Promise<void> {
  const connection = await createConnection(server);
  await connection.query(statement);
  await connection.end();
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
