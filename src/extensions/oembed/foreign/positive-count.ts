const most = 99_999;

/** A positive number from foreign input, such as `640` or `"640px"`; null for anything else. */
export function positiveCount(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\d{1,5}(?:px)?$/.test(value);
  const number = typeof value === 'number' ? value : isText ? Number.parseInt(value, 10) : Number.NaN;
  return number > 0 && number <= most ? Math.round(number) : null;
}
