import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { isShownTaxonomy, type ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Term } from '../../storage/rows.ts';
import type { CoreContext } from '../context/core-context.ts';
import { forgetTermSeo } from '../seo/store-seo.ts';
import { termErrors } from './term-errors.ts';
import { askBeforeTerm, recordTerm } from './term-hooks.ts';
import { ancestorsOf, loadAncestors } from './term-lookup.ts';
import { knownTerm } from './term-permissions.ts';
import { forgetTree, isKept, reread, type TermWork } from './write-term.ts';

const mostParents = 100;

/** What clients of terms do besides making and changing them: merging, and drawing the tree. */
export function termTools({ taxonomies, variant }: Pick<CoreContext, 'taxonomies' | 'variant'>): RouteModule {
  const shown = taxonomies.filter(isShownTaxonomy);
  const names = shown.map(({ name }) => name);
  const slugs = variant.text.slugs;
  const taxonomyArgument = s.string({ enum: names, default: 'category', description: 'Taxonomy of the terms.' });
  const taxonomyOf = (name: string | undefined): ShownTaxonomy => {
    const found = shown.find((taxonomy) => taxonomy.name === (name ?? 'category'));
    if (!found) throw termErrors.rest_term_invalid();
    return found;
  };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/terms/children',
        summary: 'Count the terms directly below each of these.',
        args: {
          taxonomy: taxonomyArgument,
          of: s.array(s.integer({ minimum: 0 }), {
            required: true,
            description: `Up to ${mostParents} ids; 0 is the root.`,
            check: (ids: number[]) => (ids.length <= mostParents ? null : `of has at most ${mostParents} ids.`),
          }),
        },
        response: { schema: json.mapOf(json.integer) },
        permit: anyone,
        handle: async ({ taxonomy, of }, call) =>
          reply(Object.fromEntries(await call.store.terms.childCounts(of, taxonomy))),
      }),
      route({
        method: 'POST',
        path: '/platen/v1/terms/{id:int}/merge',
        summary: 'Merge a term into another: its posts and the terms below it move, and it is removed.',
        args: {
          taxonomy: taxonomyArgument,
          into: s.integer({ required: true, description: 'The term that stays.' }),
        },
        response: { schema: json.object({ merged: json.integer, into: termSchema }) },
        undoable: true,
        permit: async (input, call) => {
          const taxonomy = taxonomyOf(input.taxonomy);
          const term = await knownTerm(taxonomy, input.id, call);
          const { caller, site } = call;
          const { capabilities } = taxonomy;
          const mayMerge = caller.can(capabilities.edit) && caller.can(capabilities.delete);
          if (!mayMerge || isKept({ taxonomy }, term.id, site)) throw termErrors.rest_cannot_delete();
        },
        handle: async ({ id, into, taxonomy: name }, call) => {
          const taxonomy = taxonomyOf(name);
          const target = await targetTerm(taxonomy, into, call);
          await askBeforeTerm('delete', await knownTerm(taxonomy, id, call), {}, call);
          await call.store.transaction(async (store) => {
            const removed = await mergeTerms({ store, taxonomy, slugs }, { fromId: id, intoId: target.id });
            await recordTerm(store, 'delete', removed, call);
          });
          call.hooks?.wake();
          call.forget();
          // Read afterwards: counts are set at the end of the transaction.
          const merged = await knownTerm(taxonomy, target.id, call);
          return reply({ merged: id, into: termModel(merged) });
        },
      }),
    ],
  };
}

/** An id in the body is not the address of the request, so that a wrong one is a mistake in its values. */
async function targetTerm(taxonomy: ShownTaxonomy, id: number, call: Call): Promise<Term> {
  const term = await call.store.terms.byId(id, taxonomy.name);
  if (!term) throw termErrors.rest_term_invalid(undefined, { status: 400 });
  return term;
}

const termSchema = json.object({
  id: json.integer,
  taxonomy: json.string,
  name: json.string,
  slug: json.string,
  parent: json.integer,
  count: json.integer,
});

const termModel = ({ id, taxonomy, name, slug, parentId, count }: Term) => ({
  id,
  taxonomy,
  name,
  slug,
  parent: parentId,
  count,
});

interface Merge {
  readonly fromId: number;
  readonly intoId: number;
}

/**
 * Merges a term into another of its taxonomy: its posts and the terms below it belong to the other one, and it is
 * removed. Must run in a transaction. Returns the term that was removed.
 */
export async function mergeTerms(work: TermWork, { fromId, intoId }: Merge): Promise<Term> {
  const { store, taxonomy } = work;
  if (fromId === intoId) throw termErrors.rest_merge_same_term();
  await store.lock(`terms of ${taxonomy.name}`);
  const [from, into] = [await reread(work, fromId), await reread(work, intoId)];
  const known = await loadAncestors(store, taxonomy.name, [into]);
  // A term that was below the other takes its place; otherwise terms would be above each other.
  if (ancestorsOf(into, known).some(({ id }) => id === fromId))
    await store.terms.update(intoId, taxonomy.name, { parentId: from.parentId });
  await store.terms.reparent(fromId, intoId, taxonomy.name);
  await store.terms.reassignPosts(fromId, intoId, taxonomy.name);
  await store.terms.remove(fromId, taxonomy.name);
  await forgetTermSeo(from, store);
  await forgetTree(work);
  return from;
}
