import { type ApiError, errors } from '../errors.ts';
import { StoreError } from '../storage/store-error.ts';

/** What a caller is told when the database says no; null where the fault is ours. */
export function storeRefusal(error: unknown): ApiError | null {
  if (!(error instanceof StoreError)) return null;
  return error.failure === 'refused' ? errors.rest_value_refused({ why: error.message }, { cause: error }) : null;
}
