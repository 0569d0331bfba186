import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { hasPassed } from '../lib/elapsed.ts';

/** The outcome of a guarded call: its value, or nothing after a fault that has been noted. */
export type Guarded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/** Runs code of one extension so that its faults stay its own. */
export interface Guard {
  readonly extension: string;
  /** Runs `work` up to the deadline; the signal is aborted then, and what the work still does is ignored. */
  run<T>(place: FaultPlace, deadlineMs: number, work: (signal: AbortSignal) => T | Promise<T>): Promise<Guarded<T>>;
  /** Runs work that cannot wait. */
  runSync<T>(place: FaultPlace, work: () => T): Guarded<T>;
  /** Notes a fault found elsewhere, such as an answer that makes no sense. */
  note(place: FaultPlace, error: unknown): void;
}

/** A call that did not end in time. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Whether a call did not end in time; what extensions throw may throw itself when it is looked at. */
function isLate(error: unknown): boolean {
  try {
    return error instanceof DeadlineExceeded;
  } catch {
    return false;
  }
}

/** The name of the extension whose code runs; timers, sockets and promises that it starts keep it. */
const running = new AsyncLocalStorage<string>();

/** Runs code in the name of an extension, so that what it leaves behind can be told from the program. */
export const runAs = <T>(extension: string, work: () => T): T => running.run(extension, work);

/** The extension whose code runs, or started what runs. */
export const runningExtension = (): string | undefined => running.getStore();

const failed: Guarded<never> = { ok: false };

/** Guards the calls of one extension. */
export function createGuard(extension: string, faults: ExtensionFaults): Guard {
  const note = (place: FaultPlace, error: unknown): void =>
    faults.note(extension, place, { error, late: isLate(error) });
  const caught = (place: FaultPlace, error: unknown): Guarded<never> => {
    note(place, error);
    return failed;
  };
  return {
    extension,
    note,
    async run(place, deadlineMs, work) {
      try {
        return { ok: true, value: await callWithDeadline(extension, deadlineMs, work) };
      } catch (error) {
        return caught(place, error);
      }
    },
    runSync(place, work) {
      try {
        return { ok: true, value: runAs(extension, work) };
      } catch (error) {
        return caught(place, error);
      }
    },
  };
}

/** The result of the work of an extension, or a rejection at the deadline. */
export async function callWithDeadline<T>(
  extension: string,
  deadlineMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DeadlineExceeded(`It did not end within ${deadlineMs} ms.`);
    reject(error);
    ending.abort(error);
  }, deadlineMs);
  try {
    const result = runAs(extension, () => work(ending.signal));
    return await (result instanceof Promise || isThenable(result) ? Promise.race([result, late]) : result);
  } finally {
    clearTimeout(timer);
  }
}

function isThenable(value: unknown): value is Promise<never> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

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
      if (hasPassed(tally.windowMs, 60_000, clock())) Object.assign(tally, { windowMs: clock(), lines: 0 });
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

/** The faults of extensions in the text format of Prometheus. */
export function faultMetrics({ tallies }: ExtensionFaults): string {
  const found = tallies();
  return [
    counter('platen_extension_errors_total', 'Faults of extensions, by place.', found, (tally) => tally.errors),
    counter(
      'platen_extension_deadlines_total',
      'Calls of extensions that did not end in time, by place.',
      found.filter((tally) => tally.deadlines > 0),
      (tally) => tally.deadlines,
    ),
  ].join('');
}

function counter(
  name: string,
  help: string,
  tallies: readonly FaultTally[],
  value: (tally: FaultTally) => number,
): string {
  const lines = tallies.map(
    (tally) => `${name}{extension="${label(tally.extension)}",place="${label(tally.place)}"} ${value(tally)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`;
}

/** A value as a label: backslashes, quotes and line ends are escaped. */
export function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
