import { type TaxonomyKind, taxonomyKind } from '../kinds/taxonomy-kind.ts';
import type { TermParts } from '../kinds/term-resource.ts';

/** `/wp/v2/categories`: terms that nest. */
export const categories = (parts: TermParts): TaxonomyKind => taxonomyKind('category', parts);
