import type { OpenDialect } from './dialect.ts';
import type { Session } from './session.ts';
import type { ColumnKind, OwnTable } from './store.ts';
import type { Column, TableDefinition } from './tables.ts';

/** Where a declared table lives, before the site's prefix. */
export const ownTableName = (name: string): string => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`'${name}' cannot be the name of a table.`);
  return `platen_${name}`;
};

const kinds: Readonly<Record<ColumnKind, Column>> = {
  id: { kind: 'id' },
  integer: { kind: 'bigint', nullable: true },
  text: { kind: 'longtext', nullable: true },
  short: { kind: 'varchar', length: 191, nullable: true },
  json: { kind: 'longtext', nullable: true },
  datetime: { kind: 'datetime', nullable: true },
};

/** What an extension declared, as a table like ours. */
export function ownTableDefinition<Row extends object>(table: OwnTable<Row>): TableDefinition {
  const columns = Object.entries<ColumnKind>(table.columns).map(([name, kind]) => {
    const column = kinds[kind];
    return [name, name === table.key && kind !== 'id' ? { ...column, nullable: false } : column] as const;
  });
  return {
    columns: Object.fromEntries(columns),
    primary: [table.key],
    unique: named(table.unique),
    indexes: named(table.indexes),
  };
}

const named = (lists: readonly (readonly string[])[] | undefined): Record<string, readonly string[]> =>
  Object.fromEntries((lists ?? []).map((columns) => [columns.join('_'), columns]));

/** Which declared tables are known to exist, so that each is looked at once per process. */
export class OwnTableRegistry {
  readonly #open: OpenDialect;
  readonly #ready = new Map<string, Promise<void>>();
  readonly #names = new Set<string>();

  constructor(open: OpenDialect) {
    this.#open = open;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  async ensure(name: string, definition: () => TableDefinition, session: Session): Promise<void> {
    const ready = this.#ready.get(name);
    if (ready) return ready;
    const made = this.#open.ensureTable(name, definition(), session);
    this.#names.add(name);
    // A transaction may yet be undone, and the table with it.
    if (session.inTransaction) return made;
    this.#ready.set(name, made);
    try {
      await made;
    } catch (error) {
      this.#ready.delete(name);
      throw error;
    }
  }
}
