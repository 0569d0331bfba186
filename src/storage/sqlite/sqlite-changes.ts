import { readTags } from '../changes/change-log.ts';
import type { ChangeSource } from '../changes/change-source.ts';
import type { TouchedTags } from '../store/changes.ts';
import type { SqliteFile } from './sqlite-file.ts';

interface LogRow {
  readonly seq: number;
  readonly tags: string;
}

/**
 * Changes by any process, usually detected without reading the log: `data_version` of the reading connection changes
 * whenever another connection, of this process or another, has committed.
 */
export class SqliteChanges implements ChangeSource {
  readonly #version: () => number;
  readonly #rowsAfter: (seq: number) => readonly LogRow[];
  #lastVersion: number;
  #lastSeq: number;

  constructor(reader: SqliteFile, prefix: string) {
    const version = reader.database.prepare('pragma data_version');
    const after = `select seq, tags from ${prefix}platen_changes where seq > ? order by seq`;
    const last = reader.run<{ seq: number }>(`select coalesce(max(seq), 0) as seq from ${prefix}platen_changes`, []);
    version.setReturnArrays(true);
    this.#version = () => Number(version.get()?.[0]);
    this.#rowsAfter = (seq) => reader.run<LogRow>(after, [seq]).rows;
    this.#lastVersion = this.#version();
    this.#lastSeq = last.rows[0]?.seq ?? 0;
  }

  poll(): TouchedTags | null {
    const version = this.#version();
    if (version === this.#lastVersion) return null;
    this.#lastVersion = version;
    const rows = this.#rowsAfter(this.#lastSeq);
    const first = rows[0];
    // A write that is not in the log: by another program, or the log has already been pruned.
    if (!first) return 'everything';
    const hasGap = first.seq !== this.#lastSeq + 1;
    this.#lastSeq = rows.at(-1)!.seq;
    return hasGap ? 'everything' : readTags(rows);
  }

  /** Nothing is cached between polls that a write could make stale. */
  expire(): void {}
}
