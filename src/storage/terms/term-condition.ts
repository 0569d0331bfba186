import { above, all, any, beyondRow, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment } from '../query/fragment.ts';
import { tableRef } from '../query/sql-names.ts';
import { anyContains, foldedColumn } from '../query/text-condition.ts';
import type { TermFilter } from '../store/terms.ts';

/** A filter as one condition on the rows `t` (terms) and `x` (its taxonomy row). */
export function termCondition(filter: TermFilter, dialect: Dialect): SqlCondition {
  const parts: SqlCondition[] = [oneOf('x.taxonomy', [filter.taxonomy, ...(filter.otherTaxonomies ?? [])])];
  if (filter.beyond) parts.push(beyondRow('x.term_id', filter.beyond));
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

/** Whether a filter uses the name or the slug, which are in the terms row. */
export const asksForName = (filter: TermFilter): boolean =>
  filter.slugs !== undefined || filter.name !== undefined || filter.search !== undefined;

function notEmpty(filter: TermFilter): SqlCondition {
  const used = above('x.count', 0);
  return filter.orAncestors ? any([used, ancestorOfUsed(filter.taxonomy)]) : used;
}

/** `union` drops duplicates, so the recursion ends even for terms that are each other's parents. */
function ancestorOfUsed(taxonomy: string): SqlCondition {
  const rows = tableRef('term_taxonomy');
  return fragment`x.term_id in (with recursive up (id) as (
      select f.parent from ${rows} as f where f.taxonomy = ${taxonomy} and f.count > 0 and f.parent <> 0
      union select n.parent from ${rows} as n join up on n.term_id = up.id where n.taxonomy = ${taxonomy} and n.parent <> 0
    ) select id from up)`;
}

const heldBy = (postId: number): SqlCondition =>
  fragment`x.term_taxonomy_id in (select r.term_taxonomy_id from ${tableRef('term_relationships')} as r where r.object_id = ${postId})`;
