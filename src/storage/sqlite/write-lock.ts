import { StoreError } from '../store-error.ts';

/** A fair lock for the writers of this process; waiting too long is an error. */
export class WriteLock {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Returns the function that releases the lock; call it exactly once. */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) await this.#wait();
    this.#isHeld = true;
    return () => this.#release();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new StoreError('busy', 'The database was busy with other writes for too long.'));
      }, this.#waitMs);
      this.#waiting.push(enter);
    });
  }

  /** Passes the lock directly to the next waiter, so that nobody can take it in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
