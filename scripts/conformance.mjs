// Replays the recorded exchanges against a server of this checkout, for all variants and both databases, and prints
// the scores.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dropDatabase } from '../test/support/database.ts';
import { freePort } from '../test/support/free-port.ts';

const usage =
  'node scripts/conformance.mjs [--variant a|b|c] [--store sqlite|mariadb] [--only TEXT] [--show N] [--jobs N] ' +
  '[--floor FILE] [--json FILE] [--differences PREFIX] [GROUP…]';
const { flags, groups } = readArguments();
if (flags.help) {
  console.log(usage);
  process.exit(0);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(root, process.env.PLATEN_CONFORMANCE_DIR ?? '../shared/conformance');
const replay = join(folder, 'replay.mjs');
if (!existsSync(replay)) {
  console.log(`Skipped: there are no recordings at ${folder} (PLATEN_CONFORMANCE_DIR names another folder).`);
  process.exit(0);
}

const mysqlUrl = process.env.PLATEN_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/';
const variants = flags.variant ? [flags.variant] : ['a', 'b', 'c'];
const stores = flags.store ? [flags.store] : ['sqlite', 'mariadb'];
const floor = flags.floor && existsSync(flags.floor) ? JSON.parse(readFileSync(flags.floor, 'utf8')) : {};
const scores = {};
let below = 0;

const runs = stores.flatMap((store) => variants.map((variant) => ({ name: `${store}/${variant}`, store, variant })));
const atOnce = Number(flags.jobs ?? 2);
const waiting = [...runs];
await Promise.all(
  Array.from({ length: Math.min(atOnce, runs.length) }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await score(next);
  }),
);

async function score({ name, store, variant }) {
  const { output, ...result } = await runOne(store, variant);
  scores[name] = result;
  console.log(`\n== ${name}\n${output}`);
  const least = floor[name]?.agree ?? 0;
  if (result.agree < least) {
    below += 1;
    console.log(`${name}: ${result.agree} steps agree, fewer than the floor of ${least}.`);
  }
}

console.log('');
for (const [name, score] of Object.entries(scores))
  console.log(`${name}: ${score.agree} of ${score.steps} steps agree`);
if (flags.json) writeFileSync(flags.json, `${JSON.stringify(scores, null, 2)}\n`);
process.exit(below > 0 ? 1 : 0);

async function runOne(store, variant) {
  const dir = mkdtempSync(join(tmpdir(), 'platen-conformance-'));
  const port = await freePort();
  const database = store === 'mariadb' ? `platen_conformance_${variant}_${process.pid}` : null;
  if (database) await sql(`create database \`${database}\` character set utf8mb4 collate utf8mb4_unicode_ci`);
  const server = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'serve'], {
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('PLATEN_'))),
      PLATEN_DATA_DIR: dir,
      PLATEN_PORT: String(port),
      PLATEN_SITE_URL: `http://127.0.0.1:${port}`,
      PLATEN_VARIANT: variant,
      PLATEN_ADMIN_PASSWORD: 'password',
      PLATEN_COMMENT_FLOOD_SECONDS: '0',
      PLATEN_THROTTLE: 'off',
      // Recorded where no program made pictures of films and documents.
      PLATEN_MEDIA_PREVIEWS: 'off',
      PLATEN_LOG_LEVEL: 'error',
      ...(database ? { PLATEN_DATABASE_URL: new URL(database, mysqlUrl).href } : {}),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await answers(`http://127.0.0.1:${port}/healthz`, server);
    const out = join(dir, 'result.json');
    const files = groupFiles(join(folder, 'recordings', variant));
    const args = [
      '--api',
      `http://127.0.0.1:${port}/wp-json`,
      '--variant',
      variant,
      '--admin',
      'admin:password',
      '--show',
      flags.show ?? '10',
      '--json',
      out,
    ];
    if (flags.only) args.push('--only', flags.only);
    const output = await run(process.execPath, [replay, ...args, ...files]);
    const result = JSON.parse(readFileSync(out, 'utf8'));
    if (flags.differences)
      writeFileSync(`${flags.differences}-${store}-${variant}.json`, JSON.stringify(result.differences, null, 1));
    const totals = Object.values(result.groups);
    return {
      output,
      agree: totals.reduce((sum, group) => sum + group.ok, 0),
      steps: totals.reduce((sum, group) => sum + group.steps, 0),
    };
  } finally {
    server.kill('SIGINT');
    await new Promise((done) => (server.exitCode !== null ? done() : server.once('exit', done)));
    if (database) await dropDatabase(mysqlUrl, database);
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * The groups asked for, or all. Groups that continue another one (`…-more`) come last: some routes answer a caller only
 * every few seconds, and the two would meet.
 */
function groupFiles(recordings) {
  const all = readdirSync(recordings).filter((name) => name.endsWith('.json'));
  const isMore = (name) => (name.endsWith('-more.json') ? 1 : 0);
  const asked = groups.length > 0 ? groups.map((group) => `${group}.json`).filter((name) => all.includes(name)) : all;
  return asked
    .sort((one, other) => isMore(one) - isMore(other) || (one < other ? -1 : 1))
    .map((name) => join(recordings, name));
}

function readArguments() {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      variant: text,
      store: text,
      only: text,
      show: text,
      jobs: text,
      floor: text,
      json: text,
      differences: text,
      help: { type: 'boolean' },
    },
  });
  return { flags: values, groups: positionals };
}

function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('close', () => done(output));
  });
}

async function answers(url, server) {
  for (let i = 0; i < 2400; i++) {
    if (server.exitCode !== null) throw new Error('The server ended before it answered.');
    const ok = await fetch(url).then(
      (r) => r.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('The server did not answer within two minutes.');
}

async function sql(statement) {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(mysqlUrl);
  await connection.query(statement);
  await connection.end();
}
