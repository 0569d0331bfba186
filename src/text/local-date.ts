/** Months from January, days from Sunday. */
type Names = Readonly<Record<'months' | 'shortMonths' | 'days' | 'shortDays' | 'letters', readonly string[]>>;

const known = new Map<string, Names>();

/** The names of months and days in a language. */
function namesIn(language: string): Names {
  const found = known.get(language);
  if (found) return found;
  const named = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', calendar: 'gregory', ...options });
    return dates.map((date) => format.format(date));
  };
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 1)));
  // The first of January 2023 was a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day)));
  const names = {
    months: named({ month: 'long' }, months),
    shortMonths: named({ month: 'short' }, months),
    days: named({ weekday: 'long' }, days),
    shortDays: named({ weekday: 'short' }, days),
    letters: named({ weekday: 'narrow' }, days),
  };
  known.set(language, names);
  return names;
}

const two = (n: number) => String(n).padStart(2, '0');
const twelve = (hour: number) => hour % 12 || 12;
const ordinal = (n: number) => ['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th';

const letters: Readonly<Record<string, (date: Date, names: Names) => string | number | undefined>> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => date.getUTCDate(),
  S: (date) => ordinal(date.getUTCDate()),
  D: (date, names) => names.shortDays[date.getUTCDay()],
  l: (date, names) => names.days[date.getUTCDay()],
  N: (date) => date.getUTCDay() || 7,
  w: (date) => date.getUTCDay(),
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => date.getUTCMonth() + 1,
  M: (date, names) => names.shortMonths[date.getUTCMonth()],
  F: (date, names) => names.months[date.getUTCMonth()],
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
  const { days, letters: short } = namesIn(language);
  return { name: days[day % 7] ?? '', letter: short[day % 7] ?? '' };
}
