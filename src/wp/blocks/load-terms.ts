import { termLink } from '../../rules/permalinks.ts';
import type { PostTerm, Term } from '../../storage/rows.ts';
import type { AskedTerms, ShownTerm } from '../../text/blocks/block-data.ts';
import { ancestorsOf, loadAncestors } from '../terms/term-lookup.ts';
import type { BlockLoader, BlockWork } from './block-loader.ts';

/** Most terms of one list, and most different lists in one response. */
const mostTerms = 1000;
const mostLists = 20;

/** Lists of terms of the taxonomies that the interface shows. */
export const loadTerms: BlockLoader = async (needed, loaded, work) => {
  for (const [key, query] of [...needed.terms].slice(0, mostLists)) loaded.terms.set(key, await termsOf(query, work));
};

async function termsOf(query: AskedTerms, work: BlockWork): Promise<ShownTerm[]> {
  const { taxonomy, hideEmpty, withAncestors, parentId } = query;
  const declared = work.taxonomies.find(({ name }) => name === taxonomy);
  if (declared?.restBase == null) return [];
  const terms = await work.call.store.terms.find(
    {
      taxonomy,
      hideEmpty,
      ...(withAncestors ? { orAncestors: true } : {}),
      ...(parentId === undefined ? {} : { parentId }),
    },
    { by: query.orderBy, direction: query.orderBy === 'count' ? 'desc' : 'asc' },
    { limit: Math.min(query.most ?? mostTerms, mostTerms), offset: 0 },
  );
  const urls = await termUrls(taxonomy, terms, work);
  return terms.map(({ id, name, slug, count, parentId: above }) => ({
    id,
    taxonomy,
    name,
    slug,
    count,
    parentId: above,
    url: urls.get(id) ?? '',
  }));
}

/** The addresses of terms of one taxonomy, by id; the terms above them are loaded at once. */
export async function termUrls(
  taxonomy: string,
  terms: readonly (Term | PostTerm)[],
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
