import type { Logger } from 'pino';

/** Where in an extension a fault happened: `before post.create`, `route GET /shop/v1/prices`, `job prices`. */
export type FaultPlace = string;

/** Counts of one place of one extension. */
export interface FaultTally {
  readonly extension: string;
  readonly place: FaultPlace;
  errors: number;
  /** How many of the errors were calls that did not end in time. */
  deadlines: number;
}

/** The faults of extensions: counted each, logged within bounds. */
export interface ExtensionFaults {
  note(extension: string, place: FaultPlace, fault: { readonly error: unknown; readonly late: boolean }): void;
  readonly tallies: () => readonly FaultTally[];
}

const linesPerMinute = 5;
const longestMessage = 500;
const mostPlaces = 2_000;

/** Logs at most a few lines a minute for each place, so that an extension that fails on every request fills no disk. */
export function createExtensionFaults(log: Logger, clock: () => number): ExtensionFaults {
  const tallies = new Map<string, FaultTally & { windowMs: number; lines: number; silenced: number }>();
  return {
    tallies: () => [...tallies.values()],
    note(extension, place, { error, late }) {
      const key = `${extension}\0${place}`;
      const known = tallies.get(key);
      if (!known && tallies.size >= mostPlaces) return;
      const tally = known ?? { extension, place, errors: 0, deadlines: 0, windowMs: clock(), lines: 0, silenced: 0 };
      tallies.set(key, tally);
      tally.errors += 1;
      if (late) tally.deadlines += 1;
      if (clock() - tally.windowMs >= 60_000) Object.assign(tally, { windowMs: clock(), lines: 0 });
      if (tally.lines >= linesPerMinute) {
        tally.silenced += 1;
        return;
      }
      tally.lines += 1;
      const silenced = tally.silenced > 0 ? { silenced: tally.silenced } : {};
      tally.silenced = 0;
      log.error({ extension, place, ...describe(error), ...silenced }, `the extension "${extension}" failed`);
    },
  };
}

function describe(error: unknown): { error: string; at?: string } {
  try {
    if (!(error instanceof Error)) return { error: String(error).slice(0, longestMessage) };
    const at = error.stack?.split('\n')[1]?.trim().slice(0, longestMessage);
    return { error: `${error.name}: ${error.message}`.slice(0, longestMessage), ...(at ? { at } : {}) };
  } catch {
    return { error: 'a value that cannot be shown' };
  }
}
