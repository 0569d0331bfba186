import { explainMariadbError } from '../explain-mariadb-error.ts';

/** Between two attempts: everybody who reads a table waits behind the one who wants to change its triggers. */
const pauseMs = 10_000;

/**
 * Work on triggers, which is not possible while a transaction of anybody uses their tables. It is then tried again in the
 * background until it is done.
 */
export class TriggerSetup {
  readonly #work: () => Promise<void>;
  #isDone = false;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Resolves when the work is done or was put off. */
  async start(): Promise<void> {
    try {
      await this.#work();
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
      this.#trying = this.start().catch((error: unknown) => {
        if (!explainMariadbError(error)) throw error;
        this.#putOff();
      });
    }, pauseMs).unref();
  }
}
