import type { OpenDialect } from '../query/open-dialect.ts';
import type { StatementRunner } from '../query/statement-runner.ts';
import type { TableDefinition } from '../query/tables.ts';

/** The declared tables that are known to exist, so that each is checked once per process. */
export class OwnTableRegistry {
  readonly #open: Pick<OpenDialect, 'ensureTable'>;
  readonly #ready = new Map<string, Promise<void>>();
  readonly #names = new Set<string>();

  constructor(open: Pick<OpenDialect, 'ensureTable'>) {
    this.#open = open;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  async ensure(name: string, definition: () => TableDefinition, runner: StatementRunner): Promise<void> {
    const ready = this.#ready.get(name);
    if (ready) return ready;
    const made = this.#open.ensureTable(name, definition(), runner);
    this.#names.add(name);
    // A transaction may still be rolled back, and the table with it.
    if (runner.inTransaction) return made;
    this.#ready.set(name, made);
    try {
      await made;
    } catch (error) {
      this.#ready.delete(name);
      throw error;
    }
  }
}
