import type { Random } from './random.ts';

/** Runs tasks one step at a time, in an order that only the seed decides. A step ends where a task pauses. */
export class Scheduler {
  readonly #random: Random;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #failure: unknown = null;
  /** Counts steps; the clock of the simulation. */
  now = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Lets other tasks run; resolves when this one is chosen again. */
  pause(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  start(task: () => Promise<void>): void {
    this.#running += 1;
    void this.pause()
      .then(task)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#running -= 1;
      });
  }

  /** Runs until every task has ended; throws what the first failed one threw. */
  async run(): Promise<void> {
    while (this.#running > 0) {
      const index = this.#random.below(this.#waiting.length);
      const [resume] = this.#waiting.splice(index, 1);
      if (!resume) throw new Error('All tasks wait for something that is not a step.');
      this.now += 1;
      resume();
      await microtasks();
    }
    if (this.#failure) throw this.#failure;
  }
}

/** Every promise that is ready is taken up before this resolves: the tasks wait for steps only. */
const microtasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
