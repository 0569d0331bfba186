import type { Call } from '../../api/call.ts';
import { findPage } from '../../api/resource/list-page.ts';
import { termLink } from '../../rules/permalinks.ts';
import type { Term } from '../../storage/rows.ts';
import { plainText } from '../../text/plain-text.ts';
import { postFormats } from '../posts/fields/content-extra-fields.ts';
import { formatTaxonomy } from '../posts/operations/post-relations.ts';
import { ancestorsOf, loadAncestors } from '../terms/operations/term-ancestors.ts';
import type { SearchResult } from './search-result.ts';
import type { Found, Searched, SearchInput } from './searched.ts';

const byName = { by: 'name', direction: 'asc' } as const;

/** Finds terms of public taxonomies by name and slug. */
export async function searchTerms(input: SearchInput, searched: Searched, call: Call): Promise<Found> {
  const asked = searched.taxonomies.filter(({ name }) => searched.isAsked(name));
  const [first, ...others] = asked;
  if (!first) return { results: [], total: 0 };
  const search = plainText(input.search ?? '');
  const filter = {
    taxonomy: first.name,
    otherTaxonomies: others.map(({ name }) => name),
    ...(search ? { search } : {}),
    ...(input.include.length > 0 ? { ids: input.include } : {}),
    ...(input.exclude.length > 0 ? { notIds: input.exclude } : {}),
  };
  const { rows, total } = await findPage(
    { limit: input.per_page, offset: (input.page - 1) * input.per_page },
    {
      find: (page) => call.store.terms.find(filter, byName, page),
      count: () => call.store.terms.count(filter),
    },
  );
  const shown = new Map<number, SearchResult>();
  for (const taxonomy of asked) {
    const own = rows.filter((term) => term.taxonomy === taxonomy.name);
    const known = taxonomy.nestedLinks ? await loadAncestors(call.store, taxonomy.name, own) : null;
    for (const term of own) {
      const above = known ? ancestorsOf(term, known).map(({ slug }) => slug) : [];
      const url = termLink(call.site, term, above, taxonomy.linkBase);
      shown.set(term.taxonomyRowId, termResult(term, url, taxonomy.restBase));
    }
  }
  return { results: rows.flatMap((term) => shown.get(term.taxonomyRowId) ?? []), total };
}

function termResult({ id, name, taxonomy }: Term, url: string, base: string): SearchResult {
  return {
    id,
    title: name,
    url,
    type: taxonomy,
    item: {
      path: `/wp/v2/${base}/${id}`,
      about: `/wp/v2/taxonomies/${taxonomy}`,
      embed: { from: `term:${taxonomy}`, key: id },
    },
  };
}

/** Finds the formats of posts that are in use. */
export async function searchFormats(input: SearchInput, { store, site }: Call): Promise<Found> {
  const named = postFormats.filter((name) => name !== 'standard' && name.includes((input.search ?? '').toLowerCase()));
  const slugs = named.map((name) => `post-format-${name}`);
  const filter = { taxonomy: formatTaxonomy, slugs };
  const terms = await store.terms.find(filter, byName, { limit: postFormats.length, offset: 0 });
  const used = named.filter((name) => terms.some(({ slug }) => slug === `post-format-${name}`));
  const results = used.map((name) => ({
    id: name,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    url: termLink(site, { id: 0, slug: name, taxonomy: formatTaxonomy }, [], 'type'),
    type: 'post-format',
  }));
  const from = (input.page - 1) * input.per_page;
  return { results: results.slice(from, from + input.per_page), total: results.length };
}
