import { isWithin, membersOf, type Path, rowsOf, valueAt, withValueAt } from './paths.ts';

export type Values = Readonly<Record<string, unknown>>;

/**
 * The values of a form outside of what is on the screen, so that a control is made anew only when its own value
 * changes. Values are never changed in place: what is the same object has the same content.
 */
export interface FormState {
  values(): Values;
  at(path: Path): unknown;
  set(path: Path, value: unknown): void;
  /** Other values, which nobody typed: controls that hold what is typed begin anew. */
  replace(values: Values): void;
  /** Grows with every `replace`. */
  revision(): number;
  errors(): Readonly<Record<string, string>>;
  /** What the server refused, by written paths; the focus goes to the first. */
  refuse(errors: Readonly<Record<string, string>>): void;
  /** The written path that is to be shown and get the focus; null for none. */
  wanted(): string | null;
  /** Asks for a path; one that is shown takes it back with null. */
  want(path: string | null): void;
  /** What a row is called while it is edited and moved. */
  rowKey(row: unknown, at: number): string;
  subscribe(listener: () => void): () => void;
}

interface FormOptions {
  /** Told of values that somebody typed or chose. */
  readonly changed?: (values: Values) => void;
  /** The first of these written paths in the order of the form. */
  readonly first?: (paths: readonly string[]) => string | null;
}

interface Held {
  values: Values;
  errors: Readonly<Record<string, string>>;
  wanted: string | null;
  revision: number;
}

export function createFormState(initial: Values, options: FormOptions = {}): FormState {
  const held: Held = { values: initial, errors: {}, wanted: null, revision: 0 };
  const listeners = new Set<() => void>();
  const keys = createRowKeys();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    values: () => held.values,
    at: (path) => valueAt(held.values, path),
    set(path, value) {
      held.values = membersOf(withValueAt(held.values, path, value, keys.carry));
      // What was wrong with it has been changed; the server says whether that was enough.
      held.errors = withoutErrors(held.errors, path);
      options.changed?.(held.values);
      tell();
    },
    replace(values) {
      held.values = values;
      held.errors = {};
      held.revision += 1;
      tell();
    },
    revision: () => held.revision,
    errors: () => held.errors,
    refuse(errors) {
      held.errors = errors;
      const paths = Object.keys(errors);
      held.wanted = options.first?.(paths) ?? paths[0] ?? null;
      tell();
    },
    wanted: () => held.wanted,
    want(path) {
      held.wanted = path;
      tell();
    },
    rowKey: keys.keyOf,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function withoutErrors(errors: Readonly<Record<string, string>>, path: Path): Readonly<Record<string, string>> {
  const rest = Object.entries(errors).filter(([text]) => !isWithin(text, path));
  return rest.length === Object.keys(errors).length ? errors : Object.fromEntries(rest);
}

/** Rows have no names of their own; they keep the key of the row that they were before a change. */
function createRowKeys() {
  const keys = new WeakMap<object, string>();
  let last = 0;
  return {
    keyOf(row: unknown, at: number): string {
      if (typeof row !== 'object' || row === null) return `#${at}`;
      const known = keys.get(row) ?? `row${++last}`;
      keys.set(row, known);
      return known;
    },
    carry(was: object, is: object): void {
      const key = keys.get(was);
      if (key !== undefined) keys.set(is, key);
    },
  };
}

/** What the keys of rows are as one text; asked for by every change, it is made once for each list. */
const keyTexts = new WeakMap<readonly unknown[], string>();

/** The keys of the rows at a path, as one text: it changes only when rows come, go or move. */
export function rowKeys(form: FormState, path: Path): string {
  const rows = rowsOf(form.at(path));
  const text = keyTexts.get(rows) ?? rows.map((row, at) => form.rowKey(row, at)).join(' ');
  keyTexts.set(rows, text);
  return text;
}
