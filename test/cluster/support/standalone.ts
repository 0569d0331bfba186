import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DatabaseNode, installDatabase, startNode } from './database-node.ts';
import { freePort } from './free-ports.ts';
import type { Guard } from './guard.ts';
import { program } from './packages.ts';

/** Starts one server that belongs to no cluster, with more arguments where given. */
export async function startStandalone(guard: Guard, args: readonly string[] = []): Promise<DatabaseNode> {
  const root = await guard.folder('standalone');
  await chmod(root, 0o755);
  const folder = join(root, 'data');
  await installDatabase(folder);
  const node = await startNode({
    guard,
    name: 'standalone',
    folder,
    port: await freePort(),
    args: () => args,
    isReady: async (query) => (await query('select 1')).length === 1,
  });
  await node.ready();
  return node;
}

/** Starts a primary and a read-only server that follows it, without the primary waiting for it. */
export async function startReplicated(guard: Guard): Promise<{ primary: DatabaseNode; replica: DatabaseNode }> {
  const [primary, replica] = await Promise.all([
    startStandalone(guard, ['--server-id=1', '--log-bin=log']),
    startStandalone(guard, ['--server-id=2', '--read-only=ON']),
  ]);
  const source = `master_host = '127.0.0.1', master_port = ${primary.port}, master_user = 'root'`;
  await replica.query(`change master to ${source}, master_use_gtid = slave_pos`);
  await replica.query('start slave');
  return { primary, replica };
}

/** Copies a database as it is now, numbers of its counters included: a stand-by that stops following here. */
export async function copyDatabase(from: DatabaseNode, to: DatabaseNode, database: string): Promise<void> {
  await to.query(`create database ${database} character set utf8mb4 collate utf8mb4_unicode_ci`);
  const at = (node: DatabaseNode) => ['--no-defaults', '-h127.0.0.1', `-P${node.port}`, '-uroot'];
  const dump = spawn(program('mariadb-dump'), [...at(from), '--single-transaction', database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const load = spawn(program('mariadb'), [...at(to), database], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ends = Promise.all([once(dump, 'exit'), once(load, 'exit')]);
  await pipeline(dump.stdout, load.stdin);
  const statuses = (await ends).map(([status]) => Number(status));
  if (statuses.some((status) => status !== 0)) throw new Error(`The copy ended with ${statuses.join(' and ')}.`);
}
