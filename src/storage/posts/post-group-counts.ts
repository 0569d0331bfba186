import { sees } from '../../rules/visibility.ts';
import { all, type BuiltCondition, oneOf, type SqlCondition } from '../query/condition.ts';
import { fragment } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { tableRef } from '../query/sql-names.ts';
import { statement } from '../query/statement.ts';
import type { CountedFilter } from '../store/posts.ts';
import { countFromSummary, isCounted, isDecidable, nobody, scopes, subject, summaryRows } from './post-counts.ts';
import { narrowedVisibility } from './visibility-condition.ts';

/** Totals by state or type from the summary tables; null where they cannot answer. */
export async function groupsFromSummary(
  session: Session,
  filter: CountedFilter,
  by: 'status' | 'type',
): Promise<Map<string, number> | null> {
  const counts = new Map<string, number>();
  for (const value of by === 'status' ? filter.statuses : filter.types) {
    const one = await countFromSummary(session, {
      ...filter,
      ...(by === 'status' ? { statuses: [value] } : { types: [value] }),
    });
    if (one === null) return null;
    counts.set(value, one);
  }
  return counts;
}

const termIds = statement(({ db }, { condition }: { readonly condition: BuiltCondition }) =>
  db.selectFrom('term_taxonomy as t').select(['t.term_taxonomy_id as rowId', 't.term_id as id']).where(condition),
);

/** Totals by term from the summary tables; null where they cannot answer. */
export async function termsFromSummary(
  session: Session,
  filter: CountedFilter,
  taxonomy: string,
): Promise<Map<number, number> | null> {
  if (filter.withTerms || filter.authorIds) return null;
  if (!isCounted(filter, session.dialect)) return null;
  const visibility = narrowedVisibility(filter.visibility, filter.types, filter.statuses);
  if (!visibility.anyOf.every((clause) => isDecidable(clause, true))) return null;
  if (!(await session.hasLists())) return null;
  const ofTaxonomy: SqlCondition = fragment`k.owner in (select x.term_taxonomy_id from ${tableRef('term_taxonomy')} as x where x.taxonomy = ${taxonomy})`;
  const rows = await summaryRows(session, filter, all([oneOf('k.scope', [scopes.term]), ofTaxonomy]));
  const ids = await session.select(termIds, { condition: oneOf('t.taxonomy', [taxonomy]) });
  const byRow = new Map(ids.map(({ rowId, id }) => [rowId, id]));
  const counts = new Map<number, number>();
  for (const row of rows) {
    const id = byRow.get(row.owner);
    if (id === undefined || row.n === 0 || !sees(visibility, subject(row, nobody))) continue;
    counts.set(id, (counts.get(id) ?? 0) + row.n);
  }
  return counts;
}
