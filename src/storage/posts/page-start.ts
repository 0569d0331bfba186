import { sql } from 'kysely';
import { atLeast, below, type SqlCondition } from '../query/condition.ts';
import type { Param } from '../query/param.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { Direction, Page } from '../store/list.ts';
import { scopes } from './post-counts.ts';

/** Pages that begin later than this are looked for with counts; up to here, walking costs less. */
export const deepOffset = 500;

/** Where a page begins: after the rows that a condition leaves out, so many more are skipped. */
export interface PageStart {
  readonly condition: SqlCondition;
  readonly offset: number;
}

const publishedByMonth = statement(({ db }, { type }: { type: Param<string> }) =>
  db
    .selectFrom('platen_counts as k')
    .select(['k.owner as month', sql<number>`cast(sum(k.n) as signed)`.as('n')])
    .where('k.scope', '=', sql.lit(scopes.month))
    .where('k.post_type', '=', type)
    .groupBy('k.owner')
    .orderBy('k.owner'),
);

/** Skips the months before the page, so that only rows of one month are walked; null where there are none to skip. */
export async function monthStart(
  session: Session,
  type: string,
  { direction, offset }: { readonly direction: Direction; readonly offset: number },
): Promise<PageStart | null> {
  const months = await session.select(publishedByMonth, { type });
  if (direction === 'desc') months.reverse();
  let skipped = 0;
  for (const { month, n } of months) {
    if (skipped + n > offset) {
      const condition = skipped > 0 ? fromMonth(month, direction) : null;
      return condition && { condition, offset: offset - skipped };
    }
    skipped += n;
  }
  return null;
}

/** The rows of a month, such as 202601, and of those that follow in the direction; dates of old rows may have zeros. */
function fromMonth(month: number, direction: Direction): SqlCondition | null {
  const [year, number] = [Math.floor(month / 100), month % 100];
  if (direction === 'asc') return atLeast('p.post_date', dateOf(year, number, number === 0 ? 0 : 1));
  if (year === 9999) return null;
  return below('p.post_date', number === 12 ? dateOf(year + 1, 1, 1) : dateOf(year, number + 1, number === 0 ? 0 : 1));
}

const dateOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')} 00:00:00`;

/** The same page counted from the other end of a list of so many rows; null where that end is not nearer. */
export function fromOtherEnd({ limit, offset }: Page, total: number): Page | null {
  if (offset < deepOffset || offset * 2 <= total) return null;
  const shown = Math.max(0, Math.min(limit, total - offset));
  return { limit: shown, offset: total - offset - shown };
}
