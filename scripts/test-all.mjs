// Runs the tiers of tests, two beside each other, and prints what each took and one closing line that counts it all.
// `node scripts/test-all.mjs [--long] [TIER…]`: without names, all tiers of every change, or the long ones.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestDatabase } from './test-database.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'platen-tiers-'));
const scores = join(scratch, 'scores.json');

/**
 * A tier: an npm script, its budget in minutes on two quiet cores, whether vitest runs it, and what must be installed before.
 * Tiers start in this order; one that runs alone waits for those before it, and of those that build into the same folders one
 * runs at a time.
 */
const tiers = [
  { name: 'test', minutes: 5, script: 'test', vitest: true, alone: true },
  { name: 'mariadb', minutes: 14, script: 'test:mariadb', vitest: true, needs: mariadb },
  { name: 'process', minutes: 8, script: 'test:process', vitest: true },
  { name: 'browser', minutes: 8, script: 'test:browser', vitest: true, builds: true, needs: chromium },
  { name: 'coexist', minutes: 6, script: 'test:coexist', vitest: true, needs: wordpress },
  { name: 'slow', minutes: 4, script: 'test:slow', vitest: true, needs: previewPrograms },
  { name: 'docs', minutes: 3, script: 'test:docs', vitest: true },
  { name: 'package', minutes: 3, script: 'test:package', vitest: true, builds: true },
  // One seed for each database, always the same; the long tier draws others.
  {
    name: 'model',
    minutes: 2,
    script: 'test:model',
    vitest: true,
    needs: mariadb,
    env: { PLATEN_MODEL_SEED: '1000,1001' },
  },
  {
    name: 'fuzz',
    minutes: 3,
    script: 'fuzz',
    with: '--seconds 45 --store both --variant all --seed 1',
    needs: mariadb,
  },
  { name: 'simulation', minutes: 1, script: 'test:simulation', vitest: true },
  { name: 'package-fields', minutes: 1, script: 'check:package', builds: true },
  { name: 'check', minutes: 1, script: 'check' },
  {
    name: 'conformance',
    minutes: 4,
    script: 'conformance',
    with: `--show 5 --floor .ci/conformance-floor.json --json ${scores}`,
    alone: true,
    needs: mariadb,
  },
];
const longTiers = [
  { name: 'walk', minutes: 17, script: 'test:walk', vitest: true, alone: true, needs: chromium },
  {
    name: 'mariadb-slow',
    minutes: 10,
    script: 'test:mariadb-slow',
    vitest: true,
    needs: async () => previewPrograms() ?? mariadb(),
  },
  {
    name: 'uploads-2gb',
    minutes: 20,
    script: 'test:process',
    with: 'test/process/uploads.resume.kill.test.ts',
    vitest: true,
    alone: true,
    env: { PLATEN_TEST_UPLOAD_MB: '2048' },
  },
  {
    name: 'model-long',
    minutes: 60,
    script: 'test:model',
    vitest: true,
    needs: mariadb,
    // With 50 the rarest kinds of check come 420 times.
    env: { PLATEN_MODEL_SEEDS: '64' },
  },
  {
    name: 'model-mutations',
    minutes: 30,
    script: 'test:model',
    vitest: true,
    needs: mariadb,
    env: { PLATEN_MODEL_MUTATIONS: '1' },
  },
  { name: 'docs-site', minutes: 5, script: 'check:docs', vitest: true },
  { name: 'starters', minutes: 20, script: 'test:starters', vitest: true, builds: true, needs: frontEnds },
  { name: 'clients', minutes: 12, script: 'test:clients', vitest: true },
  { name: 'cluster', minutes: 25, script: 'test:cluster', vitest: true, alone: true, needs: galera },
  {
    name: 'fuzz-hour',
    minutes: 62,
    script: 'fuzz',
    with: '--seconds 3600 --store both --variant all',
    alone: true,
    needs: mariadb,
  },
];

