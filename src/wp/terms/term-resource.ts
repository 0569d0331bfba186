import type { Call } from '../../api/call.ts';
import type { ExtraFields } from '../../api/resource/extra-fields.ts';
import { type Fields, fieldsOf } from '../../api/resource/field.ts';
import { type Embedder, type Link, linksOf } from '../../api/resource/links.ts';
import { presentEmbedded } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { Variant } from '../../api/variant.ts';
import type { TextWork } from '../../background/text-work.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { type MetaRegistry, metaSchema } from '../../rules/meta-registry.ts';
import { termLink } from '../../rules/permalinks.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';
import type { ShownTaxonomy, TaxonomyType } from '../../rules/taxonomies.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { MetaRow, Term } from '../../storage/rows.ts';
import type { AcfContext } from '../context/acf-context.ts';
import { acfMember } from '../fields/acf-member.ts';
import { termErrors } from './term-errors.ts';
import { termFacts } from './term-hooks.ts';
import { ancestorsOf, assignedTerms, loadAncestors, rememberTerms } from './term-lookup.ts';
import { cleanDescription, type TermDraft } from './write-term.ts';

/** The dependencies of the resources of taxonomies; supplied by the composition root. */
export interface TermContext {
  readonly variant: Variant;
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
  /** How the member `acf` is made; left out where there is none. */
  readonly acf?: AcfContext;
  /** The fields that extensions add to resources; none if left out. */
  readonly extraFields?: ExtraFields;
  readonly textWork: TextWork;
}

/** A term with what its URL and its meta fields need. */
export interface TermSubject {
  readonly term: Term;
  /** Slugs of the ancestors, outermost first. */
  readonly above: readonly string[];
  readonly meta: readonly MetaRow[];
}

type TermNeed = 'ancestors' | 'meta';

export type TermResource = ReturnType<typeof termResource>;

/** Creates the resource of a taxonomy: categories, tags or any other. */
export function termResource(taxonomy: ShownTaxonomy, context: TermContext) {
  return defineResource({
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    schemaUri: context.variant.protocol.contentSchemaUri,
    fields: termFields(taxonomy, context),
    links: termLinks(taxonomy, context),
    extra: { fields: context.extraFields?.get(taxonomy.name), item: termFacts },
    remember: (terms, call) => rememberTerms(taxonomy, terms, call),
    newDraft: (): TermDraft => ({}),
    load: async (terms: readonly Term[], needs, { store }) => {
      const asks = taxonomy.nestedLinks && needs.has('ancestors') && terms.some((term) => term.parentId !== 0);
      const known = asks ? await loadAncestors(store, taxonomy.name, terms) : null;
      const keys = needs.has('meta') ? context.meta.keysOf('term', taxonomy.name) : [];
      const ids = terms.map((term) => term.id);
      const meta = keys.length > 0 ? await store.meta.of('term', ids, keys) : null;
      return terms.map((term) => ({
        term,
        above: known ? ancestorsOf(term, known).map((one) => one.slug) : [],
        meta: meta?.get(term.id) ?? [],
      }));
    },
  });
}

