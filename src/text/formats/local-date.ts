type Name = (date: Date) => string;
type Names = Readonly<Record<'month' | 'shortMonth' | 'day' | 'shortDay' | 'letterOfDay', Name>>;

const known = new Map<string, Names>();

/** The names of months and days in a language. */
function namesIn(language: string): Names {
  const found = known.get(language);
  if (found) return found;
  const name = (options: Intl.DateTimeFormatOptions): Name => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
    return (date) => format.format(date);
  };
  const names = {
    month: name({ month: 'long' }),
    shortMonth: name({ month: 'short' }),
    day: name({ weekday: 'long' }),
    shortDay: name({ weekday: 'short' }),
    letterOfDay: name({ weekday: 'narrow' }),
  };
  known.set(language, names);
  return names;
}

const two = (n: number) => String(n).padStart(2, '0');
const twelve = (hour: number) => hour % 12 || 12;
const ordinal = (n: number) => ['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th';

const letters: Readonly<Record<string, (date: Date, names: Names) => string | number>> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => date.getUTCDate(),
  S: (date) => ordinal(date.getUTCDate()),
  D: (date, names) => names.shortDay(date),
  l: (date, names) => names.day(date),
  N: (date) => date.getUTCDay() || 7,
  w: (date) => date.getUTCDay(),
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => date.getUTCMonth() + 1,
  M: (date, names) => names.shortMonth(date),
  F: (date, names) => names.month(date),
  Y: (date) => date.getUTCFullYear(),
  o: (date) => date.getUTCFullYear(),
  y: (date) => two(date.getUTCFullYear() % 100),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: (date) => twelve(date.getUTCHours()),
  h: (date) => two(twelve(date.getUTCHours())),
  G: (date) => date.getUTCHours(),
  H: (date) => two(date.getUTCHours()),
  i: (date) => two(date.getUTCMinutes()),
  s: (date) => two(date.getUTCSeconds()),
};

/** Milliseconds of a stored local date, as if it were universal; not a number for one that is none. */
export const localMilliseconds = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

/** A stored local date by a pattern of the site's settings, such as `F j, Y`; a backslash keeps the next letter. */
export function localDate(local: string, pattern: string, language: string): string {
  const at = localMilliseconds(local);
  if (Number.isNaN(at)) return '';
  const date = new Date(at);
  const names = namesIn(language);
  return pattern.replace(/\\?(.)/gsu, (found, letter: string) => {
    if (found !== letter) return letter;
    return Object.hasOwn(letters, letter) ? String(letters[letter]!(date, names)) : letter;
  });
}

/** The name of a day of the week and its first letter; 0 is Sunday. */
export function weekday(day: number, language: string): { readonly name: string; readonly letter: string } {
  // The first of February 2026 is a Sunday.
  const date = new Date(Date.UTC(2026, 1, 1 + day));
  const names = namesIn(language);
  return { name: names.day(date), letter: names.letterOfDay(date) };
}
