import { mostRows } from '../../posts/deep/counted-lists.ts';
import type { SqliteFile } from '../sqlite-file.ts';
import { type BlockList, blockLists, rowsFrom } from './block-lists.ts';

interface Counted {
  readonly owner: number;
  readonly type: string;
  readonly status: string;
}

interface First {
  readonly key: string | number;
  readonly id: number;
}

/** Removes the blocks of an older file, and the triggers that keep them. */
export function dropBlocks(file: SqliteFile, prefix: string): void {
  const { rows } = file.run<{ name: string }>(
    "select name from sqlite_schema where type = 'trigger' and substr(name, 1, length(?1)) = ?1",
    [`${prefix}platen_block_`],
  );
  for (const { name } of rows) file.database.exec(`drop trigger ${name}`);
  file.database.exec(`drop table if exists ${prefix}platen_blocks`);
}

/** Makes the blocks of all lists of a file; its counts tell which lists there are. */
export function fillBlocks(file: SqliteFile, prefix: string): void {
  for (const list of blockLists) {
    const { rows } = file.run<Counted>(
      `select distinct owner, post_type as type, post_status as status from ${prefix}platen_counts where scope = ? and post_type <> 'revision' and n > 0`,
      [list.scope],
    );
    for (const counted of rows) fillList(file, prefix, list, counted);
  }
}

const size = mostRows / 2;

function fillList(file: SqliteFile, prefix: string, list: BlockList, { owner, type, status }: Counted): void {
  const rest = rowsFrom(prefix, list, { owner: '?1', type: '?2', status: '?3', key: '?4', id: '?5' });
  for (let first: First | undefined = { key: list.lowest === '0' ? 0 : '', id: 0 }; first; ) {
    const from: (string | number)[] = [owner, type, status, first.key, first.id];
    const next: First | undefined = file.run<First>(`${rest} limit 1 offset ${size}`, from).rows[0];
    const n = next ? size : file.run<{ n: number }>(`select count(*) as n from (${rest})`, from).rows[0]?.n;
    file.run(
      `insert into ${prefix}platen_blocks (list, owner, post_type, post_status, key, id, n) values (?, ?, ?, ?, ?, ?, ?)`,
      [list.number, owner, type, status, first.key, first.id, n],
    );
    first = next;
  }
}
