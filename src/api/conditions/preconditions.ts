import type { ApiRequest } from '../request.ts';
import { versionsIn } from './entity-tag.ts';
import type { ItemState, VersionOf } from './versioned-item.ts';

/** What a request demands of the item before it is changed. */
export interface Preconditions {
  readonly versions: readonly string[] | '*' | null;
  readonly unmodifiedSinceMs: number | null;
}

/** The conditions of a write; null for a plain request. An invalid date is ignored, as HTTP says. */
export function preconditionsOf({ headers }: Pick<ApiRequest, 'headers'>): Preconditions | null {
  const match = headers['if-match'];
  if (match !== undefined) return { versions: versionsIn(match), unmodifiedSinceMs: null };
  const since = headers['if-unmodified-since'];
  const sinceMs = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(sinceMs) ? null : { versions: null, unmodifiedSinceMs: sinceMs };
}

/** Whether a request to make an item demands that there is none with its slug. */
export function wantsNoNamesake({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** Whether the item is as the request demands. */
export function holds({ versions, unmodifiedSinceMs }: Preconditions, state: ItemState | null, of: VersionOf): boolean {
  if (!state) return false;
  if (versions !== null) return versions === '*' || versions.includes(of(state));
  return state.modifiedMs === null || unmodifiedSinceMs === null || state.modifiedMs <= unmodifiedSinceMs;
}
