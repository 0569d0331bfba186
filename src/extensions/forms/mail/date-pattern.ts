/**
 * Formats a `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` value by the site's date format letters (`F j, Y`, `g:i a`);
 * a value that is not a date is returned unchanged. A backslash escapes the next letter.
 */
export function formatDate(pattern: string, value: string): string {
  const at = new Date(`${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : 'T00:00:00Z'}`);
  if (!/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/.test(value) || Number.isNaN(at.getTime())) return value;
  return pattern.replace(/\\?[\s\S]/g, (piece) => {
    if (piece.length === 2) return piece[1]!;
    return letters[piece]?.(at) ?? piece;
  });
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const two = (value: number) => String(value).padStart(2, '0');
const day = (at: Date) => days[at.getUTCDay()]!;
const month = (at: Date) => months[at.getUTCMonth()]!;
const hour12 = (at: Date) => at.getUTCHours() % 12 || 12;
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const dayOfYear = (at: Date) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000);

function suffix(date: number): string {
  if (date >= 11 && date <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th';
}

const letters: Readonly<Record<string, (at: Date) => string>> = {
  d: (at) => two(at.getUTCDate()),
  D: (at) => day(at).slice(0, 3),
  j: (at) => String(at.getUTCDate()),
  l: day,
  N: (at) => String(at.getUTCDay() || 7),
  S: (at) => suffix(at.getUTCDate()),
  w: (at) => String(at.getUTCDay()),
  z: (at) => String(dayOfYear(at)),
  F: month,
  m: (at) => two(at.getUTCMonth() + 1),
  M: (at) => month(at).slice(0, 3),
  n: (at) => String(at.getUTCMonth() + 1),
  t: (at) => String(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()),
  L: (at) => (isLeap(at.getUTCFullYear()) ? '1' : '0'),
  Y: (at) => String(at.getUTCFullYear()),
  y: (at) => two(at.getUTCFullYear() % 100),
  a: (at) => (at.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: (at) => String(hour12(at)),
  G: (at) => String(at.getUTCHours()),
  h: (at) => two(hour12(at)),
  H: (at) => two(at.getUTCHours()),
  i: (at) => two(at.getUTCMinutes()),
  s: (at) => two(at.getUTCSeconds()),
};
