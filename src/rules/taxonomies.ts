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
  /** First segment of the permalinks of its terms; null for the site's own words for categories and tags. */
  readonly linkBase: string | null;
  /** Whether the permalink of a term contains the slugs of the terms above it. */
  readonly nestedLinks: boolean;
  /** The default term, which cannot be removed and is assigned to rows without a term; most taxonomies have none. */
  readonly defaultTerm?: (site: { readonly defaultCategoryId: number }) => number;
  readonly labels: TaxonomyLabels;
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
