// Builds docs/ as a site into site/dist. The packages that this needs are those of site/, not of the program; none of
// them runs a script when it is installed. A broken link fails the build.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../site/', import.meta.url));
const installed = `${site}node_modules/.package-lock.json`;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(`${site}package-lock.json`).mtimeMs) {
  console.error('Installing what builds the site …');
  run('npm', [
    'install',
    '--no-save',
    '--include=dev',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
  ]);
}
// Packages are looked up from the pages, so these must be inside of site/.
rmSync(`${site}.pages`, { recursive: true, force: true });
cpSync(fileURLToPath(new URL('../docs', import.meta.url)), `${site}.pages`, { recursive: true });
// The start page names its picture by an address of the site.
cpSync(`${site}.pages/images`, `${site}.pages/public/images`, { recursive: true });
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build']);

function run(command, args) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(command, args, {
    cwd: site,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
