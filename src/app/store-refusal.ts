import { type ApiError, errors } from '../errors.ts';
import { StoreError, type StoreFailure } from '../storage/store-error.ts';

type Refuse = (error: StoreError) => ApiError;

/** How a failure of the database is answered; a failure without a row is a fault of the program. */
const refusals: Readonly<Partial<Record<StoreFailure, Refuse>>> = {
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
  return error instanceof StoreError ? (refusals[error.failure]?.(error) ?? null) : null;
}
