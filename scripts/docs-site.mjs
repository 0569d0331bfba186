// Builds docs/ as a site into site/dist. The packages that this needs are those of site/, not of the program; none of
// them runs a script when it is installed. A broken link fails the build.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../site/', import.meta.url));
const installed = `${site}node_modules/.package-lock.json`;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(`${site}package-lock.json`).mtimeMs) {
  console.error('Installing what builds the site …');
  run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-fund', '--no-audit', '--loglevel=error']);
}
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build']);

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: site, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
