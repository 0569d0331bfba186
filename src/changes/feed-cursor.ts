import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { defineErrors } from '../lib/errors.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { FeedRow, Store } from '../storage/store.ts';

/** A place in the feed as a caller holds it. */
export type CursorRow = Pick<FeedRow, 'seq' | 'pos' | 'at'>;

/** Writes and reads the cursors of callers. They are signed, so that nobody can make one up. */
export interface FeedCursors {
  write(row: CursorRow, caller: Caller): Promise<string>;
  /** `invalid` for a text that is no cursor of this site, `other` for one of a caller with other rights. */
  read(text: string, caller: Caller): Promise<CursorRow | 'invalid' | 'other'>;
}

const signatureBytes = 16;
const longest = 200;

export function createFeedCursors(key: () => Promise<Buffer>): FeedCursors {
  const signature = async (body: string): Promise<Buffer> =>
    createHmac('sha256', await key())
      .update(body)
      .digest()
      .subarray(0, signatureBytes);
  return {
    async write({ seq, pos, at }, caller) {
      const body = `${seq.toString(36)}.${pos.toString(36)}.${at.toString(36)}.${rightsOf(caller)}`;
      return `${body}.${(await signature(body)).toString('base64url')}`;
    },
    async read(text, caller) {
      if (text.length > longest) return 'invalid';
      const end = text.lastIndexOf('.');
      const body = text.slice(0, Math.max(end, 0));
      const sent = Buffer.from(text.slice(end + 1), 'base64url');
      if (sent.length !== signatureBytes || !timingSafeEqual(sent, await signature(body))) return 'invalid';
      const [seq = '', pos = '', at = '', rights] = body.split('.');
      if (rights !== rightsOf(caller)) return 'other';
      return { seq: Number.parseInt(seq, 36), pos: Number.parseInt(pos, 36), at: Number.parseInt(at, 36) };
    },
  };
}

/** Who the caller is and what the caller may do; another user, or the same with other rights, has another one. */
function rightsOf({ userId, capabilities }: Caller): string {
  const held = [...capabilities].sort().join(' ');
  return createHash('sha256').update(`${userId} ${held}`).digest('base64url').slice(0, 12);
}

/** The place where a caller goes on: that of the cursor, or the oldest change that is kept. */
export async function positionOf(
  since: string | undefined,
  caller: Caller,
  { store, cursors }: { readonly store: Store; readonly cursors: FeedCursors },
): Promise<CursorRow> {
  if (since === undefined || since === '') return store.feed.oldest();
  const row = await cursors.read(since, caller);
  if (row === 'invalid') throw feedErrors.rest_cursor_invalid();
  if (row === 'other') throw feedErrors.rest_cursor_gone();
  const kept = await store.feed.at(row);
  // A site that was restored from a backup gives the same numbers to other changes.
  if (kept?.at !== row.at) throw feedErrors.rest_cursor_gone();
  return row;
}

/** Refuses to go on over a change that nobody noted in detail. */
export function refuseReset(rows: readonly FeedRow[]): void {
  if (rows.some((row) => row.change === 'reset')) throw feedErrors.rest_cursor_gone();
}

export const feedErrors = defineErrors({
  rest_cursor_invalid: { status: 400, message: () => 'The cursor is not one that this site gave out.' },
  rest_cursor_gone: {
    status: 410,
    message: () =>
      'What happened since this cursor is not known any more, or your rights have changed. Take a dump and go on from its cursor.',
  },
  rest_types_unknown: {
    status: 400,
    message: ({ types }: { readonly types: readonly string[] }) => `There are no such types: ${types.join(', ')}.`,
  },
});
