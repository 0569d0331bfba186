import { parseDateTime } from '../../../lib/schema/formats.ts';
import type { Members } from '../../../lib/schema/schema.ts';
import { gmtAt, noDate, type Zone } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';

/** The requested values of a post. A value left out stays as it is, or takes its default on a new post. */
export interface PostDraft {
  title?: string;
  content?: string;
  excerpt?: string;
  date?: PostDate;
  /** As requested; it is cleaned and made unique when it is stored. */
  slug?: string;
  status?: string;
  password?: string;
  authorId?: number;
  commentStatus?: string;
  pingStatus?: string;
  parentId?: number;
  menuOrder?: number;
  mimeType?: string;
  /** Taxonomy name → term ids; unknown ids are ignored. */
  terms?: Record<string, readonly number[]>;
  featuredMediaId?: number;
  format?: string;
  template?: string;
  sticky?: boolean;
  /** The member `meta` as sent; the meta registry validates it. */
  meta?: Members;
  /** The keys of it that were sent under `acf`. */
  sentAsAcf?: ReadonlySet<string>;
}

/** One point in time, in the site's time zone and in GMT, as stored. */
export interface PostDate {
  readonly local: string;
  readonly gmt: string;
}

/** The statuses that can be set on a post, in the order the interface lists them. */
export const writableStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

const needLeave = new Set(['publish', 'future', 'private']);

/** Whether setting this status requires the capability to publish. */
export const needsPublishing = (status: string): boolean => needLeave.has(status);

/** `publish` with a future date becomes `future`; `future` with a past date becomes `publish`. */
export function statusAt(status: string, dateGmt: string, nowGmt: string): string {
  if (status === 'publish' && dateGmt > nowGmt) return 'future';
  if (status === 'future' && dateGmt <= nowGmt) return 'publish';
  return status;
}

/** Statuses in which a post has no fixed date yet: unless one was given, its date is that of the last change. */
const undated = new Set(['draft', 'pending', 'auto-draft']);

export const isUnsettled = (status: string): boolean => undated.has(status);

/**
 * Parses a date as sent. Without a zone it is in the site's time zone, or in GMT, as `zoneless` says. Null if it is not
 * a date, or if its zone moves it out of the four-digit years that can be stored.
 */
export function readDate(text: string, zoneless: 'local' | 'gmt', zone: Zone): PostDate | null {
  const read = parseDateTime(text);
  if (!read) return null;
  const isLocal = zoneless === 'local' && read.offsetMinutes === null;
  const wall = gmtAt(read.wallClock - (read.offsetMinutes ?? 0) * 60_000);
  if (!isStorable(wall)) return null;
  const date = isLocal ? { local: wall, gmt: zone.toGmt(wall) } : { local: zone.toLocal(wall), gmt: wall };
  return isStorable(date.local) && isStorable(date.gmt) ? date : null;
}

const isStorable = (stored: string): boolean => /^(?!0000)\d{4}-/.test(stored);

/** Whether a valid date is before the first year that can be stored. */
export function isBeforeTime(text: string): boolean {
  const read = parseDateTime(text);
  return read !== null && read.wallClock < earliest;
}

const earliest = Date.parse('0001-01-02T00:00:00Z');

/** Parses a date to filter by: one too early to be stored sorts before all stored dates. Null as with `readDate`. */
export function readLimit(text: string, zone: Zone): PostDate | null {
  return readDate(text, 'local', zone) ?? (isBeforeTime(text) ? { local: noDate, gmt: noDate } : null);
}

/** The date of a change made now. */
export function dateAt(now: number, zone: Zone): PostDate {
  return { local: zone.localAt(now), gmt: gmtAt(now) };
}

/** The given date, else now. An unpublished post gets no GMT date: its date floats until it is published. */
export function dateOfNew(given: PostDate | undefined, status: string, now: PostDate): PostDate {
  if (given) return given;
  return isUnsettled(status) ? { local: now.local, gmt: noDate } : now;
}

/** The date after a change; a floating date moves to now, and becomes fixed when the post is published. */
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

/** The GMT date to show and to compare; a floating one is computed from the local date. */
export function gmtOf(local: string, gmt: string, zone: Zone): string {
  return gmt === noDate ? zone.toGmt(local) : gmt;
}
