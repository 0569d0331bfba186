import { readTags } from '../change-log.ts';
import type { ChangeSource } from '../dialect.ts';
import type { TouchedTags } from '../store.ts';
import type { SqliteFile } from './sqlite-file.ts';

/**
 * Changes by anyone, told without a query in the usual case: `data_version` moves on the reading connection whenever
 * another connection, of this process or another, has committed.
 */
export class SqliteChanges implements ChangeSource {
  readonly #version: () => number;
  readonly #rowsAfter: (seq: number) => { seq: number; tags: string }[];
  #lastVersion: number;
  #lastSeq: number;

  constructor(reader: SqliteFile, prefix: string) {
    const version = reader.database.prepare('pragma data_version');
    const rows = reader.database.prepare(`select seq, tags from ${prefix}platen_changes where seq > ? order by seq`);
    const last = reader.database.prepare(`select coalesce(max(seq), 0) as seq from ${prefix}platen_changes`);
    version.setReturnArrays(true);
    this.#version = () => (version.get() as unknown as [number])[0];
    this.#rowsAfter = (seq) => rows.all(seq) as { seq: number; tags: string }[];
    this.#lastVersion = this.#version();
    this.#lastSeq = last.get()?.seq as number;
  }

  poll(): TouchedTags | null {
    const version = this.#version();
    if (version === this.#lastVersion) return null;
    this.#lastVersion = version;
    const rows = this.#rowsAfter(this.#lastSeq);
    const first = rows[0];
    // Something was written that is not in the log: by another program, or so much that the log was pruned.
    if (!first) return 'everything';
    const hasGap = first.seq !== this.#lastSeq + 1;
    this.#lastSeq = rows.at(-1)!.seq;
    return hasGap ? 'everything' : readTags(rows);
  }

  /** Nothing is remembered between polls that a write could make stale. */
  expire(): void {}
}
