import type { ApiError } from '../errors.ts';
import { diskRefusal } from './disk-refusal.ts';
import type { FaultLog } from './fault-log.ts';
import { poolRefusal } from './pool-refusal.ts';
import { storeRefusal } from './store-refusal.ts';

/** Refusals that an operator must know of; the others concern one caller or pass by themselves. */
const logged: ReadonlySet<string> = new Set([
  'rest_storage_full',
  'rest_storage_readonly',
  'rest_storage_failed',
  'rest_database_unavailable',
]);

/**
 * Maps a lower-level failure to an API error; null for a fault of the program. A fault of the machine is logged here,
 * so whoever gets an API error has nothing more to log.
 */
export function createFaultTranslation(faults: FaultLog): (error: unknown) => ApiError | null {
  return (error) => {
    const refusal = storeRefusal(error) ?? poolRefusal(error) ?? diskRefusal(error);
    if (refusal && logged.has(refusal.code)) faults(refusal.code, error, refusal.message);
    return refusal;
  };
}
