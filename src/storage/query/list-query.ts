import type { Expression, SelectQueryBuilder } from 'kysely';
import type { Page } from '../store/list.ts';
import { type BuiltCondition, type ListOrder, never, type SqlCondition } from './condition.ts';
import type { Param } from './fragment.ts';
import type { Session } from './session.ts';
import type { Statement } from './statement.ts';

/** The inputs of every list of rows. */
export interface ListInputs {
  readonly condition: BuiltCondition;
  readonly order: Expression<unknown>;
  readonly limit: Param<number>;
  readonly offset: Param<number>;
}

/** The rows of one page of a select. */
export function pageOf<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { condition, order, limit, offset }: ListInputs,
): SelectQueryBuilder<DB, TB, O> {
  return rows.where(condition).orderBy(order).limit(limit).offset(offset);
}

interface ListQuery {
  readonly condition: SqlCondition;
  readonly order: ListOrder;
  readonly page: Page;
  /** Whether the query may take so long that it runs in the background. */
  readonly isLong?: boolean;
}

/** The rows of one page; a condition that is never true needs no query. */
export async function listRows<Row>(
  session: Session,
  list: Statement<ListInputs, Row>,
  { condition, order, page, isLong = false }: ListQuery,
): Promise<Row[]> {
  if (condition === never || page.limit <= 0) return [];
  return session.select(list, { condition, order, limit: page.limit, offset: page.offset }, isLong);
}

/** The number of rows that a statement counts as `n`. */
export async function countRows(
  session: Session,
  counting: Statement<{ readonly condition: BuiltCondition }, { n: number }>,
  condition: SqlCondition,
  isLong = false,
): Promise<number> {
  if (condition === never) return 0;
  const [row] = await session.select(counting, { condition }, isLong);
  return row?.n ?? 0;
}
