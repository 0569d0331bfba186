import { CompiledQuery } from 'kysely';
import { openMariadb } from '../mariadb/open-mariadb.ts';
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts';
import { SqliteFile } from '../sqlite/sqlite-file.ts';
import type { BulkRow, BulkTable } from './bulk-table.ts';
import type { BulkAddress } from './bulk-writer.ts';

/** A consistent snapshot of a site's tables; it does not block writers. */
export interface TableSnapshot {
  /** The rows of a table in key order, a page at a time; none where the table does not exist. */
  rows(table: BulkTable): AsyncGenerator<BulkRow[]>;
  /** The rows that have one of these numbers in a column, in key order. */
  rowsWith(table: BulkTable, column: string, numbers: readonly number[]): Promise<BulkRow[]>;
  /** The distinct numbers in a column. */
  numbersIn(table: BulkTable, column: string): Promise<number[]>;
  close(): Promise<void>;
}

type Ask = (text: string, values: readonly (string | number | null)[]) => Promise<BulkRow[]>;

const pageRows = 200;
const busyMs = 10_000;

/** Opens a snapshot of a site's tables; a database that was never opened gets our own tables first. */
export async function openTableSnapshot({ url, prefix }: BulkAddress): Promise<TableSnapshot> {
  return url.startsWith('sqlite:') ? sqliteSnapshot(url.slice('sqlite:'.length), prefix) : mariadbSnapshot(url, prefix);
}

/** A read transaction sees no later writes, and in WAL mode it blocks nobody. */
function sqliteSnapshot(path: string, prefix: string): TableSnapshot {
  const file = new SqliteFile(path, { readOnly: true, waitMs: busyMs });
  file.run('begin', []);
  const ask: Ask = async (text, values) => file.run<BulkRow>(text, values).rows;
  return {
    ...snapshotQueries(ask, prefix, {
      quote: sqliteDialect.quote,
      exists: "select 1 as one from sqlite_master where type = 'table' and name = ?",
    }),
    close: async () => file.close(),
  };
}

async function mariadbSnapshot(url: string, prefix: string): Promise<TableSnapshot> {
  const open = await openMariadb({ url, prefix, readOnly: false });
  const { db, close } = await open.snapshot();
  const ask: Ask = async (text, values) => (await db.executeQuery<BulkRow>(CompiledQuery.raw(text, [...values]))).rows;
  return {
    ...snapshotQueries(ask, prefix, {
      quote: open.dialect.quote,
      exists: 'select 1 as one from information_schema.TABLES where TABLE_SCHEMA = database() and TABLE_NAME = ?',
    }),
    close: async () => {
      await close();
      await open.close();
    },
  };
}

interface Wording {
  readonly quote: (name: string) => string;
  readonly exists: string;
}

function snapshotQueries(ask: Ask, prefix: string, { quote, exists }: Wording): Omit<TableSnapshot, 'close'> {
  const from = ({ name }: BulkTable): string => quote(prefix + name);
  const list = (columns: readonly string[]): string => columns.map(quote).join(', ');
  return {
    async *rows(table) {
      if ((await ask(exists, [prefix + table.name])).length === 0) return;
      const [first, second] = table.key.map(quote);
      const select = `select ${list(table.columns)} from ${from(table)}`;
      const order = `order by ${list(table.key)} limit ${pageRows}`;
      // With a row-value comparison the server would scan the whole table for each page.
      const after = second ? `${first} >= ? and (${first} > ? or ${second} > ?)` : `${first} > ?`;
      let rows = await ask(`${select} ${order}`, []);
      while (rows.length > 0) {
        yield rows;
        if (rows.length < pageRows) return;
        const [a, b] = table.key.map((column) => rows.at(-1)?.[column] ?? null);
        rows = await ask(`${select} where ${after} ${order}`, second ? [a!, a!, b!] : [a!]);
      }
    },
    async rowsWith(table, column, numbers) {
      if (numbers.length === 0) return [];
      const marks = numbers.map(() => '?').join(', ');
      const text = `select ${list(table.columns)} from ${from(table)} where ${quote(column)} in (${marks})`;
      return ask(`${text} order by ${list(table.key)}`, numbers);
    },
    async numbersIn(table, column) {
      const rows = await ask(`select distinct ${quote(column)} as n from ${from(table)} order by 1`, []);
      return rows.map((row) => Number(row['n']));
    },
  };
}
