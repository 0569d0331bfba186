import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import type { GaleraNode } from './galera.ts';

const program = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** Runs a command of the program on a site, from a data folder of its own, at a node; what it printed. */
export async function runCommand(
  cluster: Cluster,
  database: string,
  args: readonly string[],
  node: Pick<GaleraNode, 'url'> = cluster.nodes[0],
): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    PLATEN_DATA_DIR: await cluster.guard.folder('command'),
    PLATEN_DATABASE_URL: node.url(database),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout.trim();
}
