import { Kysely, MysqlDialect } from 'kysely';
import type { Job } from '../../lib/jobs.ts';
import { LogTracker } from '../changes/log-tracker.ts';
import type { ReadSnapshot, ReplicaRead } from '../query/open-dialect.ts';
import { TablePrefix } from '../query/table-prefix.ts';
import type { Tables } from '../query/tables.ts';
import { ConnectionPool } from './connection-pool.ts';
import { DatabaseHosts } from './database-hosts.ts';
import type { MariadbChanges } from './mariadb-changes.ts';
import { MariadbLog } from './mariadb-log.ts';
import { raw } from './raw.ts';
import type { ConnectOptions } from './server-connection.ts';

/** A server for anonymous reads that follows the one that is written to. */
interface Replica {
  /** A way to read from it, if it has everything that this process knows to be committed; null if it lags or is away. */
  read(): Promise<ReplicaRead | null>;
  close(): Promise<void>;
}

/** Connections to the first of the replicas that answers; null if there are none. */
export function openReplica(
  options: ConnectOptions & { readonly prefix: string; readonly job: Job },
  changes: MariadbChanges,
): Replica | null {
  const { address, deadlines, prefix } = options;
  if (address.replicas.length === 0) return null;
  const hosts = new DatabaseHosts({ ...options, readOnly: true, hosts: address.replicas, forReads: true });
  const pool = new ConnectionPool(hosts, {
    connections: address.connections,
    acquireMs: deadlines.connectMs,
    statementMs: deadlines.statementMs,
  });
  const db = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }), plugins: [new TablePrefix(prefix)] });
  const tracker = new LogTracker(new MariadbLog(db, prefix, pool));
  let polling: Promise<unknown> | null = null;
  const poll = (): Promise<unknown> => {
    polling ??= tracker.poll(performance.now()).finally(() => {
      polling = null;
    });
    return polling;
  };
  // Counts lost connections and moves: what was found out about one server says nothing about the next.
  let generation = 0;
  hosts.onInterrupt(() => {
    generation += 1;
    tracker.interrupt();
  });
  return {
    async read() {
      // A replica does not lose what it has, so it is asked only for what it was not seen to have.
      if (!changes.isCoveredBy(tracker)) await poll().catch(options.job.report);
      if (!changes.isCoveredBy(tracker)) return null;
      const checked = generation;
      return { db, isSame: () => checked === generation };
    },
    async close() {
      hosts.close();
      await db.destroy();
      // Kysely does not end a pool that it never used itself.
      pool.end(() => {});
    },
  };
}

/** A reader may be slow: the server must not end the transaction because it is idle. MySQL never does. */
const begin = [
  'set @platen_idle = 0 /*M! + @@session.idle_transaction_timeout */',
  'set @platen = 1 /*M! , session idle_transaction_timeout = 0 */',
  'set transaction isolation level repeatable read',
  'start transaction with consistent snapshot, read only',
];
const end = ['rollback', 'set @platen = 1 /*M! , session idle_transaction_timeout = @platen_idle */'];

/** A transaction on a connection of its own that sees no later writes. */
export async function openSnapshot(db: Kysely<Tables>): Promise<ReadSnapshot> {
  const done = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<Kysely<Tables>>();
  const ended = db.connection().execute(async (connection) => {
    for (const text of begin) await raw(connection, text);
    ready.resolve(connection);
    await done.promise;
    for (const text of end) await raw(connection, text);
  });
  // A failure before it is ready is one of opening, a later one of closing.
  ended.catch(ready.reject);
  return {
    db: await ready.promise,
    readSync: null,
    close: async () => {
      done.resolve();
      await ended;
    },
  };
}
