import type { Call } from '../api/call.ts';
import { pagingReply } from '../api/paging.ts';
import { presentBare, presentItem, presentList } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Context } from '../api/resource.ts';
import { createTerm } from './term-create.ts';
import type { TermDraft, TermWork } from './term-draft.ts';
import { termErrors } from './term-errors.ts';
import { type ListInput, listFilter, listOrder, listPlace } from './term-list.ts';
import { knownTerm } from './term-permits.ts';
import { removeTerm } from './term-remove.ts';
import type { ShownTaxonomy, TermParts, TermResource } from './term-resource.ts';
import { updateTerm } from './term-update.ts';

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** What the routes of a taxonomy do once a request is understood and permitted. */
export function termActs(taxonomy: ShownTaxonomy, resource: TermResource, parts: TermParts) {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const slugs = { slash: parts.variant.text.slashInSlug };

  /** The whole write or none of it, with the draft that the fields made of the input. */
  const write = async <T>(
    input: Input,
    call: Call,
    ownerId: number,
    act: (work: TermWork, draft: TermDraft) => Promise<T>,
  ) => {
    const draft = draftOf(taxonomy, resource, parts, input, call, ownerId);
    return call.store.transaction((store) => act({ store, taxonomy, slugs }, draft));
  };

  return {
    async list(input: ListInput & { readonly context: string }, call: Call): Promise<Reply> {
      const filter = listFilter(taxonomy, input, slugs);
      const { skip, page } = listPlace(input);
      const terms = await call.store.terms.find(filter, listOrder(input), { limit: input.per_page, offset: skip });
      // A page that is not full is the last one, and says by itself how long the list is.
      const isLast = terms.length < input.per_page && (terms.length > 0 || skip === 0);
      const total = isLast ? skip + terms.length : await call.store.terms.count(filter);
      const items = await presentList(resource, terms, call, input.context as Context);
      return reply(items, pagingReply({ total, perPage: input.per_page, page, path, input: { ...input } }, call));
    },
    async show(input: Item & { readonly context: string }, call: Call): Promise<Reply> {
      const term = await knownTerm(taxonomy, input.id, call);
      return reply(await presentItem(resource, term, call, input.context as Context));
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

function draftOf(
  taxonomy: ShownTaxonomy,
  resource: TermResource,
  parts: TermParts,
  input: Input,
  call: Call,
  ownerId: number,
): TermDraft {
  if (!taxonomy.hierarchical && input['parent'] !== undefined) throw termErrors.rest_taxonomy_not_hierarchical();
  const draft: TermDraft = {};
  for (const [name, { write }] of Object.entries(resource.fields)) {
    const value = input[name];
    if (write && value !== undefined) void write(draft, value as never, call);
  }
  const of = { object: 'term', subtype: taxonomy.name, ownerId } as const;
  draft.meta = parts.meta.plan(of, input['meta'] ?? null, call.caller);
  return draft;
}
