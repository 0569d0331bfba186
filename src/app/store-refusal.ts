import { type ApiError, errors } from '../errors.ts';
import { StoreError } from '../storage/store-error.ts';

/** The API error for a database failure that the caller can act on; null for a server fault. */
export function storeRefusal(error: unknown): ApiError | null {
  if (!(error instanceof StoreError)) return null;
  if (error.failure === 'refused') return errors.rest_value_refused({ why: error.message }, { cause: error });
  if (error.failure !== 'busy') return null;
  return errors.rest_database_busy(undefined, { headers: { 'Retry-After': '1' }, cause: error });
}
