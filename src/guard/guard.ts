import type { ExtensionFaults, FaultPlace } from './extension-faults.ts';

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

const failed: Guarded<never> = { ok: false };

/** Guards the calls of one extension. */
export function createGuard(extension: string, faults: ExtensionFaults): Guard {
  const note = (place: FaultPlace, error: unknown): void =>
    faults.note(extension, place, { error, late: error instanceof DeadlineExceeded });
  const caught = (place: FaultPlace, error: unknown): Guarded<never> => {
    note(place, error);
    return failed;
  };
  return {
    extension,
    note,
    async run(place, deadlineMs, work) {
      try {
        return { ok: true, value: await callWithDeadline(deadlineMs, work) };
      } catch (error) {
        return caught(place, error);
      }
    },
    runSync(place, work) {
      try {
        return { ok: true, value: work() };
      } catch (error) {
        return caught(place, error);
      }
    },
  };
}

/** The result of the work, or a rejection at the deadline. */
export async function callWithDeadline<T>(
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
    const result = work(ending.signal);
    return await (result instanceof Promise || isThenable(result) ? Promise.race([result, late]) : result);
  } finally {
    clearTimeout(timer);
  }
}

function isThenable(value: unknown): value is Promise<never> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
