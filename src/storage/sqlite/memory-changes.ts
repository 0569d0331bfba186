import { readTags } from '../changes/change-log.ts';
import type { ChangeSource } from '../changes/change-source.ts';
import type { TouchedTags } from '../store/changes.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** Changes of a database that has one connection, whose own writes do not change its `data_version`. */
export class MemoryChanges implements ChangeSource {
  readonly #file: SqliteFile;
  readonly #table: string;
  #committed: number;
  #seen: number;
  #isReplaced = false;

  constructor(file: SqliteFile, prefix: string) {
    this.#file = file;
    this.#table = `${prefix}platen_changes`;
    this.#committed = this.#last();
    this.#seen = this.#committed;
  }

  /** Must be called after every commit; what is written later is not reported before its own. */
  commit(): void {
    this.#committed = this.#last();
  }

  /** Must be called when the whole database was replaced. */
  replaced(): void {
    this.#committed = this.#last();
    this.#seen = this.#committed;
    this.#isReplaced = true;
  }

  poll(): TouchedTags | null {
    if (this.#isReplaced) {
      this.#isReplaced = false;
      return 'everything';
    }
    if (this.#seen === this.#committed) return null;
    const text = `select seq, tags from ${this.#table} where seq > ? and seq <= ? order by seq`;
    const { rows } = this.#file.run<{ seq: number; tags: string }>(text, [this.#seen, this.#committed]);
    this.#seen = this.#committed;
    return rows.length > 0 ? readTags(rows) : 'everything';
  }

  /** Nothing is cached between polls that a write could make stale. */
  expire(): void {}

  #last(): number {
    const { rows } = this.#file.run<{ seq: number }>(`select coalesce(max(seq), 0) as seq from ${this.#table}`, []);
    return rows[0]?.seq ?? 0;
  }
}
