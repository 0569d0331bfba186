import { contextArgument } from '../api/context-argument.ts';
import type { Variant } from '../api/variant.ts';
import { plainText } from '../content/text/plain-text.ts';
import { type SlugOptions, slugify } from '../content/text/slug.ts';
import { s } from '../schema/schema.ts';
import type { TermFilter, TermOrder } from '../storage/store.ts';
import type { ShownTaxonomy } from './term-resource.ts';

const ids = s.integer({ absolute: true });

/** The parameters of a taxonomy's list. */
export function listArguments(taxonomy: ShownTaxonomy, variant: Variant) {
  return {
    context: contextArgument,
    page: s.integer({ description: 'Which page of the list.', default: 1, minimum: 1 }),
    per_page: s.integer({ description: 'Most items on a page.', default: 10, minimum: 1, maximum: 100 }),
    search: s.string({ description: 'Only terms whose name or slug holds this text.' }),
    exclude: s.array(ids, { description: 'Leave these ids out.', default: [], pass: 2 }),
    include: s.array(ids, { description: 'Only these ids.', default: [], pass: 2 }),
    // Taxonomies that nest are listed by page alone.
    ...(taxonomy.hierarchical ? {} : { offset: s.integer({ description: 'How many terms to skip.', pass: 2 }) }),
    order: s.string({ description: 'Upwards or downwards.', enum: ['asc', 'desc'], default: 'asc', pass: 2 }),
    orderby: s.string({
      description: 'What to sort by.',
      enum: variant.content.termOrders,
      default: 'name',
      pass: 2,
    }),
    hide_empty: s.boolean({ description: 'Leave out terms that no published post holds.', default: false, pass: 2 }),
    ...(taxonomy.hierarchical
      ? { parent: s.integer({ description: 'Only terms directly below this one.', pass: 2 }) }
      : {}),
    post: s.integer({ description: 'Only terms that this post holds.', pass: 2 }),
    slug: s.array(s.string(), { description: 'Only terms with these slugs.', pass: 2 }),
  };
}

/** A list's typed parameters; which of them are there depends on the taxonomy. */
export interface ListInput {
  readonly page: number;
  readonly per_page: number;
  readonly search?: string | undefined;
  readonly exclude: readonly number[];
  readonly include: readonly number[];
  readonly offset?: number | undefined;
  readonly order: string;
  readonly orderby: string;
  readonly hide_empty: boolean;
  readonly parent?: number | undefined;
  readonly post?: number | undefined;
  readonly slug?: readonly string[] | undefined;
}

export function listFilter(taxonomy: ShownTaxonomy, input: ListInput, slugs: SlugOptions): TermFilter {
  const search = plainText(input.search ?? '');
  return {
    taxonomy: taxonomy.name,
    ...(input.include.length > 0 ? { ids: input.include } : input.exclude.length > 0 ? { notIds: input.exclude } : {}),
    ...(input.slug ? { slugs: input.slug.map((slug) => slugify(slug, slugs)) } : {}),
    ...(input.parent !== undefined ? { parentId: input.parent } : {}),
    ...(search ? { search } : {}),
    // Below one parent only the terms themselves count; elsewhere an empty term leads to those below it.
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

export function listOrder(input: ListInput): TermOrder {
  const direction = input.order === 'desc' ? 'desc' : 'asc';
  if (input.orderby === 'include' && input.include.length > 0) return { by: 'include', direction };
  if (input.orderby === 'include_slugs' && input.slug?.length) return { by: 'includeSlugs', direction };
  return { by: orders[input.orderby] ?? 'name', direction };
}

/** Where in the list the page begins, and which page the links take it for. */
export function listPlace(input: ListInput): { skip: number; page: number } {
  if (input.offset === undefined) return { skip: (input.page - 1) * input.per_page, page: input.page };
  return { skip: Math.abs(input.offset), page: Math.ceil(input.offset / input.per_page + 1) };
}
