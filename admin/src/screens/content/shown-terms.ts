import type { TermKind } from '../terms/term-kind.ts';
import type { ContentKind } from './content-kind.ts';

/** The taxonomies that a list has columns for: those that sort things, else the first one. */
export function shownTerms({ taxonomies }: Pick<ContentKind, 'taxonomies'>): readonly TermKind[] {
  const sorting = taxonomies.filter(({ hasParents }) => hasParents);
  return sorting.length > 0 ? sorting : taxonomies.slice(0, 1);
}
