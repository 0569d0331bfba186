import { termLink } from '../../rules/permalinks.ts';
import type { LinkModel } from '../../theme/basic-models.ts';
import type { ContentSubject } from '../../wp/posts/content-subject.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/operations/term-ancestors.ts';
import type { PageWork } from '../page-context.ts';
import { plainOf } from './plain.ts';

/** The links of the terms of loaded rows. */
export interface TermLinks {
  of(subject: ContentSubject, taxonomy: string): LinkModel[];
}

/** Loads what the links of hierarchical terms need, for all rows at once. */
export async function loadTermLinks(
  { call }: Pick<PageWork, 'call'>,
  subjects: readonly ContentSubject[],
): Promise<TermLinks> {
  const { store, site } = call;
  const held = subjects.flatMap((subject) => subject.terms.filter((term) => term.taxonomy === 'category'));
  const ids = [...new Set(held.map((term) => term.id))];
  const categories = ids.length > 0 ? await store.terms.byIds(ids, 'category') : [];
  const known = await loadAncestors(store, 'category', categories);
  const byId = new Map(categories.map((term) => [term.id, term]));
  return {
    of: ({ terms }, taxonomy) =>
      terms
        .filter((term) => term.taxonomy === taxonomy)
        .map((term) => {
          const category = byId.get(term.id);
          const above = taxonomy === 'category' && category ? ancestorsOf(category, known) : [];
          return {
            label: plainOf(term.name),
            url: termLink(
              site,
              term,
              above.map(({ slug }) => slug),
            ),
          };
        }),
  };
}
