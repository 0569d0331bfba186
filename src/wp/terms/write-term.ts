import { textTooLong } from '../../api/resource/field.ts';
import type { TextWork } from '../../background/text-work.ts';
import type { Members } from '../../lib/schema/schema.ts';
import type { MetaChange } from '../../rules/fields/field-storage.ts';
import type { Site } from '../../rules/site.ts';
import type { TaxonomyType } from '../../rules/taxonomies.ts';
import { isStorable, textLimits } from '../../rules/text-limits.ts';
import type { Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { storeTermName } from '../../text/sanitise/store-text.ts';
import { numberedSlug, type SlugOptions, slugify } from '../../text/slug.ts';
import { forgetTermSeo } from '../seo/store-seo.ts';
import { termErrors } from './term-errors.ts';
import { ancestorsOf, loadAncestors } from './term-lookup.ts';

/** Creates a term. Refuses a name that a sibling has already, unless a different slug was sent. */
export async function createTerm(work: TermWork, draft: TermDraft): Promise<Term> {
  const { store, taxonomy } = work;
  const parentId = draft.parentId ?? 0;
  await store.lock(`terms of ${taxonomy.name}`);
  if (draft.parentId !== undefined) await checkParent(work, parentId);
  const name = cleanName(draft.name ?? '');
  const asked = wantedTermSlug(work, draft.slug, '');
  const existing = await conflicting(work, { name, parentId, slug: asked });
  if (existing) throw termErrors.term_exists(undefined, { details: { term_id: existing.id } });
  const slug = await uniqueTermSlug(work, asked || wantedTermSlug(work, undefined, name), { id: 0, parentId });
  const id = await store.terms.insert({
    name,
    slug,
    taxonomy: taxonomy.name,
    description: draft.description ?? '',
    parentId,
  });
  // A name without any usable character gives no slug, so the id is used.
  if (slug === '') {
    await store.terms.update(id, taxonomy.name, { slug: await uniqueTermSlug(work, String(id), { id, parentId }) });
  }
  await forgetTree(work);
  await writeMeta(work, id, draft.meta);
  return reread(work, id);
}

/** The existing term that conflicts with a new one: a sibling of the same name, if no different slug was sent. */
async function conflicting(
  { store, taxonomy }: TermWork,
  wanted: { name: string; parentId: number; slug: string },
): Promise<Term | undefined> {
  const siblings = { taxonomy: taxonomy.name, ...(taxonomy.hierarchical ? { parentId: wanted.parentId } : {}) };
  const order = { by: 'id', direction: 'asc' } as const;
  const [first] = await store.terms.find({ ...siblings, name: wanted.name }, order, { limit: 1, offset: 0 });
  if (!first || wanted.slug === '' || first.slug === wanted.slug) return first;
  const [holder] = await store.terms.find({ ...siblings, slugs: [wanted.slug] }, order, { limit: 1, offset: 0 });
  return holder;
}

/** Updates only what the draft contains. A term moved below itself goes to the root. */
export async function updateTerm(work: TermWork, { id }: Pick<Term, 'id'>, draft: TermDraft): Promise<Term> {
  const { store, taxonomy } = work;
  await store.lock(`terms of ${taxonomy.name}`);
  // As it is now: another writer may have changed it since the request was checked.
  const term = await reread(work, id);
  const name = draft.name === undefined ? term.name : cleanName(draft.name);
  const parentId = draft.parentId === undefined ? term.parentId : await parentFor(work, term, draft.parentId);
  const slug = draft.slug === undefined ? term.slug : await slugFor(work, term, { asked: draft.slug, name, parentId });
  const description = draft.description ?? term.description;
  const changes = changed(term, { name, slug, description, parentId });
  if (changes) await store.terms.update(term.id, taxonomy.name, changes);
  if (parentId !== term.parentId) await forgetTree(work);
  await writeMeta(work, term.id, draft.meta);
  return reread(work, term.id);
}

type TermChanges = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parentId'>>;

function changed(term: Term, wanted: Required<TermChanges>): TermChanges | null {
  const changes: TermChanges = {
    ...(wanted.name === term.name ? {} : { name: wanted.name }),
    ...(wanted.slug === term.slug ? {} : { slug: wanted.slug }),
    ...(wanted.description === term.description ? {} : { description: wanted.description }),
    ...(wanted.parentId === term.parentId ? {} : { parentId: wanted.parentId }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

async function parentFor(work: TermWork, term: Term, parentId: number): Promise<number> {
  await checkParent(work, parentId);
  if (parentId === 0 || parentId === term.id) return 0;
  const above = { id: 0, slug: '', parentId };
  const known = await loadAncestors(work.store, work.taxonomy.name, [above]);
  return ancestorsOf(above, known).some((one) => one.id === term.id) ? 0 : parentId;
}

async function slugFor(
  work: TermWork,
  term: Term,
  requested: { asked: string; name: string; parentId: number },
): Promise<string> {
  const slug = wantedTermSlug(work, requested.asked, '');
  const position = { id: term.id, parentId: requested.parentId };
  if (slug === '')
    return uniqueTermSlug(work, wantedTermSlug(work, undefined, requested.name) || String(term.id), position);
  if (requested.parentId !== term.parentId) return uniqueTermSlug(work, slug, position);
  if (await work.store.terms.slugTaken(slug, term.id, work.taxonomy.name)) {
    throw termErrors.duplicate_term_slug({ slug });
  }
  return slug;
}

/** Deletes a term: its children move up to its parent; posts left without a term get the default term, if any. */
export async function removeTerm({ store, taxonomy }: TermWork, term: Term, site: Site): Promise<void> {
  const fallback = taxonomy.defaultTerm?.(site) ?? 0;
  if (fallback > 0) await store.terms.assignFallbackTerm(term.id, fallback, taxonomy.name);
  await store.terms.reparent(term.id, term.parentId, taxonomy.name);
  await store.terms.remove(term.id, taxonomy.name);
  await forgetTermSeo(term, store);
  await forgetTree({ store, taxonomy });
}

/** Whether a term is the default term, which nobody may delete. */
export function isKept(work: Pick<TermWork, 'taxonomy'>, termId: number, site: Site): boolean {
  return work.taxonomy.defaultTerm?.(site) === termId;
}

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
  /** The keys of it that were sent under `acf`. */
  sentAsAcf?: ReadonlySet<string>;
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
  await store.meta.apply('term', id, changes);
}

/** Reads the term again; it must exist, since the same transaction has just written it. */
export async function reread({ store, taxonomy }: TermWork, id: number): Promise<Term> {
  const term = await store.terms.byId(id, taxonomy.name);
  if (!term) throw termErrors.rest_term_invalid();
  return term;
}

/** The slug of a term before it is made unique: the requested one, else one made from the name. May be empty. */
export function wantedTermSlug({ slugs }: TermWork, asked: string | undefined, name: string): string {
  return slugify(asked ?? '', slugs) || slugify(name, slugs);
}

/**
 * Makes a slug unique in its taxonomy. To a taken slug the slugs of the ancestors are appended first, then a number
 * that is free in every taxonomy, so that URLs stay distinct if two taxonomies share a base.
 */
export async function uniqueTermSlug(
  { store, taxonomy }: TermWork,
  slug: string,
  position: { readonly id: number; readonly parentId: number },
): Promise<string> {
  const isTaken = (candidate: string, within?: string) => store.terms.slugTaken(candidate, position.id, within);
  if (slug === '' || !(await isTaken(slug, taxonomy.name))) return slug;
  let longer = slug;
  const passed = new Set([position.id]);
  for (let above = position.parentId; taxonomy.hierarchical && above !== 0 && !passed.has(above); ) {
    passed.add(above);
    const parent = await store.terms.byId(above, taxonomy.name);
    if (!parent) break;
    longer = slugify(`${longer}-${parent.slug}`, { slash: 'dash' });
    if (!(await isTaken(longer))) return longer;
    above = parent.parentId;
  }
  return numberedSlug(longer, async (candidate) => !(await isTaken(candidate)));
}

/**
 * Call it when the hierarchy of terms changes: the system that shares the tables caches each hierarchy in an option and
 * rebuilds it only if the option is missing.
 */
export async function forgetTree({ store, taxonomy }: Pick<TermWork, 'store' | 'taxonomy'>): Promise<void> {
  // Removed without checking whether it exists: the other system may have just created it.
  if (taxonomy.hierarchical) await store.options.remove(`${taxonomy.name}_children`);
}
