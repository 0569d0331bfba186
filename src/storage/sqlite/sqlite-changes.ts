import { readTags } from '../changes/change-log.ts';
import type { ChangeSource } from '../changes/change-source.ts';
import type { TouchedTags } from '../store/changes.ts';
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
 * A commit without a log row is one of another program. It is noticed if no other process of ours wrote between the
 * same two polls: `data_version` of the writing connection changes only by commits that are not its own.
 */
export class SqliteChanges implements ChangeSource {
  readonly #version: () => number;
  readonly #foreignVersion: () => number;
  readonly #rowsFrom: (seq: number) => readonly StoredChange[];
  readonly #own = new Set<number>();
  #lastVersion: number;
  #lastForeign: number;
  #last: StoredChange | null;

  constructor({ reader, writer }: { readonly reader: SqliteFile; readonly writer: SqliteFile }, prefix: string) {
    const from = `select seq, tags, at from ${prefix}platen_changes where seq >= ? order by seq`;
    const last = `select seq, tags, at from ${prefix}platen_changes order by seq desc limit 1`;
    this.#version = dataVersion(reader);
    this.#foreignVersion = dataVersion(writer);
    this.#rowsFrom = (seq) => reader.run<StoredChange>(from, [seq]).rows;
    this.#lastVersion = this.#version();
    this.#lastForeign = this.#foreignVersion();
    this.#last = reader.run<StoredChange>(last, []).rows[0] ?? null;
  }

  poll(): TouchedTags | null {
    const version = this.#version();
    if (version === this.#lastVersion) return null;
    this.#lastVersion = version;
    const foreign = this.#foreignVersion();
    const hasForeign = foreign !== this.#lastForeign;
    this.#lastForeign = foreign;
    const [rows, isWhole] = this.#rowsSince();
    const isExplained = rows.length > 0 && (!hasForeign || rows.some((row) => !this.#own.has(row.seq)));
    this.#own.clear();
    return isWhole && isExplained ? readTags(rows) : 'everything';
  }

  /** Notes a log row of this process, before its commit. */
  own(seq: number): void {
    this.#own.add(seq);
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
