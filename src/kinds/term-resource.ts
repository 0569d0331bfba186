import { fieldsOf, type Link, type Resource } from '../api/resource.ts';
import type { Variant } from '../api/variant.ts';
import { type MetaRegistry, metaSchema } from '../content/meta-registry.ts';
import { termLink } from '../content/permalinks.ts';
import { isShown as isShownType, type PostType } from '../content/post-types.ts';
import type { TaxonomyType } from '../content/taxonomies.ts';
import { s } from '../schema/schema.ts';
import type { MetaRow, Term } from '../storage/rows.ts';
import { ancestorsOf, loadAncestors } from './term-ancestors.ts';
import type { TermDraft } from './term-draft.ts';

/** What the resources of taxonomies are built from; the composition root brings it. */
export interface TermParts {
  readonly variant: Variant;
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
}

export type ShownTaxonomy = TaxonomyType & { readonly restBase: string };

/** A term with what its address and its meta need. */
export interface TermSubject {
  readonly term: Term;
  /** Slugs of the terms above, outermost first. */
  readonly above: readonly string[];
  readonly meta: readonly MetaRow[];
}

export type TermResource = Resource<Term, TermSubject, TermDraft>;

/** Categories, tags and whatever else a taxonomy's row describes, as one resource each. */
export function termResource(taxonomy: ShownTaxonomy, parts: TermParts): TermResource {
  return {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    schemaUri: parts.variant.protocol.contentSchemaUri,
    fields: termFields(taxonomy, parts),
    links: termLinks(taxonomy, parts),
    prepare: async (terms, needs, { store }) => {
      const asks = taxonomy.hierarchical && needs.has('ancestors') && terms.some((term) => term.parentId !== 0);
      const known = asks ? await loadAncestors(store, taxonomy.name, terms) : null;
      const keys = needs.has('meta') ? parts.meta.keysOf('term', taxonomy.name) : [];
      const ids = terms.map((term) => term.id);
      const meta = keys.length > 0 ? await store.meta.of('term', ids, keys) : null;
      return terms.map((term) => ({
        term,
        above: known ? ancestorsOf(term, known).map((one) => one.slug) : [],
        meta: meta?.get(term.id) ?? [],
      }));
    },
  };
}

const field = fieldsOf<TermSubject, TermDraft>();
const everywhere = ['view', 'embed', 'edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function termFields(taxonomy: ShownTaxonomy, parts: TermParts): TermResource['fields'] {
  const one = taxonomy.labels['singular_name']?.toLowerCase() ?? 'term';
  return {
    id: field({
      schema: s.integer({ description: `Number of the ${one}.` }),
      contexts: everywhere,
      readonly: true,
      read: ({ term }) => term.id,
    }),
    count: field({
      schema: s.integer({ description: `How many published posts hold the ${one}.` }),
      contexts: notEmbedded,
      readonly: true,
      read: ({ term }) => term.count,
    }),
    description: field({
      schema: s.string({ description: `What the ${one} is about; some HTML is kept.` }),
      contexts: notEmbedded,
      read: ({ term }) => term.description,
      write: (draft, value) => {
        draft.description = value;
      },
    }),
    link: field({
      schema: s.string({ description: `Public address of the ${one}.`, format: 'uri' }),
      contexts: everywhere,
      readonly: true,
      needs: ['ancestors'],
      read: ({ term, above }, { site }) => termLink(site, term, above),
    }),
    name: field({
      schema: s.string({ description: `What the ${one} is called.`, required: true }),
      contexts: everywhere,
      read: ({ term }) => term.name,
      write: (draft, value) => {
        draft.name = value;
      },
    }),
    slug: field({
      schema: s.string({ description: `Name of the ${one} in addresses, unique in its taxonomy.` }),
      contexts: everywhere,
      read: ({ term }) => term.slug,
      write: (draft, value) => {
        draft.slug = value;
      },
    }),
    taxonomy: field({
      schema: s.string({
        description: `Taxonomy of the ${one}.`,
        enum: parts.taxonomies.map((row) => row.name),
      }),
      contexts: everywhere,
      readonly: true,
      read: ({ term }) => term.taxonomy,
    }),
    ...(taxonomy.hierarchical ? { parent: parentField(one) } : {}),
    meta: field({
      schema: metaSchema(parts.meta, 'term', taxonomy.name),
      contexts: notEmbedded,
      needs: ['meta'],
      read: ({ term, meta }, { caller }) =>
        parts.meta.read({ object: 'term', subtype: taxonomy.name, ownerId: term.id }, meta, caller),
    }),
  };
}

function parentField(one: string) {
  return field({
    schema: s.integer({ description: `Number of the ${one} above, 0 for none.` }),
    contexts: notEmbedded,
    read: ({ term }) => term.parentId,
    write: (draft, value) => {
      draft.parentId = value;
    },
  });
}

function termLinks(taxonomy: ShownTaxonomy, parts: TermParts): readonly Link<TermSubject>[] {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const holders = parts.types.filter((type) => taxonomy.types.includes(type.name)).filter(isShownType);
  return [
    { rel: 'self', to: ({ term }) => ({ href: `${path}/${term.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    { rel: 'about', to: () => ({ href: `/wp/v2/taxonomies/${taxonomy.name}` }) },
    {
      rel: 'up',
      to: ({ term }) =>
        term.parentId === 0
          ? null
          : { href: `${path}/${term.parentId}`, embed: { from: `term:${taxonomy.name}`, key: term.parentId } },
    },
    {
      rel: 'wp:post_type',
      to: ({ term }) => holders.map((type) => ({ href: `/wp/v2/${type.restBase}?${taxonomy.restBase}=${term.id}` })),
    },
  ];
}
