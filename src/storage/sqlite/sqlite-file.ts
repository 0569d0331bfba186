import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { fold } from '../../content/fold.ts';
import { blankRecord } from '../../record-shape.ts';

interface Kept {
  readonly statement: StatementSync;
  /** Names of what it returns; none for a statement that only changes rows. */
  readonly names: readonly string[];
  readonly blank: Readonly<Record<string, unknown>>;
}

const keptStatements = 500;

/** One connection to a database file, with its statements kept prepared. */
export class SqliteFile {
  readonly database: DatabaseSync;
  readonly #kept = new Map<string, Kept>();

  constructor(path: string, options: { readOnly: boolean; waitMs: number }) {
    this.database = new DatabaseSync(path, {
      readOnly: options.readOnly,
      timeout: options.waitMs,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
    });
    this.database.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text));
  }

  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, names, blank } = this.#kept.get(sql) ?? this.#keep(sql);
    // Statements take text, numbers and null only; whatever else came this far is refused by the driver.
    const values = parameters as SQLInputValue[];
    if (names.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
    }
    const rows = statement.all(...values) as unknown as unknown[][];
    return { rows: rows.map((row) => named(names, blank, row)) };
  }

  close(): void {
    this.#kept.clear();
    if (this.database.isOpen) this.database.close();
  }

  /**
   * When another connection has made a table, the first statement here whose trigger reaches the search index fails:
   * connecting the index renews the schema under the parser. The next try finds it renewed.
   */
  #prepare(sql: string): StatementSync {
    try {
      return this.database.prepare(sql);
    } catch {
      return this.database.prepare(sql);
    }
  }

  #keep(sql: string): Kept {
    const statement = this.#prepare(sql);
    // Rows as arrays cost a third less than rows as objects made by the driver.
    statement.setReturnArrays(true);
    const names = statement.columns().map((column) => column.name);
    const kept = { statement, names, blank: blankRecord(names) };
    if (this.#kept.size >= keptStatements) {
      const oldest = this.#kept.keys().next().value;
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    this.#kept.set(sql, kept);
    return kept;
  }
}

function named(
  names: readonly string[],
  blank: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
): Record<string, unknown> {
  const row: Record<string, unknown> = { ...blank };
  for (let place = 0; place < names.length; place += 1) row[names[place]!] = values[place];
  return row;
}
