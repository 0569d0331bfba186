/**
 * The longest that the event loop was held while something was done, in milliseconds of this thread's processor time:
 * a busy machine does not show in it, nor does what other threads do.
 */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly hold: number }> {
  let hold = 0;
  let last = processorMilliseconds();
  const look = (): void => {
    const now = processorMilliseconds();
    hold = Math.max(hold, now - last);
    last = now;
    turn = setImmediate(look);
  };
  let turn = setImmediate(look);
  try {
    const result = await work();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    return { result, hold };
  } finally {
    clearImmediate(turn);
  }
}

function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
