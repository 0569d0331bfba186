import { fold } from '../../../rules/fold.ts';
import { hasBlocks, searchedContent } from '../../../text/blocks/parse-blocks.ts';
import type { SqliteFile } from '../sqlite-file.ts';
import { shortGrams, textEnd } from './search-grams.ts';
import { copiedColumns, searchTableNames } from './search-schema.ts';

interface Waiting extends Readonly<Record<(typeof copiedColumns)[number], string | number>> {
  readonly id: number;
  readonly hasTrigrams: number;
  /** Null where the post is gone. */
  readonly type: string | null;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
}

/** Indexes posts that wait, within a transaction of the caller, for about so long; returns whether none is left. */
export function fillSearch(file: SqliteFile, prefix: string, milliseconds: number): boolean {
  const until = performance.now() + milliseconds;
  do if (!indexNext(file, prefix)) return true;
  while (performance.now() < until);
  return false;
}

/** In the order of ids: the index takes rows in their order at once, and others one by one. */
function indexNext(file: SqliteFile, prefix: string): boolean {
  const { posts, long, short, indexed, waiting } = searchTableNames(prefix);
  const [row] = file.run<Waiting>(
    `select w.post_id as id, w.has_trigrams as hasTrigrams, p.post_type as type, p.post_title as title,
      p.post_excerpt as excerpt, p.post_content as content, ${copiedColumns.map((name) => `p.${name}`).join(', ')}
     from ${waiting} as w left join ${posts} as p on p.ID = w.post_id order by w.post_id limit 1`,
    [],
  ).rows;
  if (!row) return false;
  const { id } = row;
  const isSearched = row.type !== null && row.type !== 'revision';
  const keepsTrigrams = isSearched && row.hasTrigrams === 1 && !hasBlocks(row.content);
  if (!keepsTrigrams) file.run(`delete from ${long} where rowid = ?`, [id]);
  file.run(`delete from ${short} where rowid = ?`, [id]);
  if (isSearched) {
    const texts = [fold(row.title), fold(row.excerpt), fold(searchedContent(row.content))];
    if (!keepsTrigrams)
      file.run(`insert into ${long} (rowid, title, excerpt, content) values (?, ?, ?, ?)`, [
        id,
        ...texts.map((text) => text + textEnd),
      ]);
    file.run(`insert into ${short} (rowid, grams) values (?, ?)`, [id, shortGrams(texts)]);
    // One row of values: a statement that could insert several would make the indexes write out what they collect.
    file.run(
      `insert into ${indexed} (ID, ${copiedColumns.join(', ')}) values (?${', ?'.repeat(copiedColumns.length)})
       on conflict do nothing`,
      [id, ...copiedColumns.map((name) => row[name])],
    );
  }
  file.run(`delete from ${waiting} where post_id = ?`, [id]);
  return true;
}
