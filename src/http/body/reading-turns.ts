/** Calls those who wait, first come first served, a few at a time. */
export type ReadingTurns = (goOn: () => void) => void;

interface TurnPace {
  /** How many go on at once. */
  readonly atOnce: number;
  /** Decides when the next ones do. */
  readonly schedule: (next: () => void) => void;
}

export function createReadingTurns({ atOnce, schedule }: TurnPace): ReadingTurns {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  const plan = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    schedule(next);
  };
  const next = (): void => {
    isScheduled = false;
    for (const goOn of waiting.splice(0, atOnce)) goOn();
    plan();
  };
  return (goOn) => {
    waiting.push(goOn);
    plan();
  };
}

/** For bodies that are wanted: one piece of one of them per turn of the event loop, however many are sent. */
export const wantedTurns = createReadingTurns({ atOnce: 1, schedule: setImmediate });

/** For the rest of refused bodies: two pieces per millisecond of all of them, so that the work for them is bounded. */
export const refusedTurns = createReadingTurns({ atOnce: 2, schedule: (next) => setTimeout(next, 1) });
