import type { Zone } from '../content/zone.ts';
import { gmtAt, noDate } from '../content/zone.ts';
import { parseDateTime } from '../schema/date-time.ts';
import type { Post } from '../storage/rows.ts';
import type { PostDate } from './post-draft.ts';

/** States in which a post has no date of its own yet: unless one was given, its date is that of the last change. */
const undated = new Set(['draft', 'pending', 'auto-draft']);

export const isUnsettled = (status: string): boolean => undated.has(status);

/**
 * Reads a date as sent. Without a zone it is the site's time, or GMT where `as` says so. Null for what is no date, or
 * one that its zone carries out of the four-digit years that can be stored.
 */
export function readDate(text: string, as: 'local' | 'gmt', zone: Zone): PostDate | null {
  const read = parseDateTime(text);
  if (!read) return null;
  const isLocal = as === 'local' && read.offsetMinutes === null;
  const wall = gmtAt(read.wallClock - (read.offsetMinutes ?? 0) * 60_000);
  if (!isStorable(wall)) return null;
  const date = isLocal ? { local: wall, gmt: zone.toGmt(wall) } : { local: zone.toLocal(wall), gmt: wall };
  return isStorable(date.local) && isStorable(date.gmt) ? date : null;
}

const isStorable = (stored: string): boolean => /^(?!0000)\d{4}-/.test(stored);

/** The date of a change made now. */
export function dateAt(now: number, zone: Zone): PostDate {
  return { local: zone.localAt(now), gmt: gmtAt(now) };
}

/** A given date as it is, else now; a post that is not settled keeps no GMT date, so that it floats until it is. */
export function dateOfNew(given: PostDate | undefined, status: string, now: PostDate): PostDate {
  if (given) return given;
  return isUnsettled(status) ? { local: now.local, gmt: noDate } : now;
}

/** The date after a change; one that floated moves to now, and settles with the post. */
export function dateAfterChange(
  post: Pick<Post, 'date' | 'dateGmt' | 'status'>,
  given: PostDate | undefined,
  status: string,
  now: PostDate,
  zone: Zone,
): PostDate {
  if (given) return given;
  const floats = post.dateGmt === noDate;
  if (floats && isUnsettled(post.status)) return dateOfNew(undefined, status, now);
  if (floats && !isUnsettled(status)) return { local: post.date, gmt: zone.toGmt(post.date) };
  return { local: post.date, gmt: post.dateGmt };
}

/** The GMT date to show and to compare; a floating one is worked out from the site's time. */
export function gmtOf(local: string, gmt: string, zone: Zone): string {
  return gmt === noDate ? zone.toGmt(local) : gmt;
}
