import type { TermWork } from './term-draft.ts';

/**
 * To be called when a tree of terms changes its shape: the system that shares the tables keeps a copy of each tree in
 * an option, and makes a new one only where it finds none.
 */
export async function forgetTree({ store, taxonomy }: Pick<TermWork, 'store' | 'taxonomy'>): Promise<void> {
  // Not looked at first: the other system may have made it within the last second.
  if (taxonomy.hierarchical) await store.options.remove(`${taxonomy.name}_children`);
}
