import type { Kysely, Transaction } from 'kysely';
import type { OpenDialect } from '../dialect.ts';
import { openMariadb } from '../mariadb/open-mariadb.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import type { Tables } from '../tables.ts';
import type { BulkRow, BulkTable } from './bulk-table.ts';

/** Where a site's tables are. */
export interface BulkAddress {
  /** As the store takes it: `sqlite:PATH` or `mysql://…`. */
  readonly url: string;
  readonly prefix: string;
}

/** Fills tables with many rows at a time. What the rows mean, counts included, is the caller's business. */
export interface BulkWriter {
  /** All of `work` or none of it; whoever keeps copies is told once, at the end. */
  transaction<T>(work: (tables: BulkTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface BulkTransaction {
  insert(table: BulkTable, rows: readonly BulkRow[]): Promise<void>;
  /** The id the database gave to a row without one. */
  insertOne(table: BulkTable, row: BulkRow): Promise<number>;
  /** Removes every row. */
  empty(table: BulkTable): Promise<void>;
}

/** Below what SQLite takes as parameters of one statement, and servers as one packet. */
const parameterLimit = 8000;
const characterLimit = 500_000;

/** Opens a site's tables to be filled; they are made where they are missing. */
export async function openBulkWriter(address: BulkAddress): Promise<BulkWriter> {
  const open = await openDialect(address);
  return {
    transaction: (work) =>
      explained(open, () =>
        open.db.transaction().execute(async (transaction) => {
          const result = await work({
            insert: (table, rows) => insert(transaction, table, rows),
            insertOne: async (table, row) => {
              const made = await transaction
                .insertInto(table.name as 'posts')
                .values(row as never)
                .executeTakeFirst();
              return Number(made.insertId);
            },
            empty: async (table) => {
              await transaction.deleteFrom(table.name as 'posts').execute();
            },
          });
          await transaction
            .insertInto('platen_changes')
            .values({ tags: '*', at: Date.now() } as never)
            .execute();
          return result;
        }),
      ),
    close: () => open.close(),
  };
}

function openDialect({ url, prefix }: BulkAddress): Promise<OpenDialect> {
  if (url.startsWith('sqlite:')) return openSqlite({ path: url.slice('sqlite:'.length), prefix, readOnly: false });
  return openMariadb({ url, prefix, readOnly: false });
}

async function insert(
  db: Kysely<Tables> | Transaction<Tables>,
  table: BulkTable,
  rows: readonly BulkRow[],
): Promise<void> {
  // Typed as one of ours; the columns are those of the table.
  for (const part of parts(rows))
    await db
      .insertInto(table.name as 'posts')
      .values(part as never)
      .execute();
}

function* parts(rows: readonly BulkRow[]): Generator<BulkRow[]> {
  let part: BulkRow[] = [];
  let parameters = 0;
  let characters = 0;
  for (const row of rows) {
    const values = Object.values(row);
    const size = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    if (part.length > 0 && (parameters + values.length > parameterLimit || characters + size > characterLimit)) {
      yield part;
      part = [];
      parameters = 0;
      characters = 0;
    }
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
