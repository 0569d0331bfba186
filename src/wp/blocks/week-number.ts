const dayMilliseconds = 86_400_000;

/**
 * The number of the week that a date `YYYY-MM-DD` lies in, within its year: weeks before the first are 0. Where weeks
 * begin on Monday the first one has at least four days of the year, else it begins in the year.
 */
export function weekNumber(date: string, startOfWeek: number): number {
  const year = Number(date.slice(0, 4));
  const isIso = startOfWeek === 1;
  // The fourth of January is always in the first week of the first kind, the seventh in that of the second.
  const inside = Date.UTC(year, 0, isIso ? 4 : 7);
  const first = inside - ((new Date(inside).getUTCDay() - startOfWeek + 7) % 7) * dayMilliseconds;
  return Math.floor((Date.parse(`${date}T00:00:00Z`) - first) / (7 * dayMilliseconds)) + 1;
}
