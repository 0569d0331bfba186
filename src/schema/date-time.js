const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::(\d\d))?)?$/;
export function isDateTime(value) {
  return parseDateTime(value) !== null;
}
/** Reads `2026-01-31T10:00:00`, with or without a zone such as `Z`, `+01` or `+01:00`; null for any other text. */
export function parseDateTime(value) {
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
