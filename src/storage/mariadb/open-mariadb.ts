import { Kysely, MysqlDialect } from 'kysely';
import { type Jobs, warningJobs } from '../../lib/jobs.ts';
import type { TableDefinition } from '../query/columns.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import { TablePrefix } from '../query/table-prefix.ts';
import { type ContentTableName, contentTableNames, type Tables } from '../query/tables.ts';
import { ConnectionPool } from './connection-pool.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { explaining, explainMariadbError } from './explain-mariadb-error.ts';
import { ForeignComparison } from './foreign-comparison.ts';
import { ForeignWrites, lastWrites } from './foreign-writes.ts';
import { groupedReads } from './grouped-reads.ts';
import { MariadbLists } from './lists/mariadb-lists.ts';
import type { TriggerUse } from './lists/triggers.ts';
import { type Deadlines, defaultDeadlines, parseMariadbAddress } from './mariadb-address.ts';
import { MariadbChanges } from './mariadb-changes.ts';
import { mariadbDialect } from './mariadb-dialect.ts';
import { MariadbLog, markLog } from './mariadb-log.ts';
import { MariadbMetaIndex } from './mariadb-meta-index.ts';
import { mariadbColumnText, mariadbTableText } from './mariadb-schema.ts';
import { migrateMariadb } from './migrate-mariadb.ts';
import { raw } from './raw.ts';
import { openReplica, openSnapshot } from './replica.ts';
import { IndexedTexts } from './search/indexed-texts.ts';
import { MariadbSearchIndex } from './search/mariadb-search-index.ts';
import { SearchFiller } from './search/search-filler.ts';
import { SearchQueries } from './search/search-queries.ts';
import { SearchUpkeep } from './search/search-upkeep.ts';

interface MariadbOptions {
  readonly url: string;
  readonly prefix: string;
  readonly readOnly: boolean;
  readonly deadlines?: Deadlines;
  /** When triggers keep the lists and counts; on databases that we made, unless it is said. */
  readonly triggers?: TriggerUse;
  readonly jobs?: Jobs;
}

/** Time for the server to end a statement itself before the connection is given up. */
const graceMs = 1_000;

