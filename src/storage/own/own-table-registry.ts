import type { OpenDialect } from '../query/open-dialect.ts';
import type { StatementRunner } from '../query/statement-runner.ts';
import type { TableDefinition } from '../query/tables.ts';

/** The declared tables that are known to exist, so that each is checked once per process. */
export class OwnTableRegistry {
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
