import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';

const program = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** Runs a command of the program on a site, from a data folder of its own; what it printed. */
export async function runCommand(cluster: Cluster, database: string, ...args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    PLATEN_DATA_DIR: await cluster.guard.folder('command'),
    PLATEN_DATABASE_URL: cluster.nodes[0].url(database),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout.trim();
}
