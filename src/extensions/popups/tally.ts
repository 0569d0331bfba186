import { type PopupEvent, type PopupEventName, parseEventLine } from './popup-event.ts';

/** How often one event of one popup happened on one UTC day, and when last. */
export interface TallyRow {
  readonly popup: number;
  readonly event: PopupEventName;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
  readonly lastMs: number;
}

/** Sums events; its size is bounded by popups times days, not by traffic. */
export function tally(events: Iterable<PopupEvent>): readonly TallyRow[] {
  const rows = new Map<string, TallyRow>();
  for (const { popup, event, atMs } of events) {
    const day = new Date(atMs).toISOString().slice(0, 10);
    const key = `${popup} ${event} ${day}`;
    const row = rows.get(key) ?? { popup, event, day, count: 0, lastMs: 0 };
    rows.set(key, { ...row, count: row.count + 1, lastMs: Math.max(row.lastMs, atMs) });
  }
  return [...rows.values()];
}

/**
 * The events of the complete lines in a chunk of log, and their size in bytes; an incomplete last line is left for
 * later.
 */
export function readLog(bytes: Buffer): { readonly events: readonly PopupEvent[]; readonly length: number } {
  const length = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.toString('latin1', 0, length).split('\n');
  return { events: lines.map(parseEventLine).filter((event) => event !== null), length };
}
