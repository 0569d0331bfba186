import { Kysely, MysqlDialect } from 'kysely';
import { warningJobs } from '../../lib/jobs.ts';
import type { AdoptedVariant } from '../../rules/database-versions.ts';
import { TablePrefix } from '../query/table-prefix.ts';
import type { Tables } from '../query/tables.ts';
import { ConnectionPool } from './connection-pool.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { explaining } from './explain-mariadb-error.ts';
import { type Deadlines, parseMariadbAddress } from './mariadb-address.ts';
import { readVariant } from './migrate-mariadb.ts';

/** Reads the variant of a database over a connection of its own, and changes nothing. */
export async function storedVariant(url: string, prefix: string, deadlines: Deadlines): Promise<AdoptedVariant | null> {
  const address = parseMariadbAddress(url);
  const { connectMs: acquireMs, statementMs } = deadlines;
  const hosts = new DatabaseHosts({
    address,
    readOnly: true,
    deadlines,
    hosts: address.hosts,
    forReads: true,
    job: warningJobs.of('database servers'),
  });
  const pool = new ConnectionPool(hosts, { connections: 1, acquireMs, statementMs });
  const db = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }), plugins: [new TablePrefix(prefix)] });
  try {
    return await explaining(() => readVariant(db, prefix));
  } finally {
    hosts.close();
    await db.destroy();
  }
}
