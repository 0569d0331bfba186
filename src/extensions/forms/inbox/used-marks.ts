import { hash } from 'node:crypto';
import type { Store } from '../../../extension.ts';
import { usedTable } from './message-table.ts';

/** Marks a token as used; false when it already was. Expired marks are deleted on the way. */
export async function useOnce(store: Store, token: string, untilMs: number, nowMs: number): Promise<boolean> {
  const rows = store.table(usedTable);
  await rows.remove({ untilMs: { below: nowMs } });
  const mark = markOf(token);
  if ((await rows.count({ mark })) > 0) return false;
  try {
    await rows.insert({ mark, untilMs, note: '' });
    return true;
  } catch (error) {
    // Two concurrent requests with one token: the second finds the mark of the first.
    if ((await rows.count({ mark })) > 0) return false;
    throw error;
  }
}

/** Remembers that a message was sent. */
export async function rememberSent(store: Store, digest: string, untilMs: number): Promise<void> {
  const rows = store.table(usedTable);
  await rows.remove({ mark: markOf(digest) });
  await rows.insert({ mark: markOf(digest), untilMs, note: 'sent' });
}

/** True when the same message was sent a moment ago. */
export async function wasSent(store: Store, digest: string, nowMs: number): Promise<boolean> {
  return (await store.table(usedTable).count({ mark: markOf(digest), untilMs: { from: nowMs } })) > 0;
}

const markOf = (text: string) => hash('sha256', text, 'base64url');
