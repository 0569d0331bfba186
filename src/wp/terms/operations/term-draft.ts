import { textTooLong } from '../../../api/resource/write-draft.ts';
import type { MetaChange } from '../../../rules/meta-registry.ts';
import type { TaxonomyType } from '../../../rules/taxonomies.ts';
import { isStorable, textLimits } from '../../../rules/text-limits.ts';
import type { Members } from '../../../schema/schema.ts';
import type { Term } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import type { SlugOptions } from '../../../text/slugs/slug.ts';
import { storeTermName } from '../../../text/store-text.ts';
import type { TextWork } from '../../../workers/text-work.ts';
import { termErrors } from '../term-errors.ts';

/** The requested values of a term. A value left out stays as it is, or takes its default on a new term. */
export interface TermDraft {
  name?: string;
  /** As requested; it is cleaned and made unique when it is stored. */
  slug?: string;
  /** Cleaned, ready to be stored. */
  description?: string;
  /** 0 for the root. */
  parentId?: number;
  /** The member `meta` as sent; the meta registry validates it. */
  sentMeta?: Members;
  meta?: readonly MetaChange[];
}

/** The dependencies of an operation on terms. Supplied by requests, the importer and the command line. */
export interface TermWork {
  readonly store: Store;
  readonly taxonomy: TaxonomyType;
  readonly slugs: SlugOptions;
}

/** The name to store; refused if it is empty after cleaning or too long. */
export function cleanName(name: string): string {
  const clean = storeTermName(name);
  if (clean === '') throw termErrors.empty_term_name();
  if (!isStorable(clean, textLimits.termName)) throw termErrors.db_insert_error();
  return clean;
}

/** The description to store; refused if it is too long. */
export async function cleanDescription(description: string, textWork: TextWork): Promise<string> {
  const [clean = ''] = await textWork.clean([{ as: 'termDescription', raw: description, unfiltered: false }]);
  if (!isStorable(clean, textLimits.termDescription)) throw textTooLong('description', textLimits.termDescription);
  return clean;
}

/** Refuses an invalid parent: flat taxonomies have none, and it must be a term of the same taxonomy. */
export async function checkParent({ store, taxonomy }: TermWork, parentId: number): Promise<void> {
  if (!taxonomy.hierarchical) throw termErrors.rest_taxonomy_not_hierarchical();
  if (parentId !== 0 && !(await store.terms.byId(parentId, taxonomy.name))) {
    throw termErrors.rest_term_invalid(undefined, { status: 400 });
  }
}

export async function writeMeta({ store }: TermWork, id: number, changes: readonly MetaChange[] = []): Promise<void> {
  for (const { key, values } of changes) await store.meta.set('term', id, key, values);
}

/** Reads the term again; it must exist, since the same transaction has just written it. */
export async function reread({ store, taxonomy }: TermWork, id: number): Promise<Term> {
  const term = await store.terms.byId(id, taxonomy.name);
  if (!term) throw termErrors.rest_term_invalid();
  return term;
}
