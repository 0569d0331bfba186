/** The counters of an import. */
export type ImportKind = 'author' | 'term' | 'item' | 'comment' | 'file';

/** The result of an import so far. */
export interface ImportReport {
  readonly made: Readonly<Record<ImportKind, number>>;
  readonly skipped: Readonly<Record<ImportKind, number>>;
  /** The first reasons why things were skipped or changed; `more` counts the rest. */
  readonly notes: readonly string[];
  readonly more: number;
}

const noteLimit = 200;
const none = (): Record<ImportKind, number> => ({ author: 0, term: 0, item: 0, comment: 0, file: 0 });

/** Counts while an import runs; its memory use is bounded, however many problems there are. */
export class ImportTally implements ImportReport {
  readonly made = none();
  readonly skipped = none();
  readonly notes: string[] = [];
  more = 0;

  count(kind: ImportKind, by = 1): void {
    this.made[kind] += by;
  }

  skip(kind: ImportKind, reason?: string): void {
    this.skipped[kind] += 1;
    if (reason !== undefined) this.note(reason);
  }

  note(text: string): void {
    if (this.notes.length < noteLimit) this.notes.push(text);
    else this.more += 1;
  }
}
