import type { Site } from '../content/site.ts';
import type { Term } from '../storage/rows.ts';
import type { TermWork } from './term-draft.ts';
import { forgetTree } from './term-tree.ts';

/** Removes a term: its children move up, its posts lose it, and posts left with none get the default where there is one. */
export async function removeTerm({ store, taxonomy }: TermWork, term: Term, site: Site): Promise<void> {
  const heir = taxonomy.defaultTerm?.(site) ?? 0;
  if (heir > 0) await store.terms.handOver(term.id, heir, taxonomy.name);
  await store.terms.reparent(term.id, term.parentId, taxonomy.name);
  await store.terms.remove(term.id, taxonomy.name);
  await forgetTree({ store, taxonomy });
}

/** Whether a term is one that nobody may remove. */
export function isKept(work: Pick<TermWork, 'taxonomy'>, termId: number, site: Site): boolean {
  return work.taxonomy.defaultTerm?.(site) === termId;
}
