import type { ApiError } from '../errors.ts';
import type { Caller } from '../rules/capabilities.ts';

/** The status of a refusal for this caller. */
export function errorStatus(error: ApiError, caller: Pick<Caller, 'userId'>): number {
  if (error.status !== 'denied') return error.status;
  return caller.userId === 0 ? 401 : 403;
}

/** A refusal as it is sent: `{ code, message, data: { status, … } }`. */
export function errorBody(error: ApiError, caller: Pick<Caller, 'userId'>): Record<string, unknown> {
  return { code: error.code, message: error.message, data: { status: errorStatus(error, caller), ...error.details } };
}