const field = fieldsOf<TermSubject, TermDraft, TermNeed>();
const everywhere = ['view', 'embed', 'edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function termFields(taxonomy: ShownTaxonomy, context: TermContext) {
  const one = taxonomy.labels['singular_name']?.toLowerCase() ?? 'term';
  return {
    id: field({
      schema: s.integer({ description: `Id of the ${one}.` }),
      contexts: everywhere,
      readonly: true,
      read: ({ term }) => term.id,
    }),
    count: field({
      schema: s.integer({ description: `Number of published posts with the ${one}.` }),
      contexts: notEmbedded,
      readonly: true,
      read: ({ term }) => term.count,
    }),
    description: field({
      schema: s.string({ nullAs: '', description: `Description of the ${one}; some HTML is allowed.` }),
      limit: textLimits.termDescription,
      contexts: notEmbedded,
      read: ({ term }) => term.description,
      write: async (draft, value) => {
        draft.description = await cleanDescription(value, context.textWork);
      },
    }),
    link: field({
      schema: s.string({ description: `Public address of the ${one}.`, format: 'uri' }),
      contexts: everywhere,
      readonly: true,
      needs: ['ancestors'],
      read: ({ term, above }, { site }) => termLink(site, term, above, taxonomy.linkBase),
    }),
    name: field({
      schema: s.string({ nullAs: '', description: `Name of the ${one}.`, required: true }),
      limit: textLimits.termName,
      tooLong: termErrors.db_insert_error,
      contexts: everywhere,
      read: ({ term }) => term.name,
      write: (draft, value) => {
        draft.name = value;
      },
    }),
    slug: field({
      schema: s.string({ nullAs: '', description: `Slug of the ${one}, unique in its taxonomy.` }),
      limit: textLimits.slug,
      contexts: everywhere,
      read: ({ term }) => term.slug,
      write: (draft, value) => {
        draft.slug = value;
      },
    }),
    taxonomy: field({
      schema: s.string({
        description: `Taxonomy of the ${one}.`,
        enum: context.variant.protocol.fullDescriptions
          ? [taxonomy.name]
          : context.taxonomies.filter(({ later }) => !later).map((row) => row.name),
      }),
      contexts: everywhere,
      readonly: true,
      read: ({ term }) => term.taxonomy,
      output: json.words(taxonomy.name),
    }),
    ...(taxonomy.hierarchical ? { parent: parentField(one) } : {}),
    meta: field({
      schema: metaSchema(context.meta, 'term', taxonomy.name),
      limit: textLimits.meta,
      contexts: notEmbedded,
      needs: ['meta'],
      read: ({ term, meta }, { caller }, shown) =>
        context.meta.read({ object: 'term', subtype: taxonomy.name, ownerId: term.id }, meta, caller, shown),
      output: context.meta.response('term', taxonomy.name),
      write: (draft, value) => {
        draft.sentMeta = value;
      },
    }),
    ...acfField(taxonomy, context),
  };
}

function acfField(taxonomy: ShownTaxonomy, context: TermContext): Fields<TermSubject, TermDraft, TermNeed> {
  const member = acfMember(context, 'term', taxonomy.name);
  if (!member) return {};
  return {
    acf: field({
      schema: member.schema,
      limit: textLimits.meta,
      contexts: everywhere,
      needs: ['meta'],
      read: ({ term, meta }, call, shown) => member.read(meta, { id: term.id }, call, shown),
      output: member.output,
      write: (draft, value) => {
        const { values, keys } = member.sent(value);
        draft.sentMeta = { ...draft.sentMeta, ...values };
        draft.sentAsAcf = keys;
      },
    }),
  };
}

function parentField(one: string) {
  return field({
    schema: s.integer({ description: `Id of the parent ${one}, 0 for none.` }),
    contexts: notEmbedded,
    read: ({ term }) => term.parentId,
    write: (draft, value) => {
      draft.parentId = value;
    },
  });
}

const link = linksOf<TermSubject, TermNeed>();

function termLinks(taxonomy: ShownTaxonomy, context: TermContext): readonly Link<TermSubject, TermNeed>[] {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const holders = context.types.filter((type) => taxonomy.types.includes(type.name)).filter(isShownType);
  return [
    { rel: 'self', to: ({ term }) => ({ href: `${path}/${term.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    { rel: 'about', to: () => ({ href: `/wp/v2/taxonomies/${taxonomy.name}` }) },
    link({
      rel: 'up',
      embeds: [`term:${taxonomy.name}`],
      to: ({ term }) =>
        term.parentId === 0
          ? null
          : { href: `${path}/${term.parentId}`, embed: { from: `term:${taxonomy.name}`, key: term.parentId } },
    }),
    {
      rel: 'wp:post_type',
      to: ({ term }) => holders.map((type) => ({ href: `/wp/v2/${type.restBase}?${taxonomy.restBase}=${term.id}` })),
    },
  ];
}

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
