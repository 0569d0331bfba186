import type { MetaChange } from '../content/meta-registry.ts';
import type { TaxonomyType } from '../content/taxonomies.ts';
import type { SlugOptions } from '../content/text/slug.ts';
import { storeDescription, storeTermName } from '../content/text/store.ts';
import type { Term } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { termErrors } from './term-errors.ts';

/** What somebody wants a term to become. What is left out stays as it is, or takes its default on a new term. */
export interface TermDraft {
  name?: string;
  /** As asked for; it is cleaned and made unique on the way in. */
  slug?: string;
  description?: string;
  /** 0 for the root. */
  parentId?: number;
  meta?: readonly MetaChange[];
}

/** What an operation on terms leans on. A request brings it along; so do the importer and the command line. */
export interface TermWork {
  readonly store: Store;
  readonly taxonomy: TaxonomyType;
  readonly slugs: SlugOptions;
}

/** Characters the table has room for. */
const longestName = 200;

/** The name as it is stored; refused where nothing is left of it or where it does not fit. */
export function cleanName(name: string): string {
  const clean = storeTermName(name);
  if (clean === '') throw termErrors.empty_term_name();
  if (clean.length > longestName && [...clean].length > longestName) throw termErrors.db_insert_error();
  return clean;
}

export const cleanDescription = (description: string): string => storeDescription(description);

/** Refuses a parent that cannot be one: none in flat taxonomies, and only a term of the same taxonomy. */
export async function checkParent({ store, taxonomy }: TermWork, parentId: number): Promise<void> {
  if (!taxonomy.hierarchical) throw termErrors.rest_taxonomy_not_hierarchical();
  if (parentId !== 0 && !(await store.terms.byId(parentId, taxonomy.name))) {
    throw termErrors.rest_term_invalid(undefined, { status: 400 });
  }
}

export async function writeMeta({ store }: TermWork, id: number, changes: readonly MetaChange[] = []): Promise<void> {
  for (const { key, values } of changes) await store.meta.set('term', id, key, values);
}

/** The term as it is now; it was there a moment ago in the same transaction. */
export async function reread({ store, taxonomy }: TermWork, id: number): Promise<Term> {
  const term = await store.terms.byId(id, taxonomy.name);
  if (!term) throw termErrors.rest_term_invalid();
  return term;
}
