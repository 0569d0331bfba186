// What whole requests cost as a site grows, without the response cache: the real server, filled by
// "platen generate posts", on SQLite and on MariaDB.
//   node bench/growth.ts [--database sqlite|mariadb|both] [--sizes 1000,100000,1000000] [--mariadb-sizes 1000,100000]
//                        [--seconds 3] [--rounds 3] [--keep DIR] [--name platen_growth] [--only NAME,…] [--html FILE]
// Sites are made for the run and removed after it; --keep stores them in a folder (on MariaDB in databases called
// NAME_SIZE), where a later run finds them. Processor time is compared, because it depends little on other
// load on the machine; on MariaDB that of the database server is included, whoever uses it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { growthReport } from './html/growth-report.ts';
import { serverPid } from './lib/database-server.ts';
import { type Growths, growthRows } from './lib/growth-rows.ts';
import type { BenchRequest } from './lib/peer.ts';
import { markdownTable } from './lib/report.ts';
import { checkAnswer, measureStretch, median } from './lib/rounds.ts';
import { wrkMissing } from './lib/wrk.ts';
import { growthRequests, madeUpPosts, madeUpWord } from './peers/growth-requests.ts';
import { type GrowthSite, mariadbSites, sqliteSites } from './peers/growth-sites.ts';

const { values: flags } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string', default: '1000,100000,1000000' },
    'mariadb-sizes': { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'string' },
    name: { type: 'string', default: 'platen_growth' },
    only: { type: 'string' },
    html: { type: 'string' },
    'mysql-url': { type: 'string', default: process.env['PLATEN_TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/' },
  },
});
if (!['sqlite', 'mariadb', 'both'].includes(flags.database)) {
  console.error('--database is sqlite, mariadb or both.');
  process.exit(2);
}
const lack = wrkMissing();
if (lack) throw new Error(lack);
const folder = flags.keep ?? (await mkdtemp(join(tmpdir(), 'platen-growth-')));
const only = flags.only === undefined ? null : new Set(flags.only.split(/,(?! )/));
const load = { seconds: Number(flags.seconds), connections: 1, folder };
const numbers = (text: string) => text.split(',').map(Number);
const keep = flags.keep !== undefined;
const before = loadavg()[0] ?? 0;

/** What a request costs on one site. */
interface Cost {
  readonly microseconds: number;
  readonly medianMs: number;
}

const databases = [
  {
    name: 'sqlite',
    title: 'SQLite',
    sizes: numbers(flags.sizes),
    others: [] as number[],
    open: sqliteSites({ folder }),
  },
  {
    name: 'mariadb',
    title: 'MariaDB',
    sizes: numbers(flags['mariadb-sizes']),
    others: [await serverPid(flags['mysql-url'])].filter((pid) => pid !== null),
    open: mariadbSites({ folder, mysqlUrl: flags['mysql-url'], name: flags.name, keep }),
  },
].filter(({ name }) => flags.database === 'both' || flags.database === name);

/** The site that is being measured. */
let current: GrowthSite | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => clear().finally(() => process.exit(130)));
try {
  const columns: { title: string; size: number; costs: Map<string, Cost> }[] = [];
  for (const { title, sizes, others, open } of databases) {
    if (title === 'MariaDB' && others.length === 0)
      console.error('The database server is not a process of this machine: its processor time is not included.');
    for (const size of sizes) {
      current = await open(size);
      columns.push({ title, size, costs: await measureSite(current, size, others) });
    }
  }
  const growthsOf = (value: (cost: Cost) => number): Growths =>
    columns.map(({ title, size, costs }) => ({
      database: title,
      size,
      values: new Map([...costs].map(([name, cost]) => [name, value(cost)])),
    }));
  await report(
    growthsOf(({ microseconds }) => microseconds),
    growthsOf(({ medianMs }) => medianMs),
  );
} finally {
  await clear();
}

