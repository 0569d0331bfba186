// How Platen compares to the limit and to its peers, with the same content, the same requests and on the same core.
//   npm run bench -- [--rounds 5] [--seconds 4] [--posts 1000] [--connections 8] [--peers platen-cached,bare,…]
//                  [--kinds list,item,…] [--workers] [--html FILE]
//   npm run bench -- --peers platen,platen@COMMIT      this copy against another commit of it, nine rounds
// Servers share core 0 and are measured one at a time; the load comes from core 1. A peer that is not installed is
// skipped with a message: "node bench/peers/install.mjs" installs them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress } from '../src/transfer/progress.ts';
import { comparisonReport } from './html/comparison-report.ts';
import { readKinds, requestKinds, writeKinds } from './lib/peer.ts';
import { costRows, markdownTable, rateRows, ratioRows, relationLines } from './lib/report.ts';
import { answeredRequests, checkAnswers, measureRounds } from './lib/rounds.ts';
import { measureWorkers } from './lib/workers.ts';
import { wrkMissing } from './lib/wrk.ts';
import { startBare } from './peers/bare.ts';
import { directusPeer } from './peers/directus.ts';
import { emdashPeer } from './peers/emdash.ts';
import { platenAtCommit, platenPeer } from './peers/platen.ts';
import { strapiPeer } from './peers/strapi.ts';
import { wordpressPeer } from './peers/wordpress.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    posts: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '8' },
    peers: { type: 'string', default: '' },
    kinds: { type: 'string', default: '' },
    workers: { type: 'boolean', default: false },
    html: { type: 'string' },
    'mysql-url': { type: 'string', default: process.env.PLATEN_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/' },
  },
});

const wanted = flags.peers === '' ? null : new Set(flags.peers.split(','));
const ours = [
  { name: 'platen-cached', title: 'Platen cached', cacheMegabytes: 64, store: 'sqlite' },
  { name: 'platen', title: 'Platen', cacheMegabytes: 0, store: 'sqlite' },
  { name: 'platen-mariadb', title: 'Platen on MariaDB', cacheMegabytes: 0, store: 'mariadb' },
];
/** Platen at other commits, by the peer they are a version of. */
const versions = ours.map((options) => ({
  base: options.name,
  peers: [...(wanted ?? [])]
    .filter((name) => name.startsWith(`${options.name}@`))
    .map((name) => platenAtCommit(options, name.slice(options.name.length + 1))),
}));
const peers = [
  ...ours.map((options) => platenPeer(options)),
  ...versions.flatMap((version) => version.peers),
  wordpressPeer,
  directusPeer,
  strapiPeer,
  emdashPeer,
];
const titles = new Map([['bare', 'bare node:http'], ...peers.map(({ name, title }) => [name, title])]);
const unknown = [...(wanted ?? [])].filter((name) => !titles.has(name));
if (unknown.length > 0) {
  console.error(
    `There is no peer ${unknown.join(', ')}. Known are ${[...titles.keys()].join(', ')}, and platen@COMMIT.`,
  );
  process.exit(2);
}
const asked = flags.kinds === '' ? requestKinds : flags.kinds.split(',');
const unknownKinds = asked.filter((kind) => !requestKinds.includes(kind));
if (unknownKinds.length > 0) {
  console.error(`There is no kind ${unknownKinds.join(', ')}. Known are ${requestKinds.join(', ')}.`);
  process.exit(2);
}

/** Our goals. */
const comparisons = [
  ...versions.flatMap(versionComparisons),
  { one: 'platen-cached', other: 'bare', goals: { list: 0.75 } },
  { one: 'platen', other: 'wordpress', goals: { list: 40, embed: 30, item: 30, filtered: 30, create: 10, front: 20 } },
  { one: 'platen', other: 'directus', goals: { list: 5 } },
  { one: 'platen', other: 'strapi' },
  { one: 'platen', other: 'emdash' },
  { one: 'platen-mariadb', other: 'wordpress' },
  { one: 'platen-cached', other: 'wordpress' },
];

