import type { TermCapabilities } from './capabilities.ts';

/** A taxonomy. A new one is a new entry. */
export interface TaxonomyType {
  readonly name: string;
  /** Last segment of its collection's path; null for taxonomies this interface does not show. */
  readonly restBase: string | null;
  readonly description: string;
  readonly hierarchical: boolean;
  /** Post types whose rows can have its terms. */
  readonly types: readonly string[];
  /** The capabilities that operations on its terms require. */
  readonly capabilities: Omit<TermCapabilities, 'create'>;
  /** The names of those capabilities in the interface. */
  readonly capabilityNames: Readonly<Record<'manage_terms' | 'edit_terms' | 'delete_terms' | 'assign_terms', string>>;
  readonly showCloud: boolean;
  /** The default term, which cannot be removed and is assigned to rows without a term; most taxonomies have none. */
  readonly defaultTerm?: (site: { readonly defaultCategoryId: number }) => number;
  readonly labels: TaxonomyLabels;
}

export type TaxonomyLabels = Readonly<Record<string, string | null>> & { readonly name: string };

/** Labels that only the more detailed description of a taxonomy has. */
export const laterLabels: readonly string[] = ['most_used', 'back_to_items'];

const terms = {
  manage: 'manage_categories',
  edit: 'manage_categories',
  delete: 'manage_categories',
  assign: 'edit_posts',
};

/** The built-in taxonomies, in the order the interface lists them. */
export const coreTaxonomies: readonly TaxonomyType[] = [
  {
    name: 'category',
    restBase: 'categories',
    description: '',
    hierarchical: true,
    types: ['post'],
    capabilities: terms,
    capabilityNames: capabilityNames('categories'),
    showCloud: true,
    defaultTerm: (site) => site.defaultCategoryId,
    labels: labelsFor({ one: 'Category', many: 'Categories', name: 'category', hierarchical: true }),
  },
  {
    name: 'post_tag',
    restBase: 'tags',
    description: '',
    hierarchical: false,
    types: ['post'],
    capabilities: terms,
    capabilityNames: capabilityNames('post_tags'),
    showCloud: true,
    labels: labelsFor({ one: 'Tag', many: 'Tags', name: 'post_tag', hierarchical: false }),
  },
  internalTaxonomy('nav_menu', { label: 'Menus', types: ['nav_menu_item'] }),
  internalTaxonomy('link_category', { label: 'Kinds of links', types: [] }),
  internalTaxonomy('post_format', { label: 'Formats', types: ['post'] }),
];

/** A taxonomy for internal use that is never shown. */
export function internalTaxonomy(name: string, facts: { label: string; types: readonly string[] }): TaxonomyType {
  return {
    name,
    restBase: null,
    description: '',
    hierarchical: false,
    types: facts.types,
    capabilities: terms,
    capabilityNames: capabilityNames('categories'),
    showCloud: false,
    labels: labelsFor({ one: facts.label, many: facts.label, name, hierarchical: false }),
  };
}

/** A taxonomy with a collection in the interface. */
export type ShownTaxonomy = TaxonomyType & { readonly restBase: string };

/** Whether the interface has a collection for this taxonomy. */
export function isShownTaxonomy(taxonomy: TaxonomyType): taxonomy is ShownTaxonomy {
  return taxonomy.restBase !== null;
}

function capabilityNames(things: string): TaxonomyType['capabilityNames'] {
  return {
    manage_terms: `manage_${things}`,
    edit_terms: `edit_${things}`,
    delete_terms: `delete_${things}`,
    assign_terms: `assign_${things}`,
  };
}

function labelsFor(words: { one: string; many: string; name: string; hierarchical: boolean }): TaxonomyLabels {
  const one = words.one.toLowerCase();
  const many = words.many.toLowerCase();
  const inTrees = (text: string) => (words.hierarchical ? text : null);
  const inClouds = (text: string) => (words.hierarchical ? null : text);
  return {
    name: words.many,
    singular_name: words.one,
    search_items: `Find ${many}`,
    popular_items: inClouds(`${words.many} in much use`),
    all_items: `Every ${one}`,
    parent_item: inTrees(`${words.one} above`),
    parent_item_colon: inTrees(`${words.one} above:`),
    edit_item: `Change this ${one}`,
    view_item: `Show this ${one}`,
    update_item: `Keep this ${one}`,
    add_new_item: `Start a new ${one}`,
    new_item_name: `What to call the new ${one}`,
    separate_items_with_commas: inClouds(`Put commas between ${many}`),
    add_or_remove_items: inClouds(`Put ${many} on or take them off`),
    choose_from_most_used: inClouds(`Pick from ${many} in much use`),
    not_found: `There are no ${many} here.`,
    no_terms: `None of the ${many}`,
    items_list_navigation: `Move through the list of ${many}`,
    items_list: `List of ${many}`,
    most_used: 'In much use',
    back_to_items: `Return to the ${many}`,
    menu_name: words.many,
    name_admin_bar: words.name,
  };
}
