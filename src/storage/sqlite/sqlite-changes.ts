import type { ChangeSource } from '../changes/change-feed.ts';
import { readTags } from '../changes/change-log.ts';
import type { TouchedTags } from '../store/site.ts';
import type { SqliteFile } from './sqlite-file.ts';

interface StoredChange {
  readonly seq: number;
  readonly tags: string;
  /** The time tells a row from one that took its number after the file was restored. */
  readonly at: number;
}

/**
 * Changes by any process, usually detected without reading the log: `data_version` of the reading connection changes
 * whenever another connection, of this process or another, has committed.
 *
 * Other programs leave a mark in the log (see `triggers.ts`). A commit without any row is one that changed something
 * else than content.
 */
export class SqliteChanges implements ChangeSource {
  readonly #version: () => number;
  readonly #rowsFrom: (seq: number) => readonly StoredChange[];
  #lastVersion: number;
  #last: StoredChange | null;

  constructor(reader: SqliteFile, prefix: string) {
    const from = `select seq, tags, at from ${prefix}platen_changes where seq >= ? order by seq`;
    const last = `select seq, tags, at from ${prefix}platen_changes order by seq desc limit 1`;
    this.#version = dataVersion(reader);
    this.#rowsFrom = (seq) => reader.run<StoredChange>(from, [seq]).rows;
    this.#lastVersion = this.#version();
    this.#last = reader.run<StoredChange>(last, []).rows[0] ?? null;
  }

  poll(): TouchedTags | null {
    const version = this.#version();
    if (version === this.#lastVersion) return null;
    const [rows, isWhole] = this.#rowsSince();
    this.#lastVersion = version;
    return isWhole && rows.length > 0 ? readTags(rows) : 'everything';
  }

  /** Nothing is cached between polls that a write could make stale. */
  expire(): void {}

  /** The new rows, and whether they continue what was read before: the log may be pruned, or the file restored. */
  #rowsSince(): [rows: readonly StoredChange[], isWhole: boolean] {
    const last = this.#last;
    const found = this.#rowsFrom(last?.seq ?? 0);
    const isSame = last === null || (found[0]?.seq === last.seq && found[0].at === last.at);
    const rows = last !== null && isSame ? found.slice(1) : found;
    const first = rows[0]?.seq;
    const hasGap = first !== undefined && first !== (last?.seq ?? 0) + 1;
    this.#last = rows.at(-1) ?? (isSame ? last : null);
    return [rows, isSame && !hasGap];
  }
}

function dataVersion(file: SqliteFile): () => number {
  const version = file.database.prepare('pragma data_version');
  version.setReturnArrays(true);
  return () => Number(version.get()?.[0]);
}
