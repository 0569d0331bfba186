import { type BulkRow, type BulkTable, contentBulkTables as tables } from '../storage/bulk/bulk-table.ts';
import type { BulkWriter } from '../storage/bulk/bulk-writer.ts';
import type { TableSnapshot } from '../storage/bulk/table-snapshot.ts';
import { StoreError } from '../storage/store-error.ts';
import type { ValueRewriter } from './value-rewriter.ts';

/** A table whose texts are searched. */
interface SearchedTable {
  readonly table: BulkTable;
  readonly columns: readonly string[];
  /** Rows that nobody means: a changed session or capability would lock people out. */
  readonly isSpared?: (row: BulkRow) => boolean;
}

const metaColumns = ['meta_value'];
const sparedUserKeys = /capabilities$|user_level$|^session_tokens$|^_application_passwords$/;

/** The texts of the public layout. Names and slugs that identify something stay, as do the guids, unless asked for. */
function searchedTables(withGuids: boolean): readonly SearchedTable[] {
  const texts = ['post_title', 'post_content', 'post_excerpt', 'post_content_filtered'];
  return [
    { table: tables.posts, columns: withGuids ? [...texts, 'guid'] : texts },
    { table: tables.postmeta, columns: metaColumns },
    { table: tables.comments, columns: ['comment_author_url', 'comment_content'] },
    { table: tables.commentmeta, columns: metaColumns },
    { table: tables.terms, columns: ['name'] },
    { table: tables.term_taxonomy, columns: ['description'] },
    { table: tables.termmeta, columns: metaColumns },
    { table: tables.users, columns: ['user_url', 'display_name'] },
    {
      table: tables.usermeta,
      columns: metaColumns,
      isSpared: (row) => sparedUserKeys.test(String(row['meta_key'])),
    },
    {
      table: tables.options,
      columns: ['option_value'],
      isSpared: (row) => String(row['option_name']).endsWith('user_roles'),
    },
  ];
}

/** What was found in a table. */
export interface SearchedCount {
  readonly table: string;
  readonly rows: number;
  readonly changedRows: number;
  readonly places: number;
  readonly refused: number;
}

export interface SearchReplace {
  readonly snapshot: TableSnapshot;
  /** Null for a dry run. */
  readonly bulk: BulkWriter | null;
  readonly rewrite: ValueRewriter;
  readonly withGuids: boolean;
  /** Called with a sentence for each row that was refused. */
  readonly note: (text: string) => void;
  readonly progress: (table: string, rows: number) => void;
}

/**
 * Replaces texts in all tables, row by row: a row is changed whole or not at all, and as it is at that moment, whatever
 * was read before. Returns the counts of each table.
 */
export async function searchReplace(work: SearchReplace): Promise<SearchedCount[]> {
  const counts: SearchedCount[] = [];
  for (const searched of searchedTables(work.withGuids)) counts.push(await inTable(work, searched));
  return counts;
}

async function inTable(work: SearchReplace, searched: SearchedTable): Promise<SearchedCount> {
  const { table } = searched;
  const count = { table: table.name, rows: 0, changedRows: 0, places: 0, refused: 0 };
  for await (const page of work.snapshot.rows(table)) {
    const outcomes = await changedPage(work, searched, page);
    for (const { row, places, refused } of outcomes) {
      if (refused === null) {
        count.changedRows += 1;
        count.places += places;
      } else {
        count.refused += 1;
        work.note(`${table.name} ${row[table.key[0] ?? '']}${keyOf(row)} was left as it is: ${refused}.`);
      }
    }
    count.rows += page.length;
    work.progress(table.name, count.rows);
  }
  return count;
}

interface Outcome {
  readonly row: BulkRow;
  readonly changes: BulkRow;
  readonly places: number;
  readonly refused: string | null;
}

async function changedPage(
  { bulk, rewrite }: SearchReplace,
  searched: SearchedTable,
  page: readonly BulkRow[],
): Promise<Outcome[]> {
  const found = page.flatMap((row) => rewritten(row, searched, rewrite) ?? []);
  if (bulk === null || found.length === 0) return found;
  const { table } = searched;
  const keys = found.map(({ row }) => Number(row[table.key[0] ?? '']));
  for (let attempt = 1; ; attempt += 1) {
    const outcomes: Outcome[] = [];
    try {
      await bulk.transaction((transaction) =>
        transaction.change(table, keys, (row) => {
          const outcome = rewritten(row, searched, rewrite);
          if (outcome) outcomes.push(outcome);
          return outcome && outcome.refused === null ? outcome.changes : null;
        }),
      );
      return outcomes;
    } catch (error) {
      if (!(error instanceof StoreError && error.undone) || attempt === attempts) throw error;
    }
  }
}

const attempts = 3;

/** The row with its texts replaced; null where nothing of it is meant. */
function rewritten(row: BulkRow, { table, columns, isSpared }: SearchedTable, rewrite: ValueRewriter): Outcome | null {
  if (isSpared?.(row)) return null;
  const changes: Record<string, string> = {};
  let places = 0;
  for (const column of columns) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const result = rewrite(value);
    const refused =
      result.refused === null
        ? table.fits(column, result.text)
          ? null
          : `${column} would be too long`
        : `its value is serialised, and ${result.refused}`;
    if (refused !== null || result.refused !== null) return { row, changes: {}, places: 0, refused };
    if (result.count === 0) continue;
    changes[column] = result.text;
    places += result.count;
  }
  return places === 0 ? null : { row, changes, places, refused: null };
}

function keyOf(row: BulkRow): string {
  const name = row['meta_key'] ?? row['option_name'];
  return typeof name === 'string' ? ` (${name})` : '';
}
