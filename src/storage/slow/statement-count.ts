import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts the statements of an open store, all of them and those of one piece of work, and its round trips. */
export class StatementCount {
  #total = 0;
  #roundTrips = 0;
  readonly #during = new AsyncLocalStorage<{ statements: number }>();

  get total(): number {
    return this.#total;
  }

  get roundTrips(): number {
    return this.#roundTrips;
  }

  /** Statements that are sent in one round trip. */
  add(statements: number): void {
    this.#total += statements;
    this.#roundTrips += 1;
    const work = this.#during.getStore();
    if (work) work.statements += statements;
  }

  /** How many statements run because of `work`; what else runs meanwhile is not counted. */
  async during(work: () => unknown): Promise<number> {
    const counted = { statements: 0 };
    await this.#during.run(counted, work);
    return counted.statements;
  }
}
