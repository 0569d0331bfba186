import type { Site } from '../../../rules/site.ts';
import type { Term } from '../../../storage/rows.ts';
import type { TermWork } from './term-draft.ts';
import { forgetTree } from './term-tree.ts';

/** Deletes a term: its children move up to its parent; posts left without a term get the default term, if any. */
export async function removeTerm({ store, taxonomy }: TermWork, term: Term, site: Site): Promise<void> {
  const fallback = taxonomy.defaultTerm?.(site) ?? 0;
  if (fallback > 0) await store.terms.handOver(term.id, fallback, taxonomy.name);
  await store.terms.reparent(term.id, term.parentId, taxonomy.name);
  await store.terms.remove(term.id, taxonomy.name);
  await forgetTree({ store, taxonomy });
}

/** Whether a term is the default term, which nobody may delete. */
export function isKept(work: Pick<TermWork, 'taxonomy'>, termId: number, site: Site): boolean {
  return work.taxonomy.defaultTerm?.(site) === termId;
}
