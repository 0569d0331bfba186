const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)?$/;

/** The parts of an ISO 8601 date and time; `offsetMinutes` is null where the text names no zone. */
export interface DateTime {
  /** Milliseconds of the written wall-clock time read as if it were GMT; days past a month's end roll over. */
  readonly wallClock: number;
  readonly offsetMinutes: number | null;
}

export function isDateTime(value: string): boolean {
  return parseDateTime(value) !== null;
}

/** Reads `2026-01-31T10:00:00`, with or without a zone; null where the text is something else. */
export function parseDateTime(value: string): DateTime | null {
  const m = pattern.exec(value);
  if (!m) return null;
  const [year, month, day, hour, minute, second] = m.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const zoned = /[Zz]$/.test(value)
    ? 0
    : m[7]
      ? (m[7] === '-' ? -1 : 1) * (Number(m[8]) * 60 + Number(m[9] ?? 0))
      : null;
  return { wallClock: date.getTime(), offsetMinutes: zoned };
}
