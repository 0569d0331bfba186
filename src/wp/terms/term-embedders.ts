import type { Call } from '../../api/call.ts';
import type { Embedder } from '../../api/resource/link.ts';
import { presentEmbedded } from '../../api/resource/present.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Term } from '../../storage/rows.ts';
import { assignedTerms } from './assigned-terms.ts';
import { termErrors } from './term-errors.ts';
import type { TermResource } from './term-resource.ts';

/** As many as on the first page of the list that the link points to. */
const mostEmbedded = 10;

/** `term:NAME` loads terms by their ids, `terms:NAME` the terms of posts by the ids of the posts. */
export function termEmbedders(
  taxonomy: ShownTaxonomy,
  resource: Pick<TermResource, 'show'>,
): Readonly<Record<string, Embedder>> {
  return {
    [`term:${taxonomy.name}`]: async (ids, call) => {
      const shown = await shownById(resource, await call.store.terms.byIds(ids, taxonomy.name), call);
      return ids.map((id) => shown.get(id) ?? termErrors.rest_term_invalid());
    },
    [`terms:${taxonomy.name}`]: async (postIds, call) => {
      const held = await assignedTerms(postIds, call);
      const lists = postIds.map((id) => (held.get(id) ?? []).filter((term) => term.taxonomy === taxonomy.name));
      const firsts = lists.map((terms) => terms.slice(0, mostEmbedded).map((term) => term.id));
      const distinct = [...new Set(firsts.flat())];
      const shown = await shownById(resource, await call.store.terms.byIds(distinct, taxonomy.name), call);
      return firsts.map((ids) => ids.map((id) => shown.get(id)));
    },
  };
}

async function shownById(
  resource: Pick<TermResource, 'show'>,
  terms: readonly Term[],
  call: Call,
): Promise<Map<number, unknown>> {
  const items = await presentEmbedded(resource, terms, call);
  return new Map(terms.map((term, i) => [term.id, items[i]]));
}
