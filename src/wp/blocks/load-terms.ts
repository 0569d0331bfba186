import type { AskedTerms, ShownTerm } from '../../text/blocks/dynamic/shown.ts';
import type { BlockLoader, BlockWork } from './block-work.ts';
import { termUrls } from './term-urls.ts';

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
