import { ApiError } from '../errors.ts';
import { callWithDeadline, type Guard } from '../guard/guard.ts';
import { StoreError } from '../storage/store-error.ts';
import type { Extension } from './definition.ts';
import type { StoreLimits } from './limited-store.ts';

/** An extension with what its calls are guarded by. */
export interface Guarding {
  readonly extension: Extension;
  readonly guard: Guard;
  readonly limits: StoreLimits;
}

/**
 * Runs code of an extension up to its deadline. Answers of the interface and failures of the database are thrown on,
 * since they are not its faults; after a fault, which is noted, the result is that of `otherwise`.
 */
export async function callExtension<T>(
  { guard }: Guarding,
  { place, deadlineMs }: { readonly place: string; readonly deadlineMs: number },
  work: (signal: AbortSignal) => T | Promise<T>,
  otherwise: (error: unknown) => T,
): Promise<T> {
  try {
    return await callWithDeadline(deadlineMs, work);
  } catch (error) {
    if (error instanceof ApiError || error instanceof StoreError) throw error;
    guard.note(place, error);
    return otherwise(error);
  }
}
