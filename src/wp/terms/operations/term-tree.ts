import type { TermWork } from './term-draft.ts';

/**
 * Call it when the hierarchy of terms changes: the system that shares the tables caches each hierarchy in an option and
 * rebuilds it only if the option is missing.
 */
export async function forgetTree({ store, taxonomy }: Pick<TermWork, 'store' | 'taxonomy'>): Promise<void> {
  // Removed without checking whether it exists: the other system may have just created it.
  if (taxonomy.hierarchical) await store.options.remove(`${taxonomy.name}_children`);
}
