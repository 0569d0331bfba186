import type { TermCapabilities } from './capabilities.ts';
import type { ContentSource } from './post-types.ts';

/** A taxonomy. A new one is a new entry. */
export interface TaxonomyType {
  readonly name: string;
  /** Last segment of its collection's path; null for taxonomies this interface does not show. */
  readonly restBase: string | null;
  readonly source: ContentSource;
  readonly description: string;
  readonly hierarchical: boolean;
  /** Post types whose rows can have its terms. */
  readonly types: readonly string[];
  /** The capabilities that operations on its terms require. */
  readonly capabilities: Omit<TermCapabilities, 'create'>;
  /** The names of those capabilities in the interface. */
  readonly capabilityNames: Readonly<Record<'manage_terms' | 'edit_terms' | 'delete_terms' | 'assign_terms', string>>;
  readonly showCloud: boolean;
  /** Whether its terms have pages, feeds and search results; those of others only sort what editors use. */
  readonly public: boolean;
  /** Whether themes know an archive for it by its own name, without one for taxonomies in general. */
  readonly ownArchive?: boolean;
  /** Where editors find it, in their screens and lists. */
  readonly screens: TaxonomyScreens;
  /** First segment of the permalinks of its terms; null for the site's own words for categories and tags, empty for none. */
  readonly linkBase: string | null;
  /** Whether the permalink of a term contains the slugs of the terms above it. */
  readonly nestedLinks: boolean;
  /** The default term, which cannot be removed and is assigned to rows without a term; most taxonomies have none. */
  readonly defaultTerm?: (site: { readonly defaultCategoryId: number }) => number;
  readonly labels: TaxonomyLabels;
  /** Whether its routes came later, and have the form of today in every variant that has them. */
  readonly later?: boolean;
}

/** The screens of an editor's user interface that show a taxonomy. */
export interface TaxonomyScreens {
  /** Whether it has a screen of its own, and a place in the form for quick changes. */
  readonly own: boolean;
  /** Whether lists of items have a column for its terms. */
  readonly column: boolean;
}

export type TaxonomyLabels = Readonly<Record<string, string | null>> & { readonly name: string };

/** Labels that only the more detailed description of a taxonomy has. */
export const laterLabels: readonly string[] = ['most_used', 'back_to_items'];

/** A taxonomy with a collection in the interface. */
export type ShownTaxonomy = TaxonomyType & { readonly restBase: string };

/** Whether the interface has a collection for this taxonomy. */
export function isShownTaxonomy(taxonomy: TaxonomyType): taxonomy is ShownTaxonomy {
  return taxonomy.restBase !== null;
}

/** Whether readers of the site meet its terms: they have pages, and searches find them. */
export function isPublicTaxonomy(taxonomy: TaxonomyType): taxonomy is ShownTaxonomy {
  return isShownTaxonomy(taxonomy) && taxonomy.public;
}
