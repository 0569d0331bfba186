import { type SqlBool, sql } from 'kysely';
import { above, all, any, type Condition, noneOf, oneOf, written } from './condition.ts';
import type { Dialect } from './dialect.ts';
import type { TermFilter } from './store.ts';
import { anyContains, foldedColumn } from './text-condition.ts';

/** A filter as one condition on the rows `t` (terms) and `x` (its taxonomy row). */
export function termCondition(filter: TermFilter, dialect: Dialect): Condition {
  const parts: Condition[] = [oneOf('x.taxonomy', [filter.taxonomy])];
  if (filter.ids) parts.push(oneOf('x.term_id', filter.ids));
  if (filter.notIds) parts.push(noneOf('x.term_id', filter.notIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 't.slug'), filter.slugs.map(dialect.fold)));
  if (filter.name !== undefined) parts.push(oneOf(foldedColumn(dialect, 't.name'), [dialect.fold(filter.name)]));
  if (filter.parentId !== undefined) parts.push(oneOf('x.parent', [filter.parentId]));
  if (filter.search !== undefined) parts.push(anyContains(dialect, ['t.name', 't.slug'], filter.search));
  if (filter.hideEmpty) parts.push(notEmpty(filter));
  if (filter.postId !== undefined) parts.push(heldBy(filter.postId));
  return all(parts);
}

/** Whether a filter asks for what stands with the name, so that the terms row is needed to judge it. */
export const asksForName = (filter: TermFilter): boolean =>
  filter.slugs !== undefined || filter.name !== undefined || filter.search !== undefined;

function notEmpty(filter: TermFilter): Condition {
  const used = above('x.count', 0);
  return filter.orAncestors ? any([used, ancestorOfUsed(filter.taxonomy)]) : used;
}

/** `union` drops what was seen, so terms that are each other's parents end it too. */
function ancestorOfUsed(taxonomy: string): Condition {
  const rows = sql.table('term_taxonomy');
  return written(
    'ancestor',
    [taxonomy, taxonomy],
    ([first, second]) => sql<SqlBool>`x.term_id in (with recursive up (id) as (
      select f.parent from ${rows} as f where f.taxonomy = ${first} and f.count > 0 and f.parent <> 0
      union select n.parent from ${rows} as n join up on n.term_id = up.id where n.taxonomy = ${second} and n.parent <> 0
    ) select id from up)`,
  );
}

function heldBy(postId: number): Condition {
  return written(
    'held',
    [postId],
    ([id]) =>
      sql<SqlBool>`x.term_taxonomy_id in (select r.term_taxonomy_id from ${sql.table('term_relationships')} as r where r.object_id = ${id})`,
  );
}
