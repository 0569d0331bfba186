/** The formats that are offered, in the letters that existing sites store. */
export const dateFormats = ['F j, Y', 'j F Y', 'j. F Y', 'Y-m-d', 'd.m.Y', 'd/m/Y', 'm/d/Y'];
export const timeFormats = ['H:i', 'g:i a', 'g:i A'];

type Part = (date: Date, language: string) => string;

const two = (number: number): string => String(number).padStart(2, '0');
const named =
  (style: Intl.DateTimeFormatOptions): Part =>
  (date, language) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(date);
const half = (date: Date): string => (date.getUTCHours() < 12 ? 'am' : 'pm');

const parts: Readonly<Record<string, Part>> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => String(date.getUTCDate()),
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => String(date.getUTCMonth() + 1),
  Y: (date) => String(date.getUTCFullYear()),
  y: (date) => two(date.getUTCFullYear() % 100),
  F: named({ month: 'long' }),
  M: named({ month: 'short' }),
  l: named({ weekday: 'long' }),
  D: named({ weekday: 'short' }),
  H: (date) => two(date.getUTCHours()),
  G: (date) => String(date.getUTCHours()),
  g: (date) => String(date.getUTCHours() % 12 || 12),
  h: (date) => two(date.getUTCHours() % 12 || 12),
  i: (date) => two(date.getUTCMinutes()),
  s: (date) => two(date.getUTCSeconds()),
  a: half,
  A: (date) => half(date).toUpperCase(),
};

/** A moment as a format writes it; a letter behind a backslash stands for itself. */
export function formatted(format: string, date: Date, language: string): string {
  return format.replace(/\\(.)|(.)/gsu, (_, kept: string | undefined, letter: string) =>
    kept === undefined ? (parts[letter]?.(date, language) ?? letter) : kept,
  );
}
