import type { Call } from '../api/call.ts';
import { presentEmbedded } from '../api/present.ts';
import type { Embedder } from '../api/resource.ts';
import type { Term } from '../storage/rows.ts';
import { heldTerms } from './held-terms.ts';
import { termErrors } from './term-errors.ts';
import type { ShownTaxonomy, TermResource } from './term-resource.ts';

/** As many as the first page of the list that the link names. */
const mostEmbedded = 10;

/** `term:NAME` gives terms by their own ids, `terms:NAME` the terms of posts by the posts' ids. */
export function termEmbedders(taxonomy: ShownTaxonomy, resource: TermResource): Readonly<Record<string, Embedder>> {
  return {
    [`term:${taxonomy.name}`]: async (ids, call) => {
      const shown = await shownById(resource, await call.store.terms.byIds(ids, taxonomy.name), call);
      return ids.map((id) => shown.get(id) ?? termErrors.rest_term_invalid());
    },
    [`terms:${taxonomy.name}`]: async (postIds, call) => {
      const held = await heldTerms(postIds, call);
      const lists = postIds.map((id) => (held.get(id) ?? []).filter((term) => term.taxonomy === taxonomy.name));
      const firsts = lists.map((terms) => terms.slice(0, mostEmbedded).map((term) => term.id));
      const distinct = [...new Set(firsts.flat())];
      const shown = await shownById(resource, await call.store.terms.byIds(distinct, taxonomy.name), call);
      return firsts.map((ids) => ids.map((id) => shown.get(id)));
    },
  };
}

async function shownById(resource: TermResource, terms: readonly Term[], call: Call): Promise<Map<number, unknown>> {
  const items = await presentEmbedded(resource, terms, call);
  return new Map(terms.map((term, i) => [term.id, items[i]]));
}
