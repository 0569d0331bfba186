import type { Zone } from '../../../rules/zone.ts';
import { isDateTime } from '../../../schema/date-time.ts';
import type { PostExpression } from '../../../storage/store.ts';
import { readLimit } from '../operations/post-dates.ts';
import { refusedWhere } from './where-errors.ts';
import { comparisons, joinedBy, type ReadValue } from './where-values.ts';

const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text);

/** Comparisons of a date. A day alone is its beginning; equal to a day is every moment of it. */
export function dateExpression(
  column: 'date' | 'modified',
  operators: Readonly<Record<string, unknown>>,
  zone: Zone,
): PostExpression {
  const read: ReadValue<string> = (sent) => {
    const text = isDay(sent) ? `${sent}T00:00:00` : sent;
    const local = typeof text === 'string' && isDateTime(text) ? readLimit(text, zone)?.local : undefined;
    return isDay(sent) && !local?.startsWith(sent) ? undefined : local;
  };
  const { '=': day, ...others } = operators;
  const parts: PostExpression[] = [];
  if (isDay(day)) parts.push(wholeDay(column, read(day), day));
  const rest = isDay(day) ? others : operators;
  if (Object.keys(rest).length > 0) {
    const shape = { read, expected: 'a date such as 2026-01-31 or 2026-01-31T10:00:00', ordered: true };
    parts.push(
      comparisons({ name: column, operators: rest }, shape, (compared) => ({ kind: 'column', column, compared })),
    );
  }
  return joinedBy('and', parts);
}

function wholeDay(column: 'date' | 'modified', from: string | undefined, day: string): PostExpression {
  if (from === undefined) throw refusedWhere(`${column} = takes a date; there is no ${day}.`);
  return {
    kind: 'and',
    of: [
      { kind: 'column', column, compared: { is: '>=', value: from } },
      { kind: 'column', column, compared: { is: '<=', value: `${from.slice(0, 10)} 23:59:59` } },
    ],
  };
}
