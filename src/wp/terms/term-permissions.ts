import type { Call } from '../../api/call.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import { sees } from '../../rules/visibility.ts';
import type { Post, Term } from '../../storage/rows.ts';
import { termErrors } from './term-errors.ts';
import { termKey } from './term-lookup.ts';
import type { TermContext } from './term-resource.ts';
import { isKept } from './write-term.ts';

type Item = { readonly id?: number };

/** The permission checks for terms of one taxonomy. Each refuses by throwing. */
export interface TermPermissions {
  list(input: { readonly context?: string; readonly post?: number | undefined }, call: Call): Promise<void>;
  show(input: Item & { readonly context?: string }, call: Call): Promise<void>;
  create(input: object, call: Call): void;
  update(input: Item, call: Call): Promise<void>;
  remove(input: Item, call: Call): Promise<void>;
}

export function termPermissions(taxonomy: ShownTaxonomy, { variant, types }: TermContext): TermPermissions {
  const { capabilities } = taxonomy;
  const makes = taxonomy.hierarchical ? 'edit' : variant.content.flatTermsCreatedBy;

  const checkContext = (context: string | undefined, { caller }: Call): void => {
    if (context === 'edit' && !caller.can(capabilities.edit)) throw termErrors.rest_forbidden_context();
  };

  return {
    async list({ context, post }, call) {
      checkContext(context, call);
      if (post) await checkPost(post, taxonomy, types, call);
    },
    async show({ id, context }, call) {
      await knownTerm(taxonomy, id, call);
      checkContext(context, call);
    },
    create(_input, { caller }) {
      if (!caller.can(capabilities[makes])) throw termErrors.rest_cannot_create();
    },
    async update({ id }, call) {
      await knownTerm(taxonomy, id, call);
      if (!call.caller.can(capabilities.edit)) throw termErrors.rest_cannot_update();
    },
    async remove({ id }, call) {
      const term = await knownTerm(taxonomy, id, call);
      const mayRemove = call.caller.can(capabilities.delete) && !isKept({ taxonomy }, term.id, call.site);
      if (!mayRemove) throw termErrors.rest_cannot_delete();
    },
  };
}

/** The term with this id in this taxonomy, loaded once per request; refused if there is none. */
export async function knownTerm(taxonomy: ShownTaxonomy, id: number | undefined, call: Call): Promise<Term> {
  const term = id ? await call.once(termKey(taxonomy, id), () => call.store.terms.byId(id, taxonomy.name)) : null;
  if (!term) throw termErrors.rest_term_invalid();
  return term;
}

/** The terms of a post are as visible as the post. */
async function checkPost(id: number, taxonomy: ShownTaxonomy, types: readonly PostType[], call: Call): Promise<void> {
  const post = await call.once(`post ${id}`, () => call.store.posts.byId(id));
  if (!post) throw termErrors.rest_post_invalid_id();
  const holds = taxonomy.types.includes(post.type);
  if (!holds || !(await isReadable(post, types.filter(isShownType), call))) throw termErrors.rest_forbidden_context();
}

async function isReadable(post: Post, types: readonly PostType[], call: Call): Promise<boolean> {
  const parent = post.status === 'inherit' && post.parentId > 0 ? await call.store.posts.byId(post.parentId) : null;
  return sees(readVisibility(call.caller, types), { ...post, parent });
}
