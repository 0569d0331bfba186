import type { AliasedExpression } from 'kysely';
import { type Condition, never, type Value } from './condition.ts';
import type { ListOrder } from './list-order.ts';
import type { Session } from './session.ts';
import type { Page } from './store.ts';

/** What a list selects; `key` stands for it in a shape. */
export interface ListColumns {
  readonly key: string;
  readonly list: readonly AliasedExpression<unknown, string>[];
}

/** A page of rows of one table, as data. */
export interface ListQuery {
  readonly table: 'posts' | 'users' | 'comments';
  readonly alias: string;
  readonly columns: ListColumns;
  readonly condition: Condition;
  readonly order: ListOrder;
  readonly page: Page;
  /**
   * Many rows are found and put in order to show few: then only those few are read whole. Not every database takes a
   * limit in the subquery this needs.
   */
  readonly isSifted?: boolean;
  /** Whether finding them may take so long that it is done aside. */
  readonly isLong?: boolean;
}

/** The rows of one page; a condition that cannot hold costs no query. */
export async function listRows<Row>(session: Session, query: ListQuery): Promise<Row[]> {
  const { table, alias, condition, order, page, isSifted = false } = query;
  if (condition === never || page.limit <= 0) return [];
  const split = condition.values.length;
  return session.select<Row>(
    `${table} ${query.columns.key} ${isSifted ? 'sifted ' : ''}${condition.shape} ${order.shape}`,
    [...condition.values, ...order.values, page.limit, page.offset],
    (slots) => {
      const rows = session.db.selectFrom(`${table} as ${alias}` as 'posts as p');
      const ordered = order.build(slots.slice(split, -2));
      const shown = rows
        .where(condition.build(slots.slice(0, split)))
        .orderBy(ordered)
        .limit(slots.at(-2) as number)
        .offset(slots.at(-1) as number);
      if (!isSifted) return shown.select(query.columns.list);
      const id = `${alias}.ID` as 'p.ID';
      return rows.select(query.columns.list).where(id, 'in', shown.select(id)).orderBy(ordered);
    },
    query.isLong,
  );
}

export async function countRows(
  session: Session,
  table: ListQuery['table'],
  alias: string,
  condition: Condition,
  isLong = false,
): Promise<number> {
  if (condition === never) return 0;
  const build = (slots: readonly Value[]) =>
    session.db
      .selectFrom(`${table} as ${alias}` as 'posts as p')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where(condition.build(slots));
  const shape = `${table} count ${condition.shape}`;
  const [row] = await session.select<{ n: number }>(shape, condition.values, build, isLong);
  return row?.n ?? 0;
}
