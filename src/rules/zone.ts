/**
 * The site's timezone. Stored dates are text, `YYYY-MM-DD HH:MM:SS`, once in local time and once in GMT; this is the
 * only module that converts between them.
 */
export interface Zone {
  /** City name such as `Europe/Paris`; empty where only an offset, or nothing, is set. */
  readonly city: string;
  /** Hours east of GMT as the discovery document shows them: the text `0` until a timezone is set, then a number. */
  readonly discoveryOffset: string | number;
  toLocal(gmt: string): string;
  toGmt(local: string): string;
  /** The local time at a timestamp. */
  localAt(milliseconds: number): string;
}

/** The stored text for "no date". */
export const noDate = '0000-00-00 00:00:00';

/** A timestamp as stored GMT text. */
export function gmtAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

/** Milliseconds of stored text read as GMT; NaN where there is no date. */
export function millisecondsOf(gmt: string): number {
  return Date.parse(`${gmt.replace(' ', 'T')}Z`);
}

/** Stored text as the interface shows it, `2026-01-31T10:00:00`. */
export function wireDate(stored: string): string {
  return stored.replace(' ', 'T');
}

/** Whether the runtime knows a city name, including outdated names that an existing site may have stored. */
export function isCity(name: string): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A zone by city, else by fixed offset in hours. */
export function createZone(settings: { city: string; offsetHours: number; now: () => number }): Zone {
  const city = isCity(settings.city) ? settings.city : '';
  const offsetAt = city && city !== 'UTC' ? cityOffset(city) : () => settings.offsetHours * 3_600_000;
  const shift = (stored: string, by: (milliseconds: number) => number): string => {
    const at = millisecondsOf(stored);
    return Number.isNaN(at) ? noDate : gmtAt(at + by(at));
  };
  const isPlain = (!city || city === 'UTC') && settings.offsetHours === 0;
  return {
    city,
    get discoveryOffset() {
      if (!city && settings.offsetHours === 0) return '0';
      return offsetAt(settings.now()) / 3_600_000;
    },
    toLocal: (gmt) => (isPlain ? gmt : shift(gmt, offsetAt)),
    toGmt: (local) => (isPlain ? local : shift(local, (at) => -offsetOfWallClock(at, offsetAt))),
    localAt: (milliseconds) => gmtAt(milliseconds + offsetAt(milliseconds)),
  };
}

/** The offset at a wall-clock time; a time that a clock change skips or repeats uses the offset before the change. */
function offsetOfWallClock(wallClock: number, offsetAt: (milliseconds: number) => number): number {
  const before = offsetAt(wallClock - 86_400_000);
  if (offsetAt(wallClock - before) === before) return before;
  const after = offsetAt(wallClock + 86_400_000);
  return offsetAt(wallClock - after) === after ? after : before;
}

function cityOffset(city: string): (milliseconds: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: city,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (milliseconds) => {
    const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = new Date(0);
    wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
    wall.setUTCHours(part('hour'), part('minute'), part('second'));
    return wall.getTime() - Math.floor(milliseconds / 1000) * 1000;
  };
}

/** A stored local date with its offset from GMT, `2026-01-31T10:00:00+01:00`; empty where there is no date. */
export function offsetDate(local: string, gmt: string, zone: Pick<Zone, 'toGmt'>): string {
  if (Number.isNaN(millisecondsOf(local))) return '';
  const universal = Number.isNaN(millisecondsOf(gmt)) ? zone.toGmt(local) : gmt;
  const minutes = Math.round((millisecondsOf(local) - millisecondsOf(universal)) / 60_000) || 0;
  const two = (n: number) => String(n).padStart(2, '0');
  const offset = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${wireDate(local)}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Outdated zone names that the runtime still lists, with their current names in the tz database. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const regions = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

let names: ReadonlySet<string> | undefined;

/** The valid names for a site's timezone: the cities of the tz database, and `UTC`. Outdated names are not included. */
export function zoneNames(): ReadonlySet<string> {
  names ??= new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone')
      .filter((name) => regions.test(name))
      .map((name) => renamed[name] ?? name),
  ]);
  return names;
}
