import { isIP } from 'node:net';

/** Whether a text is an e-mail address that this interface accepts: one `@`, a plain local part, a dotted domain. */
export function isEmail(value: string): boolean {
  if (value.length < 6 || value.length > 254) return false;
  const at = value.indexOf('@', 1);
  if (at < 1) return false;
  const local = value.slice(0, at);
  const labels = value.slice(at + 1).split('.');
  if (!/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local)) return false;
  return labels.length > 1 && labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label));
}

export function isIpAddress(value: string): boolean {
  return isIP(value) !== 0;
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** Whether a text is a day of the calendar, such as `2026-01-31`. */
export function isDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  if (year === undefined || Number(year) === 0) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Whether a text is a time of the day with seconds, such as `09:30:00`. */
export function isTime(value: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value);
}

/** Whether a text is a day and a time without a zone, such as `2026-01-31T09:30:00`. */
export function isLocalDateTime(value: string): boolean {
  return value[10] === 'T' && isDate(value.slice(0, 10)) && isTime(value.slice(11));
}

/** Whether a text is a colour as browsers write it, such as `#33aaff`. */
export function isHexColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value);
}

/** Whether a text is an address that a page can link to: of the web, of a mailbox or telephone, or below the site. */
export function isLinkAddress(value: string): boolean {
  if (/[\s<>"]/.test(value)) return false;
  if (/^(?:\/(?!\/)|#|\?)/.test(value)) return true;
  return /^(?:https?:\/\/.|mailto:.|tel:.)/i.test(value) && URL.canParse(value);
}

const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::(\d\d))?)?$/;

/** The parts of an ISO 8601 date and time; `offsetMinutes` is null where the text has no zone. */
export interface DateTime {
  /**
   * The wall-clock time in milliseconds, read as if it were GMT. Days past a month's end roll over, and day or
   * month zero means the one before the first.
   */
  readonly wallClock: number;
  readonly offsetMinutes: number | null;
}

export function isDateTime(value: string): boolean {
  return parseDateTime(value) !== null;
}

/** Reads `2026-01-31T10:00:00`, with or without a zone such as `Z`, `+01` or `+01:00`; null for any other text. */
export function parseDateTime(value: string): DateTime | null {
  const m = pattern.exec(value);
  if (!m) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = m.slice(1, 7).map(Number);
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const zoned = value.endsWith('Z')
    ? 0
    : m[7]
      ? (m[7] === '-' ? -1 : 1) * (Number(m[8]) * 60 + Number(m[9] ?? 0))
      : null;
  return { wallClock: date.getTime(), offsetMinutes: zoned };
}
