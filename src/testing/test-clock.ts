/** The clock of a test site. It stands still until it is set. */
export interface TestClock {
  now(): Date;
  /** Sets the time, then runs what is due by then, such as the publication of scheduled posts. */
  set(time: Date | string | number): Promise<void>;
  /** Moves the time forward by milliseconds, then runs what is due. */
  advance(milliseconds: number): Promise<void>;
}

export function createTestClock(
  startMs: number,
  runDue: () => Promise<void>,
): TestClock & { readonly read: () => number; readonly rewind: () => void } {
  let nowMs = startMs;
  const moveTo = async (timeMs: number): Promise<void> => {
    if (Number.isNaN(timeMs)) throw new TypeError('The clock was set to something that is not a time.');
    nowMs = timeMs;
    await runDue();
  };
  return {
    read: () => nowMs,
    rewind: () => {
      nowMs = startMs;
    },
    now: () => new Date(nowMs),
    set: (time) => moveTo(new Date(time).getTime()),
    advance: (milliseconds) => moveTo(nowMs + milliseconds),
  };
}
