import type { Item, SiteReading } from './copied-items.ts';

/** The copy of one type, as far as it is compared with what comes. */
export interface Copy {
  /** Name of its type in the change feed. */
  readonly type: string;
  get(id: string): Fields | undefined;
  values(): readonly Fields[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A reading that several copies use; each takes part once. */
interface Round {
  readonly copies: Map<string, Copy>;
  readonly reading: Promise<SiteReading>;
}

/**
 * One request for all copies of a site that are brought up to date at the same time, from the same cursor. A copy that asks
 * again begins the next round.
 *
 * @param read reads what has changed since a cursor, everything where it is empty
 * @param members how many copies there are; a round that all have joined is forgotten
 */
export function shareReadings(
  read: (since: string) => Promise<SiteReading>,
  members: () => number,
): (name: string, copy: Copy, since: string) => Promise<SiteReading> {
  const open = new Map<string, Round>();
  const begin = (since: string): Round => {
    const copies = new Map<string, Copy>();
    const reading = read(since).then((found) => (reachesFurther(found, copies.values()) ? read('') : found));
    const round = { copies, reading };
    reading.catch(() => open.get(since) === round && open.delete(since));
    open.set(since, round);
    return round;
  };
  return (name, copy, since) => {
    const current = open.get(since);
    const round = current && !current.copies.has(name) ? current : begin(since);
    round.copies.set(name, copy);
    if (round.copies.size === members()) open.delete(since);
    return round.reading;
  };
}

/** Whether a change shows in items that the feed does not name: everything is read again then. */
export function reachesFurther(reading: SiteReading, copies: Iterable<Copy>): boolean {
  if (reading.isWhole) return false;
  const byType = new Map([...copies].map((copy) => [copy.type, copy]));
  return [...reading.types].some((type) =>
    reading.of(type).items.some((item) => showsElsewhere(item, byType.get(type))),
  );
}

/** What the links and heads of other items contain of a term, an author or the site. */
const namingFields = ['name', 'slug', 'link', 'title', 'url', 'language'];

function showsElsewhere(item: Item, copy: Copy | undefined): boolean {
  const isNamed = typeof item['name'] === 'string' || typeof item['title'] === 'string';
  if (!copy) return isNamed;
  const before = copy.get(String(item.id));
  if (!before) return false;
  if (isNamed) return namingFields.some((field) => item[field] !== before[field]);
  return item['link'] !== before['link'] && copy.values().some((other) => other['parent'] === item.id);
}
