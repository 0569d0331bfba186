/** What an export file holds, as the report counts it. */
export const importKinds = [
  'author',
  'authorField',
  'term',
  'termField',
  'item',
  'field',
  'sticky',
  'file',
  'comment',
  'commentField',
] as const;

export type ImportKind = (typeof importKinds)[number];

/** The counters of one kind: `inFile` is the sum of `imported`, `present` and `refused`. */
export interface ImportCount {
  readonly inFile: number;
  readonly imported: number;
  /** Was here already, or belongs to what was. */
  readonly present: number;
  /** How many of the imported ones are not stored exactly as the file has them: another id or address, a text that was cut. */
  readonly changed: number;
  readonly refused: number;
}

/** One row of the report: a kind, and which of it, such as the type of an item or the taxonomy of a term. */
export interface ImportCountRow extends ImportCount {
  readonly kind: ImportKind;
  readonly of: string;
}

/** The result of an import so far. */
export interface ImportReport {
  /** By kind, then in file order. */
  readonly rows: readonly ImportCountRow[];
  /** The counters of a kind, whatever it is of. */
  total(kind: ImportKind): ImportCount;
  /** The first reasons why something was refused or changed; `more` counts the rest. */
  readonly notes: readonly string[];
  readonly more: number;
}

/** What happens to a part of the file. */
export type ImportOutcome = Exclude<keyof ImportCount, 'inFile'>;

const noteLimit = 200;
const rowLimit = 500;
const countNames = [
  'inFile',
  'imported',
  'present',
  'changed',
  'refused',
] as const satisfies readonly (keyof ImportCount)[];
const zero: ImportCount = { inFile: 0, imported: 0, present: 0, changed: 0, refused: 0 };

/** Counts while an import runs; its memory use is bounded, however odd the file. */
export class ImportTally implements ImportReport {
  readonly #rows = new Map<string, { kind: ImportKind; of: string } & Record<keyof ImportCount, number>>();
  readonly #noted = new Set<string>();
  more = 0;

  get rows(): readonly ImportCountRow[] {
    const rows = [...this.#rows.values()];
    return importKinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
  }

  get notes(): readonly string[] {
    return [...this.#noted];
  }

  total(kind: ImportKind): ImportCount {
    const total = { ...zero };
    for (const row of this.#rows.values()) {
      if (row.kind !== kind) continue;
      for (const name of countNames) total[name] += row[name];
    }
    return total;
  }

  count(kind: ImportKind, outcome: ImportOutcome, { of = '', by = 1 }: { of?: string; by?: number } = {}): void {
    if (by === 0) return;
    const row = this.#row(kind, of);
    row[outcome] += by;
    // What was changed is counted as imported as well.
    if (outcome !== 'changed') row.inFile += by;
  }

  /** A sentence for the report; the same one is kept once. */
  note(text: string): void {
    if (this.#noted.has(text)) return;
    if (this.#noted.size < noteLimit) this.#noted.add(text);
    else this.more += 1;
  }

  #row(kind: ImportKind, of: string) {
    const name = this.#rows.size < rowLimit || this.#rows.has(`${kind} ${of}`) ? of : 'others';
    const key = `${kind} ${name}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const made = { kind, of: name, ...zero };
    this.#rows.set(key, made);
    return made;
  }
}
