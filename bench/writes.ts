// What a create and an update cost: processor time of the server and of its database, and how long clients wait.
//   node bench/writes.ts [--store sqlite|mariadb] [--commits COMMIT,…] [--posts 1000] [--requests 400] [--rounds 5]
//                        [--connections 8]
// This copy is measured, and the named commits beside it, round by round. PLATEN_TEST_MYSQL_URL names the server for
// mariadb; its processor time is only told where it runs on this machine, and is that of everybody who uses it.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import type { BenchRequest, RunningPeer } from './lib/peer.ts';
import { processorSeconds } from './lib/process-facts.ts';
import { median } from './lib/rounds.ts';
import { platenAtCommit, platenPeer } from './peers/platen.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    commits: { type: 'string', default: '' },
    posts: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
  },
});
const mysqlUrl = process.env['PLATEN_TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/';
const isServer = flags.store === 'mariadb';
const [count, rounds, connections] = [Number(flags.requests), Number(flags.rounds), Number(flags.connections)];
const folder = await mkdtemp(join(tmpdir(), 'bench-writes-'));
const context = { folder, cores: '0', mysqlUrl, posts: Number(flags.posts) };
const options = { name: 'platen', title: 'Platen', cacheMegabytes: 0, store: isServer ? 'mariadb' : 'sqlite' } as const;
const commits = flags.commits === '' ? [] : flags.commits.split(',');
const databasePid = isServer ? await pidOfServer() : null;

/** What one load cost, per request. */
interface Cost {
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly p50Ms: number;
  readonly perSecond: number;
}

/** The number of the last request; it starts where no other run has been. */
let sent = Date.now();

const started: { readonly name: string; readonly peer: RunningPeer; readonly ids: readonly number[] }[] = [];
try {
  for (const peer of [platenPeer(options), ...commits.map((commit) => platenAtCommit(options, commit))]) {
    const running = await peer.start(context);
    started.push({ name: peer.title, peer: running, ids: await idsAt(running) });
  }
  for (const kind of ['create', 'update'] as const) {
    const costs = new Map(started.map(({ name }) => [name, [] as Cost[]]));
    for (let round = 0; round <= rounds; round += 1)
      for (const { name, peer, ids } of round % 2 === 0 ? started : started.toReversed()) {
        const cost = await load(peer, (n) => (kind === 'create' ? creation(peer, n) : change(peer, ids, n)));
        // The first load is a warm-up.
        if (round > 0) costs.get(name)?.push(cost);
      }
    for (const [name, all] of costs) console.log(`${kind} ${name.padEnd(20)} ${line(all)}`);
  }
} finally {
  for (const { peer } of started) await peer.stop();
  await rm(folder, { recursive: true, force: true });
}

function line(costs: readonly Cost[]): string {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name])).toFixed(2);
  const database = databasePid === null ? '' : `, database ${of('databaseMs')} ms`;
  return `server ${of('serverMs')} ms${database}, p50 ${of('p50Ms')} ms, ${of('perSecond')} a second`;
}

function creation({ requests: { create } }: RunningPeer, n: number): Pick<BenchRequest, 'url' | 'headers' | 'body'> {
  if (!create?.body) throw new Error('There is no request that creates a post.');
  return { ...create, body: create.body.replace('@@', String(n)) };
}

function change(peer: RunningPeer, ids: readonly number[], n: number) {
  const { url, body, ...rest } = creation(peer, n);
  const { title, content } = JSON.parse(body ?? '') as { title: string; content: string };
  return { ...rest, url: `${url}/${ids[n % ids.length]}`, body: JSON.stringify({ title, content: `${content} ${n}` }) };
}

async function idsAt({ requests: { create } }: RunningPeer): Promise<number[]> {
  const answer = await fetch(`${create?.url}?per_page=100&_fields=id`);
  return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
}

/** Sends a fixed number of requests over so many connections. */
async function load(
  { pid }: RunningPeer,
  next: (n: number) => Pick<BenchRequest, 'url' | 'headers' | 'body'>,
): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const busy = () => [processorSeconds(pid) ?? 0, databasePid === null ? 0 : (processorSeconds(databasePid) ?? 0)];
  const [serverBefore = 0, databaseBefore = 0] = busy();
  const began = performance.now();
  const waits: number[] = [];
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      sent += 1;
      const from = performance.now();
      await send(next(sent), agent);
      waits.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - began) / 1000;
  const [serverAfter = 0, databaseAfter = 0] = busy();
  agent.destroy();
  const each = (before: number, after: number): number => ((after - before) * 1000) / count;
  return {
    serverMs: each(serverBefore, serverAfter),
    databaseMs: each(databaseBefore, databaseAfter),
    p50Ms: median(waits),
    perSecond: count / seconds,
  };
}

function send({ url, headers, body }: Pick<BenchRequest, 'url' | 'headers' | 'body'>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, ...(headers ? { headers: { ...headers } } : {}) }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        Math.floor((answer.statusCode ?? 0) / 100) === 2
          ? resolve()
          : reject(new Error(`${url} answered ${answer.statusCode}.`)),
      );
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Null where the server runs on another machine. */
async function pidOfServer(): Promise<number | null> {
  const connection = await createConnection(mysqlUrl);
  try {
    const [rows] = await connection.query('select @@pid_file as file, @@datadir as folder');
    const [row] = rows as { file: string; folder: string }[];
    if (!row) return null;
    return Number(readFileSync(isAbsolute(row.file) ? row.file : join(row.folder, row.file), 'utf8'));
  } catch {
    return null;
  } finally {
    await connection.end();
  }
}
