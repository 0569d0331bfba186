import type { FieldTable } from '../fields/field-declaration.ts';
import type { ContentSource } from '../post-types.ts';
import type { TaxonomyLabels, TaxonomyType } from '../taxonomies.ts';
import type { MetaFieldDeclaration } from './meta-declaration.ts';
import { linkBaseOf } from './post-type-declaration.ts';

/** A taxonomy, as its owner declares it: its terms get routes of their own, and fields and filters on their types. */
export interface TaxonomyDeclaration {
  /** Stored with every term, at most 32 lower-case letters, digits, `_` and `-`. It must never change. */
  readonly name: string;
  /** Last segment of the collection's path, and the field on items. Default: the name. Null: not shown. */
  readonly restBase?: string | null;
  /** Words for people. `name` is the plural. Other labels are made from these two unless they are given. */
  readonly labels?: { readonly name: string; readonly singular_name?: string } & Readonly<Record<string, string>>;
  readonly description?: string;
  /** Whether terms can be below others. Default: false. */
  readonly hierarchical?: boolean;
  /** Names of the types whose items can have its terms; a type can name the taxonomy instead. */
  readonly postTypes?: readonly string[];
  /** First segment of the permalinks of terms. Default: the name. */
  readonly slug?: string;
  /** Whether permalinks begin with the fixed beginning of the site's permalink structure, if any. Default: true. */
  readonly withFront?: boolean;
  /** Whether the permalink of a term contains the terms above it. Default: false. */
  readonly nestedLinks?: boolean;
  /** Whether its terms suit a tag cloud. Default: true. */
  readonly showCloud?: boolean;
  /** The capabilities that work on its terms requires. Default: those for categories. */
  readonly capabilities?: Partial<Readonly<Record<'manage' | 'edit' | 'delete' | 'assign', string>>>;
  /** Values under `meta` of its terms, by key. */
  readonly meta?: Readonly<Record<string, MetaFieldDeclaration>>;
  /** Fields under `meta` of its terms, by key, with all that checking and editing them takes. */
  readonly fields?: FieldTable;
}

const usualCapabilities = {
  manage: 'manage_categories',
  edit: 'manage_categories',
  delete: 'manage_categories',
  assign: 'edit_posts',
};

/** The taxonomy that a declaration describes. */
export function taxonomyFrom(declaration: TaxonomyDeclaration, source: ContentSource = 'built-in'): TaxonomyType {
  const { name, hierarchical = false } = declaration;
  const capabilities = { ...usualCapabilities, ...declaration.capabilities };
  return {
    name,
    restBase: declaration.restBase === undefined ? name : declaration.restBase,
    source,
    description: declaration.description ?? '',
    hierarchical,
    types: declaration.postTypes ?? [],
    capabilities,
    capabilityNames: {
      manage_terms: capabilities.manage,
      edit_terms: capabilities.edit,
      delete_terms: capabilities.delete,
      assign_terms: capabilities.assign,
    },
    showCloud: declaration.showCloud ?? true,
    public: true,
    screens: { own: true, column: false },
    linkBase: linkBaseOf(declaration),
    nestedLinks: declaration.nestedLinks ?? false,
    labels: labelsOf(declaration, hierarchical),
  };
}

function labelsOf({ name, labels }: TaxonomyDeclaration, hierarchical: boolean): TaxonomyType['labels'] {
  const many = labels?.name ?? name;
  const one = labels?.singular_name ?? many;
  return { ...taxonomyLabels({ one, many, name: one, hierarchical }), ...labels };
}

/** The words for a taxonomy, made from its name in the singular and in the plural. */
export function taxonomyLabels(words: {
  one: string;
  many: string;
  name: string;
  hierarchical: boolean;
}): TaxonomyLabels {
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
