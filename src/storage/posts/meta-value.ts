import { all, any, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment, type SqlFragment } from '../query/fragment.ts';
import { column, tableRef } from '../query/sql-names.ts';
import type { Beyond } from '../store/list.ts';
import type { MetaKey } from '../store/post-expression.ts';
import { inRange } from './expression-condition.ts';

/** The value of a key that a post is shown with: that of its first row. */
export const shownMetaValue = (key: MetaKey, dialect: Dialect): SqlFragment =>
  fragment`(select ${dialect.metaValue(column('k.meta_value'), key.type === 'number' ? 'number' : 'text')} from ${tableRef('postmeta')} as k where k.post_id = p.ID and k.meta_key = ${key.name} order by k.meta_id limit 1)`;

/** The row comes after another one in an order by a value and then by id. */
export function beyondValue(value: SqlFragment, id: SqlFragment, beyond: Beyond, type: MetaKey['type']): SqlCondition {
  const [orSame, further] = beyond.direction === 'asc' ? (['>=', '>'] as const) : (['<=', '<'] as const);
  const last = type === 'number' ? finite(Number(beyond.value)) : (beyond.value ?? '');
  return all([inRange(value, orSame, last), any([inRange(value, further, last), inRange(id, further, beyond.id)])]);
}

/** A cursor that was made up begins anywhere. */
const finite = (number: number): number => (Number.isFinite(number) ? number : 0);
