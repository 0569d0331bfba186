import { explainMariadbError } from '../explain-mariadb-error.ts';

/** Between two attempts: everybody who reads a table waits behind the one who wants to change its triggers. */
const pauseMs = 10_000;

/** `isLate` if the store has been in use before the work was possible. */
type Work = (isLate: boolean) => Promise<void>;

/**
 * Work on triggers, which is not possible while a transaction of anybody uses their tables. It is then tried again in the
 * background until it is done.
 */
export class TriggerSetup {
  readonly #work: Work;
  #isDone = false;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> | null = null;

  constructor(work: Work) {
    this.#work = work;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Resolves when the work is done or was put off. */
  start(): Promise<void> {
    return this.#attempt(false);
  }

  async #attempt(isLate: boolean): Promise<void> {
    try {
      await this.#work(isLate);
      this.#isDone = true;
    } catch (error) {
      if (explainMariadbError(error)?.failure !== 'busy') throw error;
      this.#putOff();
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    await this.#trying;
  }

  #putOff(): void {
    if (this.#isClosing) return;
    this.#timer = setTimeout(() => {
      this.#trying = this.#attempt(true).catch((error: unknown) => {
        if (!explainMariadbError(error)) throw error;
        this.#putOff();
      });
    }, pauseMs).unref();
  }
}
