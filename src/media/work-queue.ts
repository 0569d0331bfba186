/** Runs work a few at a time, the rest waiting in order. */
export interface WorkQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A queue that runs at most `atOnce` pieces of work at the same moment. */
export function createWorkQueue(atOnce: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async () => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The place of one who leaves is handed on, never given back, so nobody can slip in between.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
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
