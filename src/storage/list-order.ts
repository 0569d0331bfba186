import { type RawBuilder, sql } from 'kysely';
import { type Compared, type Condition, padded, type Value } from './condition.ts';
import type { Direction } from './store.ts';

/** An `order by` as data, like a condition: one text per shape, values filled in at each run. */
export interface ListOrder {
  readonly shape: string;
  readonly values: readonly Value[];
  build(slots: readonly Value[]): RawBuilder<unknown>;
}

/** By columns, each in its own direction. */
export function byColumns(...columns: readonly (readonly [Compared, Direction])[]): ListOrder {
  return {
    shape: columns.map(([compared, direction]) => `${compared.name} ${direction}`).join(),
    values: [],
    build: () => sql.join(columns.map(([compared, direction]) => sql`${compared.sql()} ${word(direction)}`)),
  };
}

/** In the order of a list. */
export function byList(compared: Compared, list: readonly Value[], direction: Direction): ListOrder {
  if (list.length === 0) return byColumns([compared, direction]);
  const filled = padded(list);
  return {
    shape: `${compared.name} listed ${filled.length} ${direction}`,
    values: filled,
    build: (slots) => {
      const places = slots.map((slot, place) => sql`when ${slot} then ${sql.lit(place)}`);
      return sql`case ${compared.sql()} ${sql.join(places, sql` `)} end ${word(direction)}`;
    },
  };
}

/** Rows that meet an earlier condition first, then as `next` says. */
export function byRank(conditions: readonly Condition[], next: ListOrder): ListOrder {
  const values = conditions.flatMap((condition) => condition.values);
  return {
    shape: `rank ${conditions.map((condition) => condition.shape).join()} ${next.shape}`,
    values: [...values, ...next.values],
    build: (slots) => {
      let from = 0;
      const ranks = conditions.map((condition, rank) => {
        const mine = slots.slice(from, from + condition.values.length);
        from += condition.values.length;
        return sql`when ${condition.build(mine)} then ${sql.lit(rank)}`;
      });
      return sql`case ${sql.join(ranks, sql` `)} else ${sql.lit(conditions.length)} end, ${next.build(slots.slice(from))}`;
    },
  };
}

const word = (direction: Direction): RawBuilder<unknown> => (direction === 'asc' ? sql`asc` : sql`desc`);
