// Installs the peers of the benchmark, on request and outside this repository.
//   node bench/peers/install.mjs [wrk] [wordpress] [directus]      installs all of them by default
// What could not be installed is listed at the end; the rest is installed all the same.
// wrk and WordPress come from the distribution's packages (Debian, as root), Directus from npm into a folder of its own
// (PLATEN_BENCH_DIR, or platen-bench below the folder for temporary files).
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerFolder } from './peer-folder.ts';

const coexist = fileURLToPath(new URL('../../scripts/coexist-wordpress.mjs', import.meta.url));
const directusPackage = {
  name: 'peer',
  private: true,
  dependencies: { directus: '12.4.0', mysql2: '^3.24.5' },
  // The sandbox for extensions, which is not used here: this release includes its binaries.
  overrides: { 'isolated-vm': '6.1.2' },
};

const installers = {
  wrk: () => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'wrk']),
  wordpress: () => run(process.execPath, [coexist, 'packages']),
  directus: () => {
    const folder = peerFolder('directus');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify(directusPackage));
    // No install scripts run and nothing is fetched from elsewhere: packages are used as published.
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], folder);
  },
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
    installers[name]();
  } catch (error) {
    failures.push(`${name}: ${error.message}`);
  }
}
if (failures.length > 0) {
  console.error(`Not installed, and left out of the comparison:\n${failures.map((line) => `  ${line}\n`).join('')}`);
  process.exitCode = 1;
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `status ${status}`}`);
}
