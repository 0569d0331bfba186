import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { isShownTaxonomy, type ShownTaxonomy } from '../../rules/taxonomies.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import type { Term } from '../../storage/rows.ts';
import type { Core } from '../../wp/all.ts';
import { mergeTerms } from '../../wp/terms/operations/merge-terms.ts';
import { isKept } from '../../wp/terms/operations/remove-term.ts';
import { askBeforeTerm, recordTerm } from '../../wp/terms/operations/term-hooks.ts';
import { termErrors } from '../../wp/terms/term-errors.ts';
import { knownTerm } from '../../wp/terms/term-permissions.ts';

const mostParents = 100;

/** What clients of terms do besides making and changing them: merging, and drawing the tree. */
export function termTools({ taxonomies, display }: Pick<Core, 'taxonomies' | 'display'>): RouteModule {
  const shown = taxonomies.filter(isShownTaxonomy);
  const names = shown.map(({ name }) => name);
  const slugs = { slash: display.variant.text.slashInSlug };
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
        answers: { schema: json.mapOf(json.integer) },
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
        answers: { schema: json.object({ merged: json.integer, into: termSchema }) },
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
