// How Platen stands to the limit and to its peers, on the same content, the same requests and the same core.
//   npm run bench -- [--rounds 5] [--seconds 4] [--posts 1000] [--connections 8] [--peers platen-cached,bare,…]
//                  [--kinds list,item,…] [--workers]
// Servers share core 0 and are measured one at a time; the load comes from core 1. A peer that is not installed is
// left out, and said so: "node bench/peers/install.mjs" installs them.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress } from '../src/exchange/progress.ts';
import { readKinds } from './lib/peer.ts';
import { rateTable, ratioTable } from './lib/report.ts';
import { checkAnswers, measureRounds } from './lib/rounds.ts';
import { measureWorkers } from './lib/workers.ts';
import { wrkMissing } from './lib/wrk.ts';
import { startBare } from './peers/bare.ts';
import { directusPeer } from './peers/directus.ts';
import { platenPeer } from './peers/platen.ts';
import { wordpressPeer } from './peers/wordpress.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    posts: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '8' },
    peers: { type: 'string', default: '' },
    kinds: { type: 'string', default: '' },
    workers: { type: 'boolean', default: false },
    'mysql-url': { type: 'string', default: process.env.PLATEN_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/' },
  },
});

const peers = [
  platenPeer({ name: 'platen-cached', title: 'Platen cached', cacheMegabytes: 64, store: 'sqlite' }),
  platenPeer({ name: 'platen', title: 'Platen', cacheMegabytes: 0, store: 'sqlite' }),
  platenPeer({ name: 'platen-mariadb', title: 'Platen on MariaDB', cacheMegabytes: 0, store: 'mariadb' }),
  wordpressPeer,
  directusPeer,
];
const titles = new Map([['bare', 'bare node:http'], ...peers.map(({ name, title }) => [name, title])]);

/** What we hold ourselves to. */
const comparisons = [
  { one: 'platen-cached', other: 'bare', goals: { list: 0.75 } },
  { one: 'platen', other: 'wordpress', goals: { list: 40, embed: 30, item: 30, filtered: 30, create: 10 } },
  { one: 'platen', other: 'directus', goals: { list: 5 } },
  { one: 'platen-mariadb', other: 'wordpress' },
  { one: 'platen-cached', other: 'wordpress' },
];

const isPaired = availableParallelism() > 1;
const wanted = flags.peers === '' ? null : new Set(flags.peers.split(','));
const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const place = { folder, cores: '0', mysqlUrl: flags['mysql-url'], posts: Number(flags.posts) };
const load = {
  seconds: Number(flags.seconds),
  connections: Number(flags.connections),
  folder,
  ...(isPaired ? { cores: '1' } : {}),
};
const progress = createProgress(process.stderr, Date.now);
const running = new Map();
let isCleared = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clear().finally(() => process.exit(130)));
try {
  const lack = wrkMissing();
  if (lack) throw new Error(lack);
  if (flags.workers) print(await measureWorkers({ place, load, rounds: Number(flags.rounds) }));
  else await comparePeers();
} finally {
  await clear();
}

/** Servers, databases and files of the run go, however it ends. */
async function clear() {
  if (isCleared) return;
  isCleared = true;
  progress.end();
  for (const peer of running.values()) await peer.stop();
  await rm(folder, { recursive: true, force: true });
}

async function comparePeers() {
  for (const peer of peers) await startIfWanted(peer);
  const shown = running.get('platen-cached');
  if (shown && (!wanted || wanted.has('bare')))
    running.set('bare', await startBare(shown.requests, { folder, cores: place.cores }));
  const before = loadavg()[0];
  const asked = flags.kinds === '' ? [...readKinds, 'create'] : flags.kinds.split(',');
  await checkAnswers(running, asked);
  const show = (done, all, text) => progress.show(done, all, text);
  const options = { ...load, rounds: Number(flags.rounds), progress: show };
  const readsAsked = readKinds.filter((kind) => asked.includes(kind));
  const reads = await measureRounds(running, readsAsked, options);
  // Posts that are made change what is read, so they come when all reading is done.
  const writes = await measureRounds(running, asked.includes('create') ? ['create'] : [], options);
  for (const [name, kinds] of writes) for (const [kind, loads] of kinds) reads.get(name).set(kind, loads);
  progress.end();
  print([
    `${place.posts} posts, ${flags.rounds} rounds of ${flags.seconds} s, ${flags.connections} connections, load of the machine ${before.toFixed(1)} at the start`,
    '',
    ...ratioTable(reads, comparisons, { titles, rate: 'perSecond' }),
    '',
    'By processor time of the servers (that of a database server is not counted):',
    '',
    ...ratioTable(reads, comparisons, { titles, rate: 'perProcessorSecond' }),
    '',
    ...rateTable(reads, titles),
  ]);
}

async function startIfWanted(peer) {
  if (wanted && !wanted.has(peer.name)) return;
  const lack = await peer.missing(place);
  if (lack) return print([`${peer.title} is left out: ${lack}.`]);
  progress.show(0, 1, `starting ${peer.title}`);
  running.set(peer.name, await peer.start(place));
}

function print(lines) {
  for (const line of lines) console.log(line);
}
