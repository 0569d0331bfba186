import { contextArgument } from '../../api/resource/context.ts';
import { cursorArgument } from '../../api/resource/list-cursor.ts';
import type { Variant } from '../../api/variant.ts';
import { type InputOf, s } from '../../lib/schema/schema.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { TermFilter, TermOrder } from '../../storage/store.ts';
import { plainText } from '../../text/plain-text.ts';
import { type SlugOptions, slugify } from '../../text/slug.ts';

const ids = s.integer({ absolute: true });

/** The parameters of a taxonomy's list. */
export function termListArguments(taxonomy: ShownTaxonomy, variant: Variant) {
  return {
    context: contextArgument,
    ...cursorArgument,
    page: s.integer({ description: 'Page of the list.', default: 1, minimum: 1 }),
    per_page: s.integer({ description: 'Items per page.', default: 10, minimum: 1, maximum: 100 }),
    search: s.string({ clean: plainText, description: 'Limit to terms whose name or slug contains this text.' }),
    exclude: s.array(ids, { description: 'Exclude these ids.', default: [], pass: 2 }),
    include: s.array(ids, { description: 'Limit to these ids.', default: [], pass: 2 }),
    // Lists of hierarchical taxonomies have pages, but no offset.
    ...(taxonomy.hierarchical ? {} : { offset: s.integer({ description: 'How many terms to skip.', pass: 2 }) }),
    order: s.string({ description: 'Sort direction.', enum: ['asc', 'desc'], default: 'asc', pass: 2 }),
    orderby: s.string({
      description: 'Sort by this field.',
      enum: variant.content.termOrders,
      default: 'name',
      pass: 2,
    }),
    hide_empty: s.boolean({ description: 'Exclude terms without published posts.', default: false, pass: 2 }),
    ...(taxonomy.hierarchical
      ? { parent: s.integer({ description: 'Limit to terms with this parent.', pass: 2 }) }
      : {}),
    post: s.integer({ description: 'Limit to terms of this post.', pass: 2, published: { default: null } }),
    slug: s.array(s.string(), { description: 'Limit to terms with these slugs.', pass: 2 }),
  };
}

/** The typed input of a list; which arguments exist depends on the taxonomy. */
export type TermListInput = InputOf<ReturnType<typeof termListArguments>>;

export function termFilter(
  taxonomy: ShownTaxonomy,
  input: TermListInput,
  slugs: SlugOptions,
  /** Whether an empty list of slugs is no filter. */
  skipsEmpty: boolean,
): TermFilter {
  return {
    taxonomy: taxonomy.name,
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(input.slug && (input.slug.length > 0 || !skipsEmpty)
      ? { slugs: input.slug.map((slug) => slugify(slug, slugs)) }
      : {}),
    ...(input.parent !== undefined ? { parentId: input.parent } : {}),
    ...(input.search ? { search: input.search } : {}),
    // An empty term stays if a descendant has posts, unless the list is limited to one parent.
    ...(input.hide_empty ? { hideEmpty: true, orAncestors: taxonomy.hierarchical && input.parent === undefined } : {}),
    ...(input.post ? { postId: input.post } : {}),
  };
}

const orders: Readonly<Record<string, TermOrder['by']>> = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  term_group: 'group',
  description: 'description',
  count: 'count',
};

export function termOrder(input: TermListInput): TermOrder {
  const direction = input.order === 'desc' ? 'desc' : 'asc';
  if (input.orderby === 'include' && input.include.length > 0) return { by: 'include', direction };
  if (input.orderby === 'include_slugs' && input.slug?.length) return { by: 'includeSlugs', direction };
  return { by: orders[input.orderby] ?? 'name', direction };
}
