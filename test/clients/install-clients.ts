import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs the clients where they are missing; they have a lock file of their own, for only these tests need them. */
export default function installClients(): void {
  const installed = `${folder}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
