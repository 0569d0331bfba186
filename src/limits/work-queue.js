export function createWorkQueue({ running: most, waiting: mostWaiting = Number.POSITIVE_INFINITY }) {
  const waiting = [];
  let running = 0;
  const enter = async () => {
    if (running < most) running += 1;
    else await new Promise((resolve) => waiting.push(resolve));
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
