// Installs what the cluster tests need where it can; ends with 1 and a sentence where it cannot.
import { execFileSync } from 'node:child_process';
import { missingPackages } from '../test/cluster/support/packages.ts';

const missing = missingPackages();
if (missing.length > 0) {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    const packages = ['mariadb-server', 'galera-4', 'rsync', 'redis-server'];
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, stdio: 'ignore' });
  } catch {
    console.log(`The cluster tests cannot run here: ${missing.join(', ')} not found, and could not be installed.`);
    process.exitCode = 1;
  }
}
