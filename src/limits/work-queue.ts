/** Runs a limited number of tasks at a time; the others wait in order. */
export interface WorkQueue {
  /** Whether the queue is full; check this before adding work that can be rejected. */
  readonly isFull: boolean;
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface WorkQueueLimits {
  /** How many tasks run at the same time. */
  readonly running: number;
  /** How many tasks may wait before the queue is full; unlimited unless given. */
  readonly waiting?: number;
}

export function createWorkQueue({
  running: most,
  waiting: mostWaiting = Number.POSITIVE_INFINITY,
}: WorkQueueLimits): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async () => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The slot of a finished task is handed to the next one directly, so that no newcomer can take it in between.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    get isFull() {
      return running >= most && waiting.length >= mostWaiting;
    },
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
