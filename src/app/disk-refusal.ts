import { errorCode } from '../error-code.ts';
import { type ApiError, errors } from '../errors.ts';

const refusals: Readonly<Record<string, 'rest_storage_full' | 'rest_storage_readonly' | 'rest_storage_failed'>> = {
  ENOSPC: 'rest_storage_full',
  EDQUOT: 'rest_storage_full',
  EROFS: 'rest_storage_readonly',
  EACCES: 'rest_storage_readonly',
  EPERM: 'rest_storage_readonly',
  EIO: 'rest_storage_failed',
};

/** The API error for a disk that is full, read-only or broken; null for any other error. */
export function diskRefusal(error: unknown): ApiError | null {
  const refusal = isOfNetwork(error) ? undefined : refusals[errorCode(error)];
  return refusal ? errors[refusal](undefined, { headers: { 'Retry-After': '60' }, cause: error }) : null;
}

/** A connection that is not permitted has the same codes as a file. */
function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^(connect|bind|listen|send)/.test(String(error.syscall));
}
