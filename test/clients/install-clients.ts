import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folders with clients; each has a lock file of its own, for only these tests need them. */
const folders = ['.', './today', '../../examples/block-editor'];

export default function installClients(): void {
  for (const folder of folders) install(fileURLToPath(new URL(folder, import.meta.url)));
}

/** Installs the packages of a folder where they are missing. */
function install(folder: string): void {
  const installed = `${folder}/node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${folder}/package-lock.json`).mtimeMs) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
