import { StoreError } from '../store-error.ts';

/** Lets one writer of this process in at a time, in the order they came; who waits too long is told so. */
export class WriteLock {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Call what it gives back exactly once, when the work is done. */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) await this.#turn();
    this.#isHeld = true;
    return () => this.#release();
  }

  #turn(): Promise<void> {
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

  /** The lock passes on while held, so that nobody slips in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
