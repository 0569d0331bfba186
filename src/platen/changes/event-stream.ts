import type { FeedEntry } from './change-page.ts';

/** An entry as the feed shows it. */
export interface ShownChange {
  readonly cursor: string;
  readonly type: string;
  readonly id: number;
  readonly change: FeedEntry['change'];
  readonly item: unknown;
}

/** One event of a stream. A browser that comes back sends the id of the last one. */
export function eventText(name: 'change' | 'cursor' | 'gone', id: string, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Keeps proxies from closing a quiet stream. */
export const quietText = ': nothing new\n\n';

/** Whether the client wants a stream of events. */
export function wantsEvents(accept: string | undefined): boolean {
  return accept !== undefined && /(?:^|,)\s*text\/event-stream\b/i.test(accept);
}
