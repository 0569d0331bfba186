import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../rules/capabilities.ts';
import type { FeedRow } from '../../storage/store.ts';

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