const isPaired = availableParallelism() > 1;
const rounds = Number(flags.rounds ?? (versions.some((version) => version.peers.length > 0) ? 9 : 5));
const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
const context = { folder, cores: '0', mysqlUrl: flags['mysql-url'], posts: Number(flags.posts) };
const load = {
  seconds: Number(flags.seconds),
  connections: Number(flags.connections),
  folder,
  ...(isPaired ? { cores: '1' } : {}),
};
const progress = createProgress(process.stderr, Date.now);
const running = new Map();
let clearing = null;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clear().finally(() => process.exit(130)));
try {
  const lack = wrkMissing();
  if (lack) throw new Error(lack);
  if (flags.workers) print(await measureWorkers(context, { ...load, rounds }));
  else await comparePeers();
} finally {
  await clear();
}

/** Stops the servers and removes databases and files of the run, however it ends; whoever asks again waits for it. */
function clear() {
  clearing ??= clearAll();
  return clearing;
}

async function clearAll() {
  progress.end();
  for (const [name, peer] of running)
    await peer.stop().catch((error) => console.error(`${titles.get(name)} did not stop: ${error.message}`));
  await rm(folder, { recursive: true, force: true });
}

async function comparePeers() {
  for (const peer of peers) await startIfWanted(peer);
  const shown = running.get('platen-cached');
  if (shown && (!wanted || wanted.has('bare')))
    running.set('bare', await startBare(shown.requests, { folder, cores: context.cores }));
  const before = loadavg()[0];
  await checkAnswers(running, asked);
  const show = (done, all, text) => progress.show(done, all, text);
  const options = { ...load, rounds, progress: show };
  const measured = await measureRounds(running, kindsAsked(readKinds), options);
  // Writes change what is read, so they come after all reading, one kind after the other.
  for (const kind of kindsAsked(writeKinds))
    for (const [name, kinds] of await measureRounds(running, [kind], options))
      for (const [written, loads] of kinds) measured.get(name).set(written, loads);
  progress.end();
  const facts = [
    ['Content', `${context.posts} posts`],
    ['Rounds', `${rounds} of ${flags.seconds} s`],
    ['Connections', flags.connections],
    ['Load of the machine at the start', before.toFixed(1)],
    ['Node.js', process.versions.node],
  ];
  print([
    facts.map(([name, value]) => `${name}: ${value}`).join(', '),
    '',
    ...markdownTable(ratioRows(measured, comparisons, { titles, rate: 'perSecond' })),
    '',
    ...relationLines(measured, { name: 'platen-cached', limit: 'bare' }),
    '',
    'By processor time of the servers (that of a database server is not counted):',
    '',
    ...markdownTable(ratioRows(measured, comparisons, { titles, rate: 'perProcessorSecond' })),
    '',
    ...markdownTable(costRows(measured, titles)),
    '',
    ...markdownTable(rateRows(measured, titles)),
  ]);
  if (flags.html !== undefined) await writeFile(flags.html, comparisonReport({ measured, comparisons, titles, facts }));
}

function kindsAsked(kinds) {
  return kinds.filter((kind) => asked.includes(kind));
}

/** Compares the first requested version with each of the others. */
function versionComparisons({ base, peers: others }) {
  const [one, ...rest] = [base, ...others.map(({ name }) => name)].filter((name) => wanted?.has(name));
  return rest.map((other) => ({ one, other }));
}

async function startIfWanted(peer) {
  if (wanted && !wanted.has(peer.name)) return;
  const lack = await peer.missing(context);
  if (lack) return print([`${peer.title} is left out: ${lack}.`]);
  progress.show(0, 1, `starting ${peer.title}`);
  const started = await peer.start(context);
  running.set(peer.name, started);
  if (!peer.isOlder) return;
  const { requests, lacking } = await answeredRequests(started.requests, asked);
  running.set(peer.name, { ...started, requests });
  if (lacking.length > 0)
    print([`${peer.title} does not answer these kinds, which are left out: ${lacking.join(', ')}.`]);
}

function print(lines) {
  for (const line of lines) console.log(line);
}
