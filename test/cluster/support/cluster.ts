import { randomBytes } from 'node:crypto';
import { type Bucket, startBucket } from './bucket.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type GaleraNode, startGalera } from './galera.ts';
import { type Guard, openGuard } from './guard.ts';
import { type Instance, type InstanceOptions, startInstance } from './instance.ts';
import { missingPackages } from './packages.ts';
import { type RedisProcess, startRedis } from './redis.ts';

/** Whether this machine has what a cluster needs; `describe.runIf(clusterAvailable)`. */
export const clusterAvailable = missingPackages().length === 0;

/** Three database nodes that all accept writes, and what a site on many machines needs beside them. */
export interface Cluster {
  readonly guard: Guard;
  readonly nodes: readonly [GaleraNode, GaleraNode, GaleraNode];
  readonly bucket: Bucket;
  readonly redis: RedisProcess;
  /** A new empty database; its name. */
  createDatabase(): Promise<string>;
  /** A proxy in front of these nodes; it closes with the cluster. */
  proxy(...nodes: readonly GaleraNode[]): Promise<FaultProxy>;
  /** An instance on a database, through a node or a proxy. */
  instance(through: Pick<GaleraNode, 'url'>, database: string, options?: Partial<InstanceOptions>): Promise<Instance>;
  /** A site on a database of its own with an instance for each node. */
  site(options?: Partial<InstanceOptions>): Promise<ClusterSite>;
  /** Ends everything that was started. */
  stop(): Promise<void>;
}

/** A site that several instances serve. */
export interface ClusterSite {
  readonly database: string;
  readonly instances: readonly [Instance, Instance, Instance];
  stop(): Promise<void>;
}

/** Starts three nodes, a bucket and a Redis; a test file does this once, in `beforeAll`. */
export async function startCluster({ lifeMs = 1_800_000 } = {}): Promise<Cluster> {
  const guard = openGuard(lifeMs);
  const closers: (() => Promise<void>)[] = [];
  try {
    const [nodes, bucket, redis] = await Promise.all([startGalera(guard, 3), startBucket(guard), startRedis(guard)]);
    closers.push(() => bucket.close());
    const [first, second, third] = nodes;
    if (!first || !second || !third) throw new Error('A cluster has three nodes.');
    return assemble({ guard, nodes: [first, second, third], bucket, redis }, closers);
  } catch (error) {
    await guard.dispose();
    throw error;
  }
}

function assemble(parts: Pick<Cluster, 'guard' | 'nodes' | 'bucket' | 'redis'>, closers: (() => Promise<void>)[]) {
  const { guard, nodes } = parts;
  const instance: Cluster['instance'] = (through, database, options) =>
    startInstance(guard, { databaseUrl: through.url(database), ...options });
  const createDatabase = async () => {
    const name = `site_${randomBytes(6).toString('hex')}`;
    await nodes[0].query(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`);
    return name;
  };
  const cluster: Cluster = {
    ...parts,
    createDatabase,
    async proxy(...behind) {
      const proxy = await startFaultProxy(...behind.map((node) => node.port));
      closers.push(() => proxy.close());
      return proxy;
    },
    instance,
    async site(options) {
      const database = await createDatabase();
      const first = await instance(nodes[0], database, options);
      const [second, third] = await Promise.all([
        instance(nodes[1], database, options),
        instance(nodes[2], database, options),
      ]);
      return {
        database,
        instances: [first, second, third],
        stop: async () => void (await Promise.all([first.stop(), second.stop(), third.stop()])),
      };
    },
    async stop() {
      await guard.dispose();
      await Promise.all(closers.map((close) => close()));
    },
  };
  return cluster;
}
