import { type BulkRow, contentBulkTables as tables } from '../../storage/bulk/bulk-table.ts';
import type { TableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import type { WxrItemTerm, WxrTerm } from '../wxr/wxr-parts.ts';
import { termFrom } from './stored-rows.ts';

/** Id of the taxonomy row → how an item refers to the term. */
export type TermsByRow = Map<number, WxrItemTerm>;

/** All terms, parents before children, since some readers of export files require that. Fills `byRow` on the way. */
export async function* exportTerms(snapshot: TableSnapshot, byRow: TermsByRow): AsyncGenerator<WxrTerm> {
  const inTaxonomy: BulkRow[] = [];
  for await (const page of snapshot.rows(tables.term_taxonomy)) inTaxonomy.push(...page);
  const names = new Map<number, BulkRow>();
  for await (const page of snapshot.rows(tables.terms)) for (const row of page) names.set(Number(row['term_id']), row);
  const whole = inTaxonomy.filter((row) => names.has(Number(row['term_id'])));
  for (const row of whole) {
    const term = names.get(Number(row['term_id']))!;
    byRow.set(Number(row['term_taxonomy_id']), {
      taxonomy: String(row['taxonomy']),
      slug: String(term['slug']),
      name: String(term['name']),
    });
  }
  const ordered = parentsFirst(whole);
  for (let at = 0; at < ordered.length; at += 200) {
    const some = ordered.slice(at, at + 200);
    const ids = some.map((row) => Number(row['term_id']));
    const meta = Map.groupBy(await snapshot.rowsWith(tables.termmeta, 'term_id', ids), (row) => row['term_id']);
    for (const row of some) {
      const id = Number(row['term_id']);
      const parentSlug = names.get(Number(row['parent']))?.['slug'] ?? '';
      yield termFrom(names.get(id)!, row, String(parentSlug), meta.get(id) ?? []);
    }
  }
}

/** Level by level; a term in a cycle, or whose parent is gone, counts as top level. */
function parentsFirst(rows: readonly BulkRow[]): BulkRow[] {
  const key = (row: BulkRow, column: 'term_id' | 'parent'): string => `${row['taxonomy']} ${row[column]}`;
  const known = new Set(rows.map((row) => key(row, 'term_id')));
  const below = Map.groupBy(rows, (row) => (known.has(key(row, 'parent')) ? key(row, 'parent') : ''));
  const ordered = [...(below.get('') ?? [])];
  for (let at = 0; at < ordered.length; at += 1) ordered.push(...(below.get(key(ordered[at]!, 'term_id')) ?? []));
  return ordered.length === rows.length ? ordered : [...new Set([...ordered, ...rows])];
}
