/** What a visitor did with a popup. */
export type PopupEventName = 'open' | 'conversion';

/** One event, with its time. */
export interface PopupEvent {
  readonly popup: number;
  readonly event: PopupEventName;
  readonly atMs: number;
}

/** True for a name that is counted. */
export function isPopupEventName(name: string): name is PopupEventName {
  return name === 'open' || name === 'conversion';
}

/** An event as one line of the log; a line without its line break was never acknowledged. */
export function eventLine({ popup, event, atMs }: PopupEvent): string {
  return `${event} ${popup} ${atMs}\n`;
}

/** The event of a line, or null for an invalid line, such as an incomplete write. */
export function parseEventLine(line: string): PopupEvent | null {
  const [, event = '', popup, atMs] = /^([a-z]+) (\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
  return isPopupEventName(event) ? { event, popup: Number(popup), atMs: Number(atMs) } : null;
}
