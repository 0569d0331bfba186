import type { Logger } from 'pino';
import { hasPassed } from '../lib/elapsed.ts';
import { errorCode } from '../lib/error-code.ts';
import { type ApiError, errors } from '../lib/errors.ts';
import { PoolError } from '../lib/worker-pool.ts';
import { StoreError, type StoreFailure } from '../storage/store-error.ts';

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

type Refuse = (error: StoreError) => ApiError;

/** How a failure of the database is answered; a failure without a row is a fault of the program. */
const storeRefusals: Readonly<Partial<Record<StoreFailure, Refuse>>> = {
  refused: (error) => errors.rest_value_refused({ why: error.message }, { cause: error }),
  busy: (error) => errors.rest_database_busy(undefined, { headers: { 'Retry-After': '1' }, cause: error }),
  full: (error) => errors.rest_storage_full(undefined, { headers: { 'Retry-After': '60' }, cause: error }),
  readonly: (error) => errors.rest_storage_readonly(undefined, { headers: { 'Retry-After': '60' }, cause: error }),
  unreachable: (error) =>
    errors.rest_database_unavailable(undefined, { headers: { 'Retry-After': '5' }, cause: error }),
  denied: (error) => errors.rest_database_unavailable(undefined, { headers: { 'Retry-After': '60' }, cause: error }),
};

/** The API error for a database failure that the caller or the operator can act on; null for a server fault. */
export function storeRefusal(error: unknown): ApiError | null {
  return error instanceof StoreError ? (storeRefusals[error.failure]?.(error) ?? null) : null;
}

/** The API error for a failure of the threads for long texts; null for any other error. */
export function poolRefusal(error: unknown): ApiError | null {
  if (!(error instanceof PoolError)) return null;
  const extras = { headers: { 'Retry-After': '5' }, cause: error };
  return error.failure === 'busy' || error.failure === 'closed'
    ? errors.rest_server_busy(undefined, extras)
    : errors.rest_text_unfinished(undefined, extras);
}

const diskRefusals: Readonly<Record<string, 'rest_storage_full' | 'rest_storage_readonly' | 'rest_storage_failed'>> = {
  ENOSPC: 'rest_storage_full',
  EDQUOT: 'rest_storage_full',
  EROFS: 'rest_storage_readonly',
  EACCES: 'rest_storage_readonly',
  EPERM: 'rest_storage_readonly',
  EIO: 'rest_storage_failed',
};

/** The API error for a disk that is full, read-only or broken; null for any other error. */
export function diskRefusal(error: unknown): ApiError | null {
  const refusal = isOfNetwork(error) ? undefined : diskRefusals[errorCode(error)];
  return refusal ? errors[refusal](undefined, { headers: { 'Retry-After': '60' }, cause: error }) : null;
}

/** A connection that is not permitted has the same codes as a file. */
function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^(connect|bind|listen|send)/.test(String(error.syscall));
}

/** Logs faults of the machine: one line per kind and minute, however many requests meet it. */
export type FaultLog = (kind: string, error: unknown, message: string) => void;

const pauseMs = 60_000;

/** Each line counts in `suppressed` how often its kind was met, and not logged, since the line before. */
export function createFaultLog(log: Pick<Logger, 'error'>, clock: () => number): FaultLog {
  const kinds = new Map<string, { loggedMs: number; suppressed: number }>();
  return (kind, error, message) => {
    const nowMs = clock();
    const before = kinds.get(kind);
    if (before && !hasPassed(before.loggedMs, pauseMs, nowMs)) {
      before.suppressed += 1;
      return;
    }
    log.error({ err: error, kind, suppressed: before?.suppressed ?? 0 }, message);
    kinds.set(kind, { loggedMs: nowMs, suppressed: 0 });
  };
}
