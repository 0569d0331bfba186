import { type TaxonomyKind, taxonomyKind } from '../kinds/taxonomy-kind.ts';
import type { TermParts } from '../kinds/term-resource.ts';

/** `/wp/v2/tags`: terms side by side. */
export const tags = (parts: TermParts): TaxonomyKind => taxonomyKind('post_tag', parts);
