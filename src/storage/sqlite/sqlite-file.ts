import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { objectTemplate } from '../../lib/object-template.ts';
import { fold } from '../../rules/fold.ts';
import { searchedContent } from '../../text/blocks/parse-blocks.ts';
import { foldedTexts, occurIn } from '../search/text-entries.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Names of the returned columns; none for a statement that only changes rows. */
  readonly names: readonly string[];
  readonly blank: Readonly<Record<string, unknown>>;
}

/** One connection to a database file, with a cache of prepared statements. */
export class SqliteFile {
  readonly database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Prepared>({ max: 500 });

  constructor(path: string, options: { readOnly: boolean; waitMs: number }) {
    this.database = new DatabaseSync(path, {
      readOnly: options.readOnly,
      timeout: options.waitMs,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
    });
    this.database.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text));
    this.database.function('searched_content', { deterministic: true }, (text) =>
      typeof text === 'string' ? fold(searchedContent(text)) : text,
    );
    this.database.function('has_words', { deterministic: true }, hasWords());
  }

  /** Runs a statement; `Row` is what it selects. */
  run<Row = unknown>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, names, blank } = this.#prepared.get(sql) ?? this.#add(sql);
    // Statements take strings, numbers and null only; the driver refuses anything else.
    const values = parameters as SQLInputValue[];
    if (names.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
    }
    return { rows: statement.all(...values).map((row) => named<Row>(names, blank, row)) };
  }

  /** Replaces the content of a database in memory by a copy of one; all statements are prepared again. */
  load(copy: Uint8Array): void {
    this.#prepared.clear();
    this.database.deserialize(copy);
  }

  close(): void {
    this.#prepared.clear();
    if (this.database.isOpen) this.database.close();
  }

  /**
   * After another connection has created a table, the first statement here whose trigger uses the search index fails:
   * connecting the index reloads the schema during parsing. The second try succeeds.
   */
  #prepare(sql: string): StatementSync {
    try {
      return this.database.prepare(sql);
    } catch {
      return this.database.prepare(sql);
    }
  }

  #add(sql: string): Prepared {
    const statement = this.#prepare(sql);
    // Rows as arrays cost a third less than the driver's row objects.
    statement.setReturnArrays(true);
    const names = statement.columns().map((column) => column.name);
    const prepared = { statement, names, blank: objectTemplate(names) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** Whether each of the words, as JSON, occurs in one of the texts; words are the same for many rows. */
function hasWords(): (words: SQLOutputValue, ...texts: SQLOutputValue[]) => number {
  let known: { readonly text: SQLOutputValue; readonly words: readonly string[] } = { text: '[]', words: [] };
  return (words, title, excerpt, content) => {
    if (known.text !== words) known = { text: words, words: JSON.parse(String(words)) };
    const texts = foldedTexts({ title: String(title), excerpt: String(excerpt), content: String(content) });
    return occurIn(known.words, texts) ? 1 : 0;
  };
}

/** A row as an object; `values` is the array that the driver returns, which its types do not cover. */
function named<Row>(
  names: readonly string[],
  blank: Readonly<Record<string, unknown>>,
  values: Readonly<Record<number, unknown>>,
): Row {
  const row: Record<string, unknown> = { ...blank };
  for (let position = 0; position < names.length; position += 1) row[names[position]!] = values[position];
  // The author of a statement knows what it selects.
  return row as Row;
}

/** Opens a read-only connection, in addition to the one that writes. */
export function openReader(...options: ConstructorParameters<typeof SqliteFile>): SqliteFile {
  const file = new SqliteFile(...options);
  file.database.exec('pragma query_only = on; pragma mmap_size = 268435456; pragma cache_size = -16000');
  return file;
}

/**
 * How long the log may become before it is moved into the file: 32 MB. A page that many commits change is moved once, and
 * those who write wait for the disk seldom: mostly the thread of the search index has moved it before.
 */
export const checkpointPages = 8_000;
