import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { findPage, listReply, pageOfOffset } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import { readableSlug } from '../../text/slugs/slug.ts';
import { createTerm } from './operations/create-term.ts';
import { removeTerm } from './operations/remove-term.ts';
import type { TermDraft, TermWork } from './operations/term-draft.ts';
import { updateTerm } from './operations/update-term.ts';
import { termErrors } from './term-errors.ts';
import { type TermListInput, termFilter, termOrder } from './term-list.ts';
import { knownTerm } from './term-permissions.ts';
import type { TermContext, TermResource } from './term-resource.ts';

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** The handlers of a taxonomy's routes; they run after validation and permission. */
export function termHandlers(taxonomy: ShownTaxonomy, resource: TermResource, context: TermContext) {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const slugs = { slash: context.variant.text.slashInSlug };

  /** Runs a write in a transaction, with the draft made from the input. */
  const write = async <T>(
    input: Input,
    call: Call,
    ownerId: number,
    operation: (work: TermWork, draft: TermDraft) => Promise<T>,
  ) => {
    if (!taxonomy.hierarchical && input['parent'] !== undefined) throw termErrors.rest_taxonomy_not_hierarchical();
    const { sentMeta, ...draft } = await resource.draft(input, call);
    const of = { object: 'term', subtype: taxonomy.name, ownerId } as const;
    const meta = context.meta.plan(of, sentMeta, call.caller);
    return call.store.transaction((store) => operation({ store, taxonomy, slugs }, { ...draft, meta }));
  };

  return {
    async list(input: TermListInput, call: Call): Promise<Reply> {
      const filter = termFilter(taxonomy, input, slugs);
      const offset = input.offset === undefined ? (input.page - 1) * input.per_page : Math.abs(input.offset);
      const found = await findPage(
        { limit: input.per_page, offset },
        {
          find: (page) => call.store.terms.find(filter, termOrder(input), page),
          count: () => call.store.terms.count(filter),
        },
      );
      const slug = filter.slugs?.map(readableSlug);
      const at = { path, page: pageOfOffset(input), input: { ...input, ...(slug ? { slug } : {}) } };
      return listReply(resource, found, at, call);
    },
    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      const term = await knownTerm(taxonomy, input.id, call);
      return reply(await presentItem(resource, term, call, input.context));
    },
    async create(input: Input, call: Call): Promise<Reply> {
      const term = await write(input, call, 0, createTerm);
      const headers = { Location: `${call.site.apiUrl}${path}/${term.id}` };
      return reply(await presentItem(resource, term, call, 'edit'), { status: 201, headers });
    },
    async update(input: Input & Item, call: Call): Promise<Reply> {
      const before = await knownTerm(taxonomy, input.id, call);
      const term = await write(input, call, before.id, (work, draft) => updateTerm(work, before, draft));
      return reply(await presentItem(resource, term, call, 'edit'));
    },
    async remove(input: Item & { readonly force: boolean }, call: Call): Promise<Reply> {
      const term = await knownTerm(taxonomy, input.id, call);
      if (!input.force) throw termErrors.rest_trash_not_supported();
      const [previous] = await presentBare(resource, [term], call, 'view');
      await call.store.transaction((store) => removeTerm({ store, taxonomy, slugs }, term, call.site));
      return reply({ deleted: true, previous });
    },
  };
}
