import { CompiledQuery, type DatabaseConnection, Kysely, MysqlDialect, sql } from 'kysely';
import type { Pool } from 'mysql2';
import { loadOptional } from '../../missing-package.ts';
import { allTags } from '../changes/change-log.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import { TablePrefix } from '../query/table-prefix.ts';
import { contentTableNames, type TableDefinition, type Tables } from '../query/tables.ts';
import { StoreError } from '../store-error.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { ForeignWrites, lastWrites } from './foreign-writes.ts';
import { lastChange, MariadbChanges } from './mariadb-changes.ts';
import { mariadbDialect } from './mariadb-dialect.ts';
import { collation, mariadbColumnText, mariadbTableText } from './mariadb-schema.ts';
import { migrateMariadb } from './migrate-mariadb.ts';

export interface MariadbOptions {
  readonly url: string;
  readonly prefix: string;
  readonly readOnly: boolean;
}

/** Opens a connection pool to the server, and migrates our tables. */
export async function openMariadb({ url, prefix, readOnly }: MariadbOptions): Promise<OpenDialect> {
  const { createPool } = await loadOptional('mysql2', 'A MariaDB or MySQL database', () => import('mysql2'));
  const db = new Kysely<Tables>({
    dialect: new MysqlDialect({
      pool: pool(url, createPool),
      onCreateConnection: (connection) => prepare(connection, readOnly),
    }),
    plugins: [new TablePrefix(prefix)],
  });
  try {
    const { isAdopted } = await migrateMariadb(db, prefix, readOnly);
    const look = isAdopted
      ? lastWrites(
          db,
          contentTableNames.map((name) => prefix + name),
        )
      : null;
    const changes = new MariadbChanges(db, await lastChange(db), new ForeignWrites(look));
    return {
      dialect: { ...mariadbDialect, facts: { name: 'mariadb', sharedWithOthers: isAdopted } },
      db,
      readSync: null,
      readInBackground: null,
      changes,
      ensureTable: (name, definition) => ensureTable(db, prefix + name, definition),
      empty: (tables) => empty(db, prefix, tables),
      ping: async () => {
        await run(db, 'select 1');
      },
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw explainMariadbError(error) ?? error;
  }
}

function pool(address: string, createPool: typeof import('mysql2').createPool): Pool {
  const url = parsed(address);
  return createPool({
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.get('ssl') === 'true' && { ssl: {} }),
    connectionLimit: Number(url.searchParams.get('connections') ?? 10),
    connectTimeout: 10_000,
    charset: collation,
    // Stored dates have no zone, and some are zero, so they must not be converted to Date.
    dateStrings: true,
    decimalNumbers: true,
    // An update counts the rows it matches, whether or not a value changes.
    flags: ['FOUND_ROWS'],
    // An object among the values must never become SQL.
    stringifyObjects: true,
  });
}

function parsed(address: string): URL {
  const url = URL.parse(address);
  if (url?.hostname && url.pathname.length > 1) return url;
  throw new StoreError('unreachable', 'The database address must be mysql://user:password@host:port/database.');
}

/** Allows zero dates, which the layout uses; any other value that does not fit is an error, not truncated. */
async function prepare(connection: DatabaseConnection, readOnly: boolean): Promise<void> {
  const settings = [
    `set names utf8mb4 collate ${collation}`,
    "set session sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'",
    'set session transaction isolation level read committed',
    // Otherwise MySQL caches table write times for a day; MariaDB ignores this comment.
    'set @platen = 1 /*!80000 , session information_schema_stats_expiry = 0 */',
    ...(readOnly ? ['set session transaction read only'] : []),
  ];
  for (const text of settings) await connection.executeQuery(CompiledQuery.raw(text));
}

const run = (db: Kysely<Tables>, text: string) => db.executeQuery(CompiledQuery.raw(text));

/** Must run outside of any transaction: on the server, creating a table commits the open transaction. */
async function ensureTable(db: Kysely<Tables>, name: string, definition: TableDefinition): Promise<void> {
  await run(db, mariadbTableText(name, definition, 'utf8mb4_bin'));
  const columns = sql<{
    name: string;
  }>`select COLUMN_NAME as name from information_schema.COLUMNS where TABLE_SCHEMA = database() and TABLE_NAME = ${name}`;
  const present = new Set((await columns.execute(db)).rows.map((row) => row.name));
  for (const [column, kind] of Object.entries(definition.columns)) {
    if (present.has(column)) continue;
    await run(db, `alter table \`${name}\` add column ${mariadbColumnText(column, { ...kind, nullable: true })}`);
  }
}

/** Empties tables. Truncating resets the ids but is slow, so a table that never assigned an id is only cleared. */
async function empty(db: Kysely<Tables>, prefix: string, tables: readonly string[]): Promise<void> {
  const counted = sql<{
    name: string;
  }>`select TABLE_NAME as name from information_schema.TABLES where TABLE_SCHEMA = database() and AUTO_INCREMENT > 1`;
  const begun = new Set((await counted.execute(db)).rows.map((row) => row.name));
  for (const table of tables) {
    const name = prefix + table;
    await run(db, begun.has(name) ? `truncate table \`${name}\`` : `delete from \`${name}\``);
  }
  await db.insertInto('platen_changes').values({ tags: allTags, at: Date.now() }).execute();
}
