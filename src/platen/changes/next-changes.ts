import type { CursorRow } from '../shared/feed-cursor.ts';
import { type ChangePage, changePage, type FeedReading } from './change-page.ts';
import type { WaitingClients } from './waiting-clients.ts';

/** How long to wait, and who waits. */
export interface Waiting {
  readonly clients: WaitingClients;
  readonly milliseconds: number;
  readonly gone?: AbortSignal;
}

/** Pages without anything for the caller that are passed at one request. */
const mostPages = 50;

/** The next page with changes that the caller may know of; an empty one if none came in time. */
export async function nextChanges(
  after: CursorRow,
  limit: number,
  source: FeedReading,
  { clients, milliseconds, gone }: Waiting,
): Promise<ChangePage> {
  const endsAt = performance.now() + milliseconds;
  let page = await changePage(after, limit, source);
  for (let passed = 1; page.changes.length === 0; passed += 1) {
    const leftMs = endsAt - performance.now();
    if (page.isFull ? passed >= mostPages : leftMs <= 0 || gone?.aborted || clients.isClosing()) return page;
    if (!page.isFull) await clients.next(page.end, leftMs, gone);
    page = await changePage(page.end, limit, source);
  }
  return page;
}
