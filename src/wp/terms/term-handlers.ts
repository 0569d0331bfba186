import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply, pageOfOffset } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { Variant } from '../../api/variant.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Term } from '../../storage/rows.ts';
import type { Beyond } from '../../storage/store.ts';
import { readableSlug } from '../../text/slugs/slug.ts';
import { createTerm } from './operations/create-term.ts';
import { removeTerm } from './operations/remove-term.ts';
import { cleanDescription, type TermDraft, type TermWork } from './operations/term-draft.ts';
import { askBeforeTerm, recordTerm } from './operations/term-hooks.ts';
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
  const write = async (
    input: Input,
    call: Call,
    before: Term | null,
    operation: (work: TermWork, draft: TermDraft) => Promise<Term>,
  ): Promise<Term> => {
    if (!taxonomy.hierarchical && input['parent'] !== undefined) throw termErrors.rest_taxonomy_not_hierarchical();
    const { sentMeta, ...sent } = await resource.draft(input, call);
    const of = { object: 'term', subtype: taxonomy.name, ownerId: before?.id ?? 0 } as const;
    const meta = context.meta.plan(of, sentMeta, call.caller);
    const action = before ? 'update' : 'create';
    const changes = await askBeforeTerm(action, before, sent, call);
    if (changes.description !== undefined)
      changes.description = await cleanDescription(changes.description, context.textWork);
    const term = await call.store.transaction(async (store) => {
      const written = await operation({ store, taxonomy, slugs }, { ...sent, ...changes, meta });
      await recordTerm(store, action, written, call);
      return written;
    });
    call.hooks?.wake();
    return term;
  };

  return {
    list: (input: TermListInput, call: Call): Promise<Reply> =>
      listTerms(taxonomy, resource, input, context.variant, call),
    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      const term = await knownTerm(taxonomy, input.id, call);
      return reply(await presentItem(resource, term, call, input.context));
    },
    async create(input: Input, call: Call): Promise<Reply> {
      const term = await write(input, call, null, createTerm);
      const headers = { Location: `${call.site.apiUrl}${path}/${term.id}` };
      return reply(await presentItem(resource, term, call, 'edit'), { status: 201, headers });
    },
    async update(input: Input & Item, call: Call): Promise<Reply> {
      const before = await knownTerm(taxonomy, input.id, call);
      const term = await write(input, call, before, (work, draft) => updateTerm(work, before, draft));
      return reply(await presentItem(resource, term, call, 'edit'));
    },
    async remove(input: Item & { readonly force: boolean }, call: Call): Promise<Reply> {
      const term = await knownTerm(taxonomy, input.id, call);
      if (!input.force) throw termErrors.rest_trash_not_supported();
      const [previous] = await presentBare(resource, [term], call, 'view');
      await askBeforeTerm('delete', term, {}, call);
      await call.store.transaction(async (store) => {
        await removeTerm({ store, taxonomy, slugs }, term, call.site);
        await recordTerm(store, 'delete', term, call);
      });
      call.hooks?.wake();
      return reply({ deleted: true, previous });
    },
  };
}

/** Replies with a page of the terms of a taxonomy. */
export async function listTerms(
  taxonomy: ShownTaxonomy,
  resource: Pick<TermResource, 'show'>,
  input: TermListInput,
  { text }: Variant,
  call: Call,
): Promise<Reply> {
  const filter = termFilter(taxonomy, input, { slash: text.slashInSlug });
  const path = `/wp/v2/${taxonomy.restBase}`;
  const start = cursorStart(input, ['id']);
  if (start) {
    const find = (beyond: Beyond | null, limit: number) =>
      call.store.terms.find({ ...filter, ...(beyond ? { beyond } : {}) }, termOrder(input), { limit, offset: 0 });
    return cursorReply(start, input, { resource, path, find, orderedBy: () => '' }, call);
  }
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
}
