/** The clock of the site, which its dates are written by. */
export interface SiteClock {
  /** Its time, written as the dates of the editor are. */
  readonly now: () => string;
  /** How its zone is called, such as `Europe/Berlin (UTC+02:00)`; empty until the site has told it. */
  readonly zone: string;
}

const dayMs = 86_400_000;

/** A local time of the site as a moment of UTC, so that no zone of this browser gets in between. */
const asUtc = (local: string): Date => new Date(`${local.length > 16 ? local : `${local}:00`}Z`);

/**
 * A date and time of the site in short: the day of the week where it is less than a week away, else the day of the year.
 * Both are local times of the site.
 */
export function shortMoment(local: string, now: string, code: string): string {
  if (local === '') return '';
  const at = asUtc(local);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(code, { timeZone: 'UTC', ...options }).format(at);
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const away = Math.floor(at.getTime() / dayMs) - Math.floor(asUtc(now).getTime() / dayMs);
  if (away >= 0 && away < 7) return `${format({ weekday: 'short' }).replace(/\.$/, '')} ${time}`;
  const isThisYear = local.slice(0, 4) === now.slice(0, 4);
  return `${format({ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })}, ${time}`;
}

/** The zone by its city and its distance from UTC now; a site may have only the latter. */
export function zoneName(city: string, hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60);
  const two = (number: number) => String(number).padStart(2, '0');
  const offset = `UTC${hours < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return city === '' ? offset : `${city.replaceAll('_', ' ')} (${offset})`;
}
