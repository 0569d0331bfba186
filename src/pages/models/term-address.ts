import { termLink } from '../../rules/permalinks.ts';
import type { Term } from '../../storage/rows.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/operations/term-ancestors.ts';
import type { PageWork } from '../page-context.ts';

/** The addresses of terms of one taxonomy, in their order; the terms above them are loaded at once. */
export async function termAddresses(
  { call, core }: Pick<PageWork, 'call' | 'core'>,
  taxonomy: string,
  terms: readonly Term[],
): Promise<string[]> {
  const { store, site } = call;
  const declared = core.taxonomies.find(({ name }) => name === taxonomy);
  const known = declared?.nestedLinks ? await loadAncestors(store, taxonomy, terms) : null;
  return terms.map((term) => {
    const above = known ? ancestorsOf(term, known).map(({ slug }) => slug) : [];
    return termLink(site, term, above, declared?.linkBase ?? null);
  });
}
