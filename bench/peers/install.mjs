// Installs the peers of the benchmark and what else it uses, on request and outside this repository.
//   node bench/peers/install.mjs [wrk] [vips] [wordpress] [directus] [strapi] [emdash]      installs all of them by default
// What could not be installed is listed at the end; the rest is installed all the same.
// wrk, libvips' tools and WordPress come from the distribution's packages (Debian, as root), the others from npm, each
// into a folder of its own (below PLATEN_BENCH_DIR, or platen-bench in the folder for temporary files).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { directusProject } from './directus-project.ts';
import { emdashProject } from './emdash-project.ts';
import { installNpmPeer } from './npm-peer.ts';
import { strapiProject } from './strapi-project.ts';

const coexist = fileURLToPath(new URL('../../scripts/coexist-wordpress.mjs', import.meta.url));

const installers = {
  wrk: () => installPackage('wrk'),
  vips: () => installPackage('libvips-tools'),
  wordpress: () => run(process.execPath, [coexist, 'packages']),
  directus: () => installNpmPeer('directus', directusProject),
  strapi: () => installNpmPeer('strapi', strapiProject),
  emdash: () => installNpmPeer('emdash', emdashProject),
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(installers, name));
if (unknown !== undefined) {
  console.error(`There is no peer "${unknown}". Known are ${Object.keys(installers).join(', ')}.`);
  process.exit(2);
}
const failures = [];
for (const name of named.length > 0 ? named : Object.keys(installers)) {
  console.log(`installing ${name}`);
  try {
    await installers[name]();
  } catch (error) {
    failures.push(`${name}: ${error.message}`);
  }
}
if (failures.length > 0) {
  console.error(`Not installed, and left out of the comparison:\n${failures.map((line) => `  ${line}\n`).join('')}`);
  process.exitCode = 1;
}

function installPackage(name) {
  const install = ['install', '-y', '-q', '--no-install-recommends', name];
  if (spawnSync('apt-get', install, { stdio: 'inherit' }).status === 0) return;
  // The package list may be missing or outdated.
  run('apt-get', ['update', '-q']);
  run('apt-get', install);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `status ${status}`}`);
}
