import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseNode, installDatabase, startNode } from './database-node.ts';
import { freePorts } from './free-ports.ts';
import type { Guard } from './guard.ts';
import { galeraProvider } from './packages.ts';

/** A node of a cluster in which every node accepts writes. */
export interface GaleraNode extends DatabaseNode {
  /** Stops applying what the others write, while it goes on answering; the returned function lets it catch up. */
  lag(): Promise<() => Promise<void>>;
}

/** Starts a cluster of writers; the first node begins it, the others copy its data. */
export async function startGalera(guard: Guard, count: number): Promise<GaleraNode[]> {
  const root = await guard.folder('galera');
  await chmod(root, 0o755);
  const ports = await freePorts(count * 4);
  const members = Array.from({ length: count }, (_, at) => ({
    name: `node${at + 1}`,
    folder: join(root, `node${at + 1}`),
    port: ports[at * 4]!,
    group: ports[at * 4 + 1]!,
    copy: ports[at * 4 + 2]!,
    steps: ports[at * 4 + 3]!,
  }));
  const peers = members.map((member) => `127.0.0.1:${member.group}`).join();
  await installDatabase(members[0]!.folder);
  const nodes: GaleraNode[] = [];
  for (const [at, member] of members.entries()) {
    let begun = false;
    const args = () => {
      // Once there is a cluster, its first node comes back as one of many.
      const isFirst = at === 0 && !begun;
      begun = true;
      return [...replication(member), `--wsrep-cluster-address=gcomm://${isFirst ? '' : peers}`];
    };
    const node = await startNode({ guard, ...member, args, isReady: isSynced });
    if (at === 0) await node.ready();
    nodes.push({ ...node, lag: () => lag(node) });
  }
  await Promise.all(nodes.map((node) => node.ready()));
  return nodes;
}

interface Member {
  readonly name: string;
  readonly group: number;
  readonly copy: number;
  readonly steps: number;
}

/** Suspicion after five seconds, eviction after ten: a frozen node must leave while the test watches. */
function replication({ name, group, copy, steps }: Member): string[] {
  const provider = {
    'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
    'ist.recv_addr': `127.0.0.1:${steps}`,
    'gcache.size': '64M',
    'gcs.fc_limit': '100000',
    'pc.recovery': 'no',
    'evs.suspect_timeout': 'PT5S',
    'evs.inactive_timeout': 'PT10S',
    'evs.inactive_check_period': 'PT1S',
    'evs.install_timeout': 'PT8S',
  };
  return [
    '--wsrep-on=ON',
    `--wsrep-provider=${galeraProvider}`,
    '--wsrep-cluster-name=platen-test',
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=127.0.0.1:${group}`,
    `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
    '--wsrep-sst-method=rsync',
    '--wsrep-slave-threads=2',
    `--wsrep-provider-options=${Object.entries(provider)
      .map(([key, value]) => `${key}=${value}`)
      .join(';')}`,
  ];
}

async function isSynced(query: DatabaseNode['query']): Promise<boolean> {
  const rows = await query("show status where Variable_name in ('wsrep_local_state_comment', 'wsrep_ready')");
  const status = new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
  return status.get('wsrep_local_state_comment') === 'Synced' && status.get('wsrep_ready') === 'ON';
}

async function lag(node: DatabaseNode): Promise<() => Promise<void>> {
  const connection = await node.connect();
  await connection.query('flush tables with read lock');
  return async () => {
    await connection.query('unlock tables');
    await connection.end();
  };
}
