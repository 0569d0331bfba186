import { CompiledQuery, type DatabaseConnection, Kysely, MysqlDialect } from 'kysely';
import { createPool, type Pool } from 'mysql2';
import type { OpenDialect } from '../dialect.ts';
import { StoreError } from '../store-error.ts';
import { TablePrefix } from '../table-prefix.ts';
import { contentTableNames, type TableDefinition, type Tables } from '../tables.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { ForeignWrites, lastWrites } from './foreign-writes.ts';
import { lastChange, MariadbChanges } from './mariadb-changes.ts';
import { mariadbDialect } from './mariadb-dialect.ts';
import { collation, columnText, tableText } from './mariadb-schema.ts';
import { migrateMariadb } from './migrate-mariadb.ts';

export interface MariadbOptions {
  readonly url: string;
  readonly prefix: string;
  readonly readOnly: boolean;
}

/** Opens a pool of connections to the server, and brings our tables up to date. */
export async function openMariadb({ url, prefix, readOnly }: MariadbOptions): Promise<OpenDialect> {
  const db = new Kysely<Tables>({
    dialect: new MysqlDialect({ pool: pool(url), onCreateConnection: (connection) => prepare(connection, readOnly) }),
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
      readNow: null,
      readAside: null,
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

function pool(address: string): Pool {
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
    // Stored dates are text without a zone, and some of them are zero: no Date may come between.
    dateStrings: true,
    decimalNumbers: true,
    // An update that finds its row counts it, whether or not a value differs.
    flags: ['FOUND_ROWS'],
    // An object among the values must never turn into SQL.
    stringifyObjects: true,
  });
}

function parsed(address: string): URL {
  const url = URL.parse(address);
  if (url?.hostname && url.pathname.length > 1) return url;
  throw new StoreError('unreachable', 'The database address must be mysql://user:password@host:port/database.');
}

/** Zero dates are part of the layout; everything else that does not fit is an error instead of a silent cut. */
async function prepare(connection: DatabaseConnection, readOnly: boolean): Promise<void> {
  const settings = [
    `set names utf8mb4 collate ${collation}`,
    "set session sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'",
    'set session transaction isolation level read committed',
    // MySQL answers with day-old times of writes otherwise; MariaDB reads past the comment.
    'set @platen = 1 /*!80000 , session information_schema_stats_expiry = 0 */',
    ...(readOnly ? ['set session transaction read only'] : []),
  ];
  for (const text of settings) await connection.executeQuery(CompiledQuery.raw(text));
}

const run = (db: Kysely<Tables>, text: string, values: unknown[] = []) =>
  db.executeQuery(CompiledQuery.raw(text, values));

/** Outside of any transaction: the server commits whatever is under way when a table is made. */
async function ensureTable(db: Kysely<Tables>, name: string, definition: TableDefinition): Promise<void> {
  await run(db, tableText(name, definition, 'utf8mb4_bin'));
  const { rows } = await run(
    db,
    'select COLUMN_NAME as name from information_schema.COLUMNS where TABLE_SCHEMA = database() and TABLE_NAME = ?',
    [name],
  );
  const present = new Set((rows as { name: string }[]).map((row) => row.name));
  for (const [column, kind] of Object.entries(definition.columns)) {
    if (present.has(column)) continue;
    await run(db, `alter table \`${name}\` add column ${columnText(column, { ...kind, nullable: true })}`);
  }
}

/** A table whose ids have not begun has only to be cleared; truncating is slow, so it is left to those that need it. */
async function empty(db: Kysely<Tables>, prefix: string, tables: readonly string[]): Promise<void> {
  const { rows } = await run(
    db,
    'select TABLE_NAME as name from information_schema.TABLES where TABLE_SCHEMA = database() and AUTO_INCREMENT > 1',
  );
  const begun = new Set((rows as { name: string }[]).map((row) => row.name));
  for (const table of tables) {
    const name = prefix + table;
    await run(db, begun.has(name) ? `truncate table \`${name}\`` : `delete from \`${name}\``);
  }
  await db.insertInto('platen_changes').values({ tags: '*', at: Date.now() }).execute();
}