/** Opens connections to the first server that is ready, and migrates our tables. */
export async function openMariadb(options: MariadbOptions): Promise<OpenDialect> {
  const { url, prefix, readOnly, deadlines = defaultDeadlines, triggers = 'own', jobs = warningJobs } = options;
  const address = parseMariadbAddress(url);
  const { connectMs, acquireMs, statementMs } = deadlines;
  const hosts = new DatabaseHosts({
    address,
    readOnly,
    deadlines,
    hosts: address.hosts,
    forReads: readOnly,
    job: jobs.of('database servers'),
  });
  const database = (pool: ConnectionPool): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: new MysqlDialect({ pool }), plugins: [new TablePrefix(prefix)] });
  const pool = new ConnectionPool(hosts, {
    connections: address.connections,
    acquireMs,
    statementMs: statementMs + graceMs,
  });
  const db = database(pool);
  // Cached responses wait for the log, so reading it must not wait behind slow statements.
  const quickPool = new ConnectionPool(hosts, { connections: 2, acquireMs: connectMs, statementMs: connectMs });
  const quick = database(quickPool);
  const close = async (): Promise<void> => {
    hosts.close();
    await Promise.all([db.destroy(), quick.destroy()]);
    // Kysely does not end a pool that it never used itself.
    for (const one of [pool, quickPool]) one.end(() => {});
  };
  try {
    const { isAdopted, adoptedAs } = await migrateMariadb(db, prefix, readOnly);
    const log = new MariadbLog(db, prefix, pool);
    if (!readOnly) await log.begin();
    const writesOf = (...names: readonly ContentTableName[]) =>
      lastWrites(
        quick,
        names.map((name) => prefix + name),
      );
    const comparisons: ForeignComparison[] = [];
    const comparing = (...made: ConstructorParameters<typeof ForeignComparison>): ForeignComparison => {
      const comparison = new ForeignComparison(...made);
      comparisons.push(comparison);
      return comparison;
    };
    // Marks tell of them at once. The nodes of a cluster have no marks, and times of their own.
    const foreign = new ForeignWrites(
      writesOf(...contentTableNames),
      () => isAdopted || !(readOnly || isCluster || lists.areMarked()),
    );
    const queries = new SearchQueries(prefix);
    const filler = new SearchFiller(db, queries, isAdopted);
    const changes = new MariadbChanges(new MariadbLog(quick, prefix, quickPool), {
      foreign,
      upkeep: readOnly ? null : log,
      job: jobs.of('change log'),
    });
    const isCluster = await isClusterNode(db);
    const lists = new MariadbLists({
      db,
      quick,
      prefix,
      readOnly,
      isAdopted,
      isCluster,
      mark: (transaction) => markLog(transaction),
      jobs,
    });
    const comparison =
      isAdopted && !readOnly
        ? comparing(writesOf('posts'), () => filler.compare(), {
            areNoted: () => lists.areMaintained(),
            job: jobs.of('search comparison'),
          })
        : null;
    const texts = new IndexedTexts(queries);
    const upkeep = readOnly
      ? null
      : new SearchUpkeep(filler, comparison, { learn: () => texts.learn(db), job: jobs.of('search index') });
    hosts.onInterrupt(() => {
      changes.interrupt();
      lists.interrupt();
      for (const one of comparisons) one.interrupt();
    });
    await changes.start();
    await lists.start(triggers).catch(async (error: unknown) => {
      await lists.close();
      throw error;
    });
    const replica = openReplica({ address, readOnly, deadlines, prefix, job: jobs.of('replica') }, changes);
    return {
      dialect: {
        ...mariadbDialect,
        facts: { name: 'mariadb', sharedWithOthers: isAdopted, adoptedAs },
        // A node that gives a transaction up within a group goes on with the rest of the group.
        can: { ...mariadbDialect.can, statementGroups: !isCluster },
      },
      db,
      readSync: null,
      runInside: null,
      background: null,
      readTogether: groupedReads(pool),
      retryMs: statementMs,
      readReplica: replica && (() => replica.read()),
      wasCommitted: (change) => explaining(() => log.wasCommitted(change)),
      changes,
      lists,
      metaIndex: new MariadbMetaIndex(
        db,
        readOnly
          ? null
          : (compare) => comparing(writesOf('postmeta'), compare, { job: jobs.of('meta index comparison') }),
      ),
      searchIndex: new MariadbSearchIndex(db, queries, {
        texts,
        comparison,
        wake: () => upkeep?.wake(),
      }),
      holdIndexing: () => upkeep?.hold() ?? (() => {}),
      ensureTable: async (name, definition) => {
        await ensureTable(db, prefix + name, definition);
        return 'there';
      },
      empty: async (names) => {
        await empty(db, prefix, names);
        await lists.emptied();
        await queries.reset(db);
        await log.addEverything();
      },
      comparing:
        isAdopted && !readOnly
          ? (compare) => comparing(writesOf(...contentTableNames), compare, { job: jobs.of('foreign changes') })
          : null,
      snapshot: () => explaining(() => openSnapshot(db)),
      ping: async () => {
        await raw(quick, 'select 1');
      },
      close: async () => {
        await lists.close();
        await upkeep?.close();
        await changes.idle();
        await replica?.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw explainMariadbError(error) ?? error;
  }
}

/** Must run outside of any transaction: on the server, creating a table commits the open transaction. */
async function ensureTable(db: Kysely<Tables>, name: string, definition: TableDefinition): Promise<void> {
  await raw(db, mariadbTableText(name, definition, 'utf8mb4_bin'));
  const columns =
    'select COLUMN_NAME as name from information_schema.COLUMNS where TABLE_SCHEMA = database() and TABLE_NAME = ?';
  const present = new Set((await raw<{ name: string }>(db, columns, [name])).map((row) => row.name));
  for (const [column, kind] of Object.entries(definition.columns)) {
    if (present.has(column)) continue;
    await raw(db, `alter table \`${name}\` add column ${mariadbColumnText(column, { ...kind, nullable: true })}`);
  }
}

async function isClusterNode(db: Kysely<Tables>): Promise<boolean> {
  return (await raw(db, "show variables where Variable_name = 'wsrep_on' and Value = 'ON'")).length > 0;
}

/** Empties tables. Truncating resets the ids but is slow, so a table that never assigned an id is only cleared. */
async function empty(db: Kysely<Tables>, prefix: string, tables: readonly string[]): Promise<void> {
  const counted =
    'select TABLE_NAME as name from information_schema.TABLES where TABLE_SCHEMA = database() and AUTO_INCREMENT > 1';
  const begun = new Set((await raw<{ name: string }>(db, counted)).map((row) => row.name));
  for (const table of tables) {
    const name = prefix + table;
    await raw(db, begun.has(name) ? `truncate table \`${name}\`` : `delete from \`${name}\``);
  }
}
