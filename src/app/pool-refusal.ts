import { type ApiError, errors } from '../errors.ts';
import { PoolError } from '../workers/worker-pool.ts';

/** The API error for a failure of the threads for long texts; null for any other error. */
export function poolRefusal(error: unknown): ApiError | null {
  if (!(error instanceof PoolError)) return null;
  const extras = { headers: { 'Retry-After': '5' }, cause: error };
  return error.failure === 'busy' || error.failure === 'closed'
    ? errors.rest_server_busy(undefined, extras)
    : errors.rest_text_unfinished(undefined, extras);
}
