import { withoutEntities } from '../../ui/plain-text.ts';
import type { ContentItem } from './content-kind.ts';

/** The names of what is embedded under a relation, such as the author or the terms. */
export function embeddedNames(item: ContentItem, relation: 'author' | 'wp:term', taxonomy?: string): string[] {
  const found: unknown[] = (item._embedded?.[relation] ?? []).flat();
  return found.flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('name' in one) || typeof one.name !== 'string') return [];
    const isWanted = taxonomy === undefined || ('taxonomy' in one && one.taxonomy === taxonomy);
    return isWanted ? [withoutEntities(one.name)] : [];
  });
}
