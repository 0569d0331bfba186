import type { Collection } from '../shared/collections.ts';
import { feedErrors } from '../shared/feed-errors.ts';

/** The last line that the reader of an earlier dump has. */
export interface ResumePoint {
  readonly type: string;
  readonly id: number;
}

/** Reads `TYPE:ID`; null where nothing was sent. */
export function readResumePoint(
  sent: string | undefined,
  collections: ReadonlyMap<string, Collection>,
): ResumePoint | null {
  if (sent === undefined || sent === '') return null;
  const [, type = '', id] = /^([\w-]{1,32}):(\d{1,15})$/.exec(sent) ?? [];
  if (!collections.has(type)) throw feedErrors.rest_types_unknown({ types: [type || sent.slice(0, 40)] });
  return { type, id: Number(id) };
}