/** Stops the server and removes what was made for the run, however it ends. */
async function clear(): Promise<void> {
  await current?.stop();
  if (!keep) await rm(folder, { recursive: true, force: true });
}

async function measureSite(site: GrowthSite, posts: number, others: readonly number[]): Promise<Map<string, Cost>> {
  try {
    const { url, login, pid } = await site.serve();
    await makeSearched(url, login);
    const since = new Date().toISOString();
    const costs = new Map<string, Cost>();
    for (const [name, request] of Object.entries(await growthRequests(url, login, posts))) {
      if (only && !only.has(name)) continue;
      try {
        await checkAnswer(name, request);
        costs.set(name, await costOf([pid, ...others], request));
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }
    if (keep) await removeCreated(url, login, since);
    return costs;
  } finally {
    await site.stop();
  }
}

/** Posts with a word of their own, made once in a site that is kept; then waits until all texts are indexed. */
async function makeSearched(url: string, login: string): Promise<void> {
  const posts = `${url}/wp-json/wp/v2/posts`;
  const headers = {
    authorization: `Basic ${Buffer.from(login).toString('base64')}`,
    'content-type': 'application/json',
  };
  const found = await fetch(`${posts}?search=${madeUpWord}&per_page=1&_fields=id`);
  for (let n = Number(found.headers.get('x-wp-total')); n < madeUpPosts; n += 1) {
    const body = JSON.stringify({
      title: `Made up ${n}`,
      content: `A ${madeUpWord} of the garden.`,
      status: 'publish',
    });
    await fetch(posts, { method: 'POST', headers, body });
  }
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (!/^platen_search_waiting [1-9]/m.test(text)) return;
    await sleep(1_000);
  }
}

/** The medians of the rounds, after one warm-up round. */
async function costOf(pids: readonly number[], request: BenchRequest): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round <= Number(flags.rounds); round++) {
    const { perProcessorSecond, p50Ms } = await measureStretch(pids, request, load);
    if (perProcessorSecond === null) throw new Error('This system does not report the processor time of a process.');
    if (round > 0) costs.push({ microseconds: 1e6 / perProcessorSecond, medianMs: p50Ms });
  }
  return {
    microseconds: median(costs.map(({ microseconds }) => microseconds)),
    medianMs: median(costs.map(({ medianMs }) => medianMs)),
  };
}

/** Leaves a site that is kept as large as it was. */
async function removeCreated(url: string, login: string, since: string): Promise<void> {
  const posts = `${url}/wp-json/wp/v2/posts`;
  const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  for (;;) {
    const found = (await (await fetch(`${posts}?after=${since.slice(0, 19)}&per_page=100&_fields=id`)).json()) as {
      id: number;
    }[];
    if (found.length === 0) return;
    for (const { id } of found) {
      const answer = await fetch(`${posts}/${id}?force=true`, { method: 'DELETE', headers });
      if (!answer.ok) throw new Error(`Post ${id} of a kept site could not be removed: ${await answer.text()}`);
    }
  }
}

async function report(processor: Growths, latency: Growths): Promise<void> {
  const measures = [
    {
      title: 'Processor time',
      text: 'Microseconds of processor time per request, of the server and on MariaDB also of the database server, by the number of posts. Both scales are logarithmic; the factor is the largest site compared with the smallest.',
      growths: processor,
      table: growthRows('microseconds of processor', processor),
    },
    {
      title: 'Latency',
      text: 'Milliseconds until an answer, the median, with one client.',
      growths: latency,
      table: growthRows('milliseconds, median', latency),
    },
  ];
  for (const { table } of measures) for (const line of [...markdownTable(table), '']) console.log(line);
  if (flags.html === undefined) return;
  const facts: [string, string][] = [
    ['Rounds', `${flags.rounds} of ${flags.seconds} s`],
    ['Clients', '1'],
    ['Load of the machine at the start', before.toFixed(1)],
    ['Node.js', process.versions.node],
  ];
  await writeFile(flags.html, growthReport({ measures, facts }));
}
