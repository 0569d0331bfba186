/** At least six characters, one @, usual local-part characters, and a domain of two or more labels. */
export function isFormEmail(text: string): boolean {
  return text.length >= 6 && text.length <= 254 && emailPattern.test(text);
}

const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** An absolute http, https or ftp address with a host, international ones too, or a `mailto:`. */
export function isUrl(text: string): boolean {
  if (/\s/.test(text)) return false;
  const scheme = /^([a-z]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return text.length > 'mailto:'.length;
  if (scheme === undefined || !['http', 'https', 'ftp'].includes(scheme)) return false;
  return text.slice(scheme.length).startsWith('://') && URL.canParse(text);
}

/** An optional +, then groups of digits, each possibly in parentheses, with spaces, hyphens or slashes between. */
export function isTelephone(text: string): boolean {
  return /^\+?(?:\(\d+\)|\d)(?:[ \-/]*(?:\(\d+\)|\d))*$/.test(text);
}

/** Decimals and exponents, no thousands separators. */
export function isNumeric(text: string): boolean {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

/**
 * Resolves `2024-05-06`, `today`, `today+7_days`, `tomorrow-1_month` and similar values against a given date, all as
 * `YYYY-MM-DD`; null for anything that is not a date.
 */
export function relativeDate(expression: string, today: string): string | null {
  const parts = /^([a-z]+|\d{4}-\d{2}-\d{2})((?:[-+]\d{1,6}_?[a-z]+)*)$/.exec(
    expression
      .trim()
      .toLowerCase()
      .replaceAll(' ', '_')
      .replace(/_*([-+])_*(?=\d+_?[a-z])/g, '$1'),
  );
  if (!parts) return null;
  const [, start = '', steps = ''] = parts;
  const offset = startOffsets.get(start);
  const base = offset === undefined ? start : today;
  if (!isRealDate(base)) return null;
  const date = new Date(`${base}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + (offset ?? 0));
  for (const [, sign, count, unit] of steps.matchAll(/([-+])(\d+)_?([a-z]+)/g)) {
    const step = units.get(unit!);
    if (!step) return null;
    step(date, Number(`${sign}${count}`));
  }
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** True for a valid date, written year-month-day. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const startOffsets: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);

const addDays = (date: Date, count: number) => void date.setUTCDate(date.getUTCDate() + count);
const addWeeks = (date: Date, count: number) => addDays(date, 7 * count);
const addMonths = (date: Date, count: number) => void date.setUTCMonth(date.getUTCMonth() + count);
const addYears = (date: Date, count: number) => void date.setUTCFullYear(date.getUTCFullYear() + count);

const units: ReadonlyMap<string, (date: Date, count: number) => void> = new Map([
  ['day', addDays],
  ['days', addDays],
  ['week', addWeeks],
  ['weeks', addWeeks],
  ['month', addMonths],
  ['months', addMonths],
  ['year', addYears],
  ['years', addYears],
]);
