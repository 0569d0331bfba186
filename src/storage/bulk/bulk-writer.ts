import { CompiledQuery, type Kysely } from 'kysely';
import { logEverything } from '../changes/change-log.ts';
import { openMariadb } from '../mariadb/open-mariadb.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import type { StatementRunner } from '../query/statement.ts';
import { namedTables, type Tables } from '../query/tables.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { type BulkRow, type BulkTable, contentBulkTables } from './bulk-table.ts';

/** The location of a site's tables. */
export interface BulkAddress {
  /** Database URL: `sqlite:PATH` or `mysql://…`. */
  readonly url: string;
  readonly prefix: string;
}

/** Inserts many rows at a time. The caller is responsible for consistent rows, stored counts included. */
export interface BulkWriter {
  /** Runs all of `work` or none of it; caches are invalidated once, at the end. */
  transaction<T>(work: (tables: BulkTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface BulkTransaction {
  insert(table: BulkTable, rows: readonly BulkRow[]): Promise<void>;
  /** Inserts a row without an id and returns the id that the database assigned. */
  insertOne(table: BulkTable, row: BulkRow): Promise<number>;
  /**
   * Reads the rows with these keys, which nobody else can change until the transaction ends, and stores what `change`
   * returns for each: the columns that differ, or null for a row that stays.
   */
  change(table: BulkTable, keys: readonly number[], change: (row: BulkRow) => BulkRow | null): Promise<void>;
  /** Removes every row. */
  empty(table: BulkTable): Promise<void>;
}

/** Below SQLite's limit for parameters of one statement, and below a server's packet size. */
const parameterLimit = 8000;
const characterLimit = 500_000;

/** Opens a site's tables for bulk writes; missing tables are created. */
export async function openBulkWriter(address: BulkAddress): Promise<BulkWriter> {
  const open = await openDialect(address);
  // The site's own store does it, after the burst of writes.
  open.holdIndexing();
  return {
    transaction: (work) =>
      explained(open, () =>
        open.db.transaction().execute(async (transaction) => {
          const written = new Set<number>();
          const insert = inserting(transaction, address.prefix, open.dialect.quote);
          const result = await work({
            insert: async (table, rows) => {
              await listed(open, transaction, { table, rows, insert: () => insert(table, rows) });
              if (isPosts(table)) for (const row of rows) written.add(Number(row['ID']));
            },
            insertOne: async (table, row) => {
              const made = await namedTables(transaction).insertInto(table.name).values(row).executeTakeFirst();
              if (isPosts(table)) written.add(Number(made.insertId));
              return Number(made.insertId);
            },
            change: async (table, keys, change) => {
              await changeRows(transaction, { table, keys, locks: open.dialect.can.manyWriters }, change);
              if (isPosts(table)) for (const key of keys) written.add(key);
            },
            empty: async (table) => {
              await namedTables(transaction).deleteFrom(table.name).execute();
            },
          });
          if (written.size > 0) await open.searchIndex.note?.(runnerOf(transaction), [...written]);
          await logEverything(transaction, open.dialect.can.manyWriters);
          return result;
        }),
      ),
    close: () => open.close(),
  };
}

const runnerOf = (db: Kysely<Tables>): Pick<StatementRunner, 'runLater'> => ({
  runLater: async (query) => {
    await db.executeQuery(query.compile(db));
  },
});

/** Inserts rows; those of posts and their terms are listed together where they name their posts. */
function listed(
  { lists }: OpenDialect,
  transaction: Kysely<Tables>,
  { table, rows, insert }: { table: BulkTable; rows: readonly BulkRow[]; insert: () => Promise<void> },
): Promise<void> {
  const of = isPosts(table) ? (['posts', 'ID'] as const) : (['term_relationships', 'object_id'] as const);
  const [name, column] = of;
  const ids = rows.map((row) => Number(row[column] ?? 0));
  if (!lists.insert || table.name !== contentBulkTables[name].name || !ids.every((id) => id > 0)) return insert();
  return lists.insert(transaction, name, ids, insert);
}

const isPosts = ({ name }: BulkTable): boolean => name === contentBulkTables.posts.name;

function openDialect({ url, prefix }: BulkAddress): Promise<OpenDialect> {
  if (url.startsWith('sqlite:')) return openSqlite({ path: url.slice('sqlite:'.length), prefix, readOnly: false });
  return openMariadb({ url, prefix, readOnly: false });
}

type Insert = (table: BulkTable, rows: readonly BulkRow[]) => Promise<void>;

/**
 * Inserts rows with statements that are written out here: building a query of thousands of values would take longer than
 * running it.
 */
function inserting(db: Kysely<Tables>, prefix: string, quote: (name: string) => string): Insert {
  return async (table, rows) => {
    for (const part of parts(rows)) {
      const columns = Object.keys(part[0] ?? {});
      const into = `insert into ${quote(prefix + table.name)} (${columns.map(quote).join(', ')}) values `;
      const marks = `(${columns.map(() => '?').join(', ')})`;
      const values = part.flatMap((row) => columns.map((name) => row[name] ?? null));
      await db.executeQuery(CompiledQuery.raw(into + Array(part.length).fill(marks).join(', '), values));
    }
  };
}

async function changeRows(
  db: Kysely<Tables>,
  { table, keys, locks }: { readonly table: BulkTable; readonly keys: readonly number[]; readonly locks: boolean },
  change: (row: BulkRow) => BulkRow | null,
): Promise<void> {
  const [key] = table.key;
  if (key === undefined || keys.length === 0) return;
  const found = namedTables(db)
    .selectFrom(table.name)
    .select([...table.columns])
    .where(key, 'in', [...keys]);
  for (const row of await (locks ? found.forUpdate() : found).execute()) {
    const changed = change(row);
    if (changed !== null)
      await namedTables(db)
        .updateTable(table.name)
        .set(changed)
        .where(key, '=', row[key] ?? null)
        .execute();
  }
}

/** Rows for one statement: with the same columns, and not too many. */
function* parts(rows: readonly BulkRow[]): Generator<BulkRow[]> {
  let part: BulkRow[] = [];
  let columns = '';
  let parameters = 0;
  let characters = 0;
  for (const row of rows) {
    const names = Object.keys(row).join();
    const values = Object.values(row);
    const size = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    const isFull = parameters + values.length > parameterLimit || characters + size > characterLimit;
    if (part.length > 0 && (isFull || names !== columns)) {
      yield part;
      part = [];
      parameters = 0;
      characters = 0;
    }
    columns = names;
    part.push(row);
    parameters += values.length;
    characters += size;
  }
  if (part.length > 0) yield part;
}

async function explained<T>(open: OpenDialect, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw open.dialect.explain(error) ?? error;
  }
}
