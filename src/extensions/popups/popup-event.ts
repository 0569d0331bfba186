/** What a visitor did with a popup. */
export type PopupEventName = 'open' | 'conversion';

/** One thing that happened, at one moment. */
export interface PopupEvent {
  readonly popup: number;
  readonly event: PopupEventName;
  readonly atMs: number;
}

/** True for a name that is counted. */
export function isPopupEventName(name: string): name is PopupEventName {
  return name === 'open' || name === 'conversion';
}

/** An event as one line of the log; a line without its end is an event nobody was told about. */
export function eventLine({ popup, event, atMs }: PopupEvent): string {
  return `${event} ${popup} ${atMs}\n`;
}

/** The event of a line, or null for what is none: a torn write, or another program's bytes. */
export function parseEventLine(line: string): PopupEvent | null {
  const parts = /^(open|conversion) (\d{1,15}) (\d{1,15})$/.exec(line);
  if (!parts) return null;
  return { event: parts[1] as PopupEventName, popup: Number(parts[2]), atMs: Number(parts[3]) };
}