const asked = process.argv.slice(2).filter((word) => word !== '--long');
const unknown = asked.filter((name) => ![...tiers, ...longTiers].some((tier) => tier.name === name));
if (unknown.length > 0) {
  console.error(
    `No tier ${unknown.join(', ')}. There are: ${[...tiers, ...longTiers].map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const chosen =
  asked.length > 0
    ? [...tiers, ...longTiers].filter(({ name }) => asked.includes(name))
    : process.argv.includes('--long')
      ? longTiers
      : tiers;

/** Tests that are known to fail now and then, with the cause and since when; they run and are reported. */
const quarantine = JSON.parse(readFileSync(join(root, 'test/quarantine.json'), 'utf8'));
if (quarantine.length > 5) throw new Error('More than five tests are in quarantine: mend one.');

let passed = 0;
let failed = 0;
const rows = [];
/** What failed, said where it happens and once more at the end. */
const failures = [];
let installed = Promise.resolve();
let database = null;
const begun = { at: Date.now(), processor: childSeconds() };
await runAll(chosen);
await database?.stop();
rmSync(scratch, { recursive: true, force: true });
console.log('');
for (const failure of failures) console.log(failure);
for (const row of rows) console.log(`  ${row}`);
const minutes = (Date.now() - begun.at) / 60_000;
const processor = (childSeconds() - begun.processor) / 60;
console.log(`${minutes.toFixed(1)} minutes, ${processor.toFixed(1)} of a processor`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Two tiers at a time: most of them wait as much as they work. */
async function runAll(all) {
  const waiting = [...all];
  const running = new Map();
  const mayStart = (tier) => {
    const others = [...running.keys()];
    if (tier.alone || others.some(({ alone }) => alone)) return others.length === 0;
    return others.length < 2 && !(tier.builds && others.some(({ builds }) => builds));
  };
  while (waiting.length + running.size > 0) {
    const before = waiting.findIndex(({ alone }) => alone);
    const next = waiting.findIndex((tier, at) => mayStart(tier) && (tier.alone ? at === 0 : before < 0 || at < before));
    if (next < 0) {
      await Promise.race(running.values());
      continue;
    }
    const [tier] = waiting.splice(next, 1);
    const ended = runTier(tier).then(() => running.delete(tier));
    running.set(tier, ended);
  }
}

async function runTier(tier) {
  // Packages are installed for one tier at a time.
  installed = installed.then(() => tier.needs?.());
  const missing = await installed;
  if (missing) {
    console.log(`--- ${tier.name}: skipped, ${missing}`);
    return;
  }
  console.log(`--- ${tier.name} starts`);
  const at = Date.now();
  const result = await run(tier);
  passed += result.passed;
  failed += result.failed;
  const slowest = result.slowest ? `; longest: ${result.slowest}` : '';
  const took = `${((Date.now() - at) / 60_000).toFixed(1)} min, budget ${tier.minutes}${slowest}`;
  rows.push(`${tier.name}: ${result.passed} passed, ${result.failed} failed (${took})`);
}

async function run({ name, script, vitest, with: words, env }) {
  const report = join(scratch, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [...(words?.split(' ') ?? []), ...(vitest ? reporters : [])];
  const { status, output } = await npm(['run', '--silent', script, '--', ...args], env);
  console.log(`--- ${name}: npm run ${script} ${words ?? ''}`);
  console.log(tail(output, vitest ? 12 : 6));
  if (name === 'conformance') {
    const agreed = existsSync(scores)
      ? Object.values(JSON.parse(readFileSync(scores, 'utf8'))).reduce((sum, { agree }) => sum + agree, 0)
      : 0;
    if (status !== 0) failures.push(`FAILED ${name}\n${tail(output, 40)}`);
    return { passed: agreed, failed: status === 0 ? 0 : 1 };
  }
  if (!vitest || !existsSync(report)) {
    if (status !== 0) {
      console.log(tail(output, 80));
      failures.push(`FAILED ${name}: npm run ${script} ended with ${status}`);
    }
    return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  }
  return count(JSON.parse(readFileSync(report, 'utf8')), status);
}

/** What a report of vitest counts; a run that ends with an error beside its tests has failed too. */
function count({ numPassedTests, testResults }, status) {
  let bad = 0;
  let quarantined = 0;
  for (const { name: file, status: outcome, message, assertionResults } of testResults) {
    const wrong = assertionResults.filter((test) => test.status === 'failed');
    if (outcome === 'failed' && wrong.length === 0) {
      bad += 1;
      failures.push(`FAILED ${file}\n${message}`);
      console.log(failures.at(-1));
    }
    for (const { fullName, failureMessages } of wrong) {
      const known = quarantine.find(({ test }) => test === fullName);
      if (known) quarantined += 1;
      else bad += 1;
      const words = failureMessages.join('\n').split('\n').slice(0, 40).join('\n');
      failures.push(`${known ? `QUARANTINED (${known.cause})` : 'FAILED'} ${file}: ${fullName}\n${words}`);
      console.log(failures.at(-1));
    }
  }
  if (status !== 0 && bad === 0 && quarantined === 0) bad = 1;
  return {
    passed: numPassedTests,
    failed: bad + (numPassedTests + bad === 0 ? 1 : 0),
    slowest: slowestOf(testResults),
  };
}

/** The files that took longest, with their seconds. */
function slowestOf(testResults) {
  const files = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }));
  const longest = files.sort((one, other) => other.seconds - one.seconds).slice(0, 5);
  return longest.map(({ name, seconds }) => `${basename(name)} ${seconds.toFixed(0)} s`).join(', ');
}

function npm(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (status) => resolve({ status, output }));
  });
}

function tail(text, lines) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Processor time of all processes that were started and have ended. */
function childSeconds() {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function install(...packages) {
  console.log(`--- installing ${packages.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...packages],
  ]) {
    if (spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] }).status !== 0) return false;
  }
  return true;
}

/** The server that the tests ask: the one that is named, or one of their own for as long as they run. */
async function mariadb() {
  if (process.env.PLATEN_TEST_MYSQL_URL) return null;
  if (!existsSync('/usr/sbin/mariadbd') && !install('mariadb-server')) return 'there is no MariaDB server';
  database = await startTestDatabase();
  if (!database) return 'the MariaDB server does not start';
  process.env.PLATEN_TEST_MYSQL_URL = database.url;
  return null;
}

function chromium() {
  if (existsSync('/usr/bin/chromium')) return null;
  return install('chromium') ? null : 'there is no Chromium';
}

/** What makes pictures of films and documents. */
function previewPrograms() {
  if (existsSync('/usr/bin/ffmpeg') && existsSync('/usr/bin/pdftoppm')) return null;
  return install('ffmpeg', 'poppler-utils') ? null : 'there is no ffmpeg or no pdftoppm';
}

async function wordpress() {
  const missing = await mariadb();
  if (missing) return missing;
  const { status } = await npm(['exec', '--', 'node', 'scripts/coexist-wordpress.mjs', 'packages']);
  return status === 0 ? null : 'WordPress cannot be installed here';
}

async function frontEnds() {
  return chromium() ?? (await wordpress());
}

async function galera() {
  const { status } = await npm(['exec', '--', 'node', 'scripts/cluster-packages.mjs']);
  return status === 0 ? null : 'the packages of a cluster cannot be installed here';
}
