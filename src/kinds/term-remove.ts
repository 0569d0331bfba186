import type { Site } from '../content/site.ts';
import type { Term } from '../storage/rows.ts';
import type { TermWork } from './term-draft.ts';

/** Posts looked at in one go: enough to keep the number of queries low, few enough to keep each one small. */
const batch = 500;

/** Removes a term: its children move up, its posts lose it, and posts left with none get the default where there is one. */
export async function removeTerm(work: TermWork, term: Term, site: Site): Promise<void> {
  const { store, taxonomy } = work;
  const heir = taxonomy.defaultTerm?.(site) ?? 0;
  const orphans = heir > 0 && heir !== term.id ? await postsWithOnly(work, term) : [];
  await store.terms.reparent(term.id, term.parentId, taxonomy.name);
  await store.terms.remove(term.id, taxonomy.name);
  for (const postId of orphans) await store.terms.assign(postId, taxonomy.name, [heir]);
}

/** The posts that hold this term and no other of its taxonomy. */
async function postsWithOnly({ store, taxonomy }: TermWork, term: Term): Promise<number[]> {
  const holders = await store.terms.postIds(term.id, taxonomy.name);
  const lonely: number[] = [];
  for (let at = 0; at < holders.length; at += batch) {
    const held = await store.terms.ofPosts(holders.slice(at, at + batch));
    for (const [postId, terms] of held) {
      if (terms.every((one) => one.taxonomy !== taxonomy.name || one.id === term.id)) lonely.push(postId);
    }
  }
  return lonely;
}

/** Whether a term is one that nobody may remove. */
export function isKept(work: Pick<TermWork, 'taxonomy'>, termId: number, site: Site): boolean {
  return work.taxonomy.defaultTerm?.(site) === termId;
}
