import type { Column, TableDefinition } from '../query/columns.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import type { StatementRunner } from '../query/statement.ts';
import type { ColumnKind, ExtensionTable } from '../store/extension-tables.ts';

/** The name of a declared table, without the site's prefix. */
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

/** Converts an extension's table declaration to a table definition. */
export function ownTableDefinition<Row extends object>(table: ExtensionTable<Row>): TableDefinition {
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

/** The declared tables that are known to exist, so that each is checked once per process. */
export class ExtensionTableRegistry {
  readonly #open: Pick<OpenDialect, 'ensureTable'>;
  readonly #ready = new Map<string, Promise<void>>();
  readonly #names = new Set<string>();
  /** Those that a transaction made, which may be rolled back, and the table with it. */
  readonly #unsure = new Set<string>();

  constructor(open: Pick<OpenDialect, 'ensureTable'>) {
    this.#open = open;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  async ensure(name: string, definition: () => TableDefinition, runner: StatementRunner): Promise<void> {
    const ready = this.#ready.get(name);
    if (ready) return ready;
    const ensured = this.#open.ensureTable(name, definition(), runner);
    this.#names.add(name);
    if (runner.inTransaction) {
      if ((await ensured) === 'madeInside') this.#unsure.add(name);
      else if (!this.#unsure.has(name)) this.#ready.set(name, Promise.resolve());
      return;
    }
    const made = ensured.then(() => {});
    this.#ready.set(name, made);
    try {
      await made;
    } catch (error) {
      this.#ready.delete(name);
      throw error;
    }
  }
}
