import { termLink } from '../../rules/permalinks.ts';
import type { HeldTerm, Term } from '../../storage/rows.ts';
import { ancestorsOf, loadAncestors } from '../terms/operations/term-ancestors.ts';
import type { BlockWork } from './block-work.ts';

/** The addresses of terms of one taxonomy, by id; the terms above them are loaded at once. */
export async function termUrls(
  taxonomy: string,
  terms: readonly (Term | HeldTerm)[],
  { call, taxonomies }: BlockWork,
): Promise<Map<number, string>> {
  const { store, site } = call;
  const declared = taxonomies.find(({ name }) => name === taxonomy);
  const placed = declared?.nestedLinks
    ? await store.terms.byIds(
        terms.map(({ id }) => id),
        taxonomy,
      )
    : [];
  const known = await loadAncestors(store, taxonomy, placed);
  const byId = new Map(placed.map((term) => [term.id, term]));
  return new Map(
    terms.map((term) => {
      const own = byId.get(term.id);
      const above = own ? ancestorsOf(own, known).map(({ slug }) => slug) : [];
      return [term.id, termLink(site, term, above, declared?.linkBase ?? null)];
    }),
  );
}
