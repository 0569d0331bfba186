import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts the statements of an open store: all of them, and those of one piece of work. */
export class StatementCount {
  #total = 0;
  readonly #during = new AsyncLocalStorage<{ statements: number }>();

  get total(): number {
    return this.#total;
  }

  add(): void {
    this.#total += 1;
    const work = this.#during.getStore();
    if (work) work.statements += 1;
  }

  /** How many statements run because of `work`; what else runs meanwhile is not counted. */
  async during(work: () => unknown): Promise<number> {
    const counted = { statements: 0 };
    await this.#during.run(counted, work);
    return counted.statements;
  }
}
