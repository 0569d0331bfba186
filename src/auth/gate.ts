/** Lets few pieces of work run at a time and few wait; turns the rest away instead of letting a queue grow. */
export interface Gate {
  /** Runs the work when its turn comes; null where too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T> | null;
}

export function createGate(limits: { readonly running: number; readonly waiting: number }): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    running--;
    waiting.shift()?.();
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    running++;
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return {
    pass(work) {
      if (running < limits.running) return run(work);
      if (waiting.length >= limits.waiting) return null;
      return new Promise<void>((turn) => waiting.push(turn)).then(() => run(work));
    },
  };
}
