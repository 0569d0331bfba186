import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { type Context, contextArgument } from '../../api/resource/context.ts';
import { cursorReply, cursorStart } from '../../api/resource/list-cursor.ts';
import { findPage, listReply, pageOfOffset, rowsBefore } from '../../api/resource/list-page.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, inCurrentForm, type Namesake, type Route, route, writing } from '../../api/routing/route.ts';
import { inLaterForm, type Variant } from '../../api/variant.ts';
import { ApiError } from '../../lib/errors.ts';
import { type Args, s } from '../../lib/schema/schema.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Term } from '../../storage/rows.ts';
import type { Beyond } from '../../storage/store.ts';
import { readableSlug, type SlugOptions, slugify } from '../../text/slug.ts';
import { storedTerm } from '../context/stored-items.ts';
import { acfArguments, acfMember } from '../fields/acf-member.ts';
import { planMeta } from '../fields/plan-fields.ts';
import { termErrors } from './term-errors.ts';
import { askBeforeTerm, recordTerm } from './term-hooks.ts';
import { type TermListInput, termFilter, termListArguments, termOrder } from './term-list.ts';
import { knownTerm, termPermissions } from './term-permissions.ts';
import { type TermContext, type TermResource, termEmbedders, termResource } from './term-resource.ts';
import { cleanDescription, createTerm, removeTerm, type TermDraft, type TermWork, updateTerm } from './write-term.ts';

/** The routes and embedders of a taxonomy: `/wp/v2/categories`, `/wp/v2/tags` or a declared one. */
export function terms(taxonomy: ShownTaxonomy, own: TermContext): RouteModule {
  const context = taxonomy.later ? { ...own, variant: inLaterForm(own.variant) } : own;
  const resource = termResource(taxonomy, context);
  const routes = routesOf(taxonomy, resource, context);
  return { routes: taxonomy.later ? inCurrentForm(routes) : routes, embedders: termEmbedders(taxonomy, resource) };
}

function routesOf(taxonomy: ShownTaxonomy, resource: TermResource, context: TermContext): Route[] {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const item = `${path}/{id:int}` as const;
  const many = taxonomy.labels.name.toLowerCase();
  const one = taxonomy.labels['singular_name']?.toLowerCase() ?? 'term';
  const permissions = termPermissions(taxonomy, context);
  const slugs = context.variant.text.slugs;
  const handlers = termHandlers(taxonomy, resource, context);
  const formatArgument = acfArguments(acfMember(context, 'term', taxonomy.name));
  return [
    route({
      method: 'GET',
      path,
      summary: `List ${many}.`,
      args: { ...termListArguments(taxonomy, context.variant), ...formatArgument },
      batched: true,
      permit: permissions.list,
      handle: handlers.list,
      resource: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: `Make a ${one}.`,
      response: created,
      args: { ...resource.arguments.create, ...unlistedParent(taxonomy) },
      batched: true,
      permit: permissions.create,
      requiresLogin: true,
      slugConflict: termNamesake(taxonomy, slugs),
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a ${one}.`,
      args: { context: contextArgument, ...formatArgument },
      batched: true,
      permit: permissions.show,
      item: ({ id }, call) => storedTerm(id, taxonomy.name, () => knownTerm(taxonomy, id, call)),
      handle: handlers.show,
      resource: resource,
    }),
    route({
      method: writing,
      path: item,
      summary: `Change a ${one}.`,
      args: { ...resource.arguments.update, ...unlistedParent(taxonomy) },
      batched: true,
      permit: permissions.update,
      requiresLogin: true,
      item: ({ id }) => storedTerm(id, taxonomy.name),
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Remove a ${one}.`,
      args: { force: s.boolean({ description: 'Must be true: terms have no trash.', default: false, pass: 2 }) },
      batched: true,
      permit: permissions.remove,
      requiresLogin: true,
      item: ({ id }) => storedTerm(id, taxonomy.name),
      handle: handlers.remove,
    }),
  ];
}

/** Flat taxonomies do not list `parent`, but accept it so that sending one gives a specific error. */
function unlistedParent(taxonomy: ShownTaxonomy): Args {
  return taxonomy.hierarchical ? {} : { parent: s.scalar({ unlisted: true }) };
}

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** The handlers of a taxonomy's routes; they run after validation and permission. */
export function termHandlers(taxonomy: ShownTaxonomy, resource: TermResource, context: TermContext) {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const slugs = context.variant.text.slugs;

  /** Runs a write in a transaction, with the draft made from the input. */
  const write = async (
    input: Input,
    call: Call,
    before: Term | null,
    operation: (work: TermWork, draft: TermDraft) => Promise<Term>,
  ): Promise<Term> => {
    if (!taxonomy.hierarchical && input['parent'] !== undefined) throw termErrors.rest_taxonomy_not_hierarchical();
    const { sentMeta, sentAsAcf: asAcf, ...sent } = await resource.draft(input, call);
    const of = { object: 'term', subtype: taxonomy.name, ownerId: before?.id ?? 0 } as const;
    const meta = await planMeta(context, { of, sent: sentMeta, asAcf, required: before ? 'sent' : 'all' }, call);
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
      const term = await write(input, call, null, (work, draft) => createTerm(work, draft).catch(refusedName(call)));
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
  { text, protocol }: Variant,
  call: Call,
): Promise<Reply> {
  const filter = termFilter(taxonomy, input, text.slugs, protocol.emptyMeansNone);
  const path = `/wp/v2/${taxonomy.restBase}`;
  const start = cursorStart(input, ['id']);
  if (start) {
    const find = (beyond: Beyond | null, limit: number) =>
      call.store.terms.find({ ...filter, ...(beyond ? { beyond } : {}) }, termOrder(input), { limit, offset: 0 });
    return cursorReply(start, input, { resource, path, find, orderedBy: () => '' }, call);
  }
  const found = await findPage(
    { limit: input.per_page, offset: rowsBefore(input) },
    {
      find: (page) => call.store.terms.find(filter, termOrder(input), page),
      count: () => call.store.terms.count(filter),
    },
  );
  const slug = filter.slugs?.map(readableSlug);
  const at = { path, page: pageOfOffset(input), input: { ...input, ...(slug ? { slug } : {}) } };
  return listReply(resource, found, at, call);
}

/** Finds the term that has the slug which was sent for a new one. */
export function termNamesake({ name }: ShownTaxonomy, slugs: SlugOptions): Namesake<Readonly<Record<string, unknown>>> {
  return ({ slug: sent }) => {
    const slug = typeof sent === 'string' ? slugify(sent, slugs) : '';
    if (slug === '') return undefined;
    return async (store) => {
      await store.lock(`terms of ${name}`);
      const order = { by: 'id', direction: 'asc' } as const;
      const [first] = await store.terms.find({ taxonomy: name, slugs: [slug] }, order, { limit: 1, offset: 0 });
      return first?.id ?? null;
    };
  };
}

/** A name that another term has, refused as the variant says. */
function refusedName({ variant }: Call): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'term_exists' || variant.content.termExists === 409) throw error;
    const { details } = error;
    throw termErrors.term_exists(undefined, {
      status: 400,
      details,
      additional: [details['term_id'], details['term_id']],
    });
  };
}
