import { readStoredValue, writeStoredValue } from '../../media/attachment-metadata.ts';
import {
  rankMathRobotsKey,
  rankMathRows,
  readTermSeo,
  type SeoValues,
  seoRows,
  writeTermSeo,
} from '../../rules/seo.ts';
import type { Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { loadTermSeo, membersOf, termSeoIn, termSeoOption } from './load-seo.ts';
import { seoErrors } from './seo-errors.ts';

/** Stores changes of a post. */
export async function storePostSeo(id: number, changes: Partial<SeoValues>, store: Store): Promise<void> {
  await store.transaction(async (inside) => {
    await inside.hold('post', id);
    await setRows(inside, 'post', id, { ...seoRows(changes), ...(await rankMathLeft(inside, 'post', id, changes)) });
  });
}

/** The same for a term, whose values are in a list of those of all terms. */
export async function storeTermSeo(
  term: Pick<Term, 'id' | 'taxonomy'>,
  changes: Partial<SeoValues>,
  store: Store,
): Promise<void> {
  await store.transaction(async (inside) => {
    await inside.hold('term', term.id);
    const [known] = await loadTermSeo([term], { store: inside });
    await inside.options.change(termSeoOption, (stored) => {
      const all = readableList(stored);
      const before = termSeoIn(all, term);
      const base = Object.keys(before).length > 0 ? readTermSeo(before) : known;
      const own = writeTermSeo(before, { ...readTermSeo({}), ...base, ...changes });
      const others = [...membersOf(all[term.taxonomy])].filter(([id]) => id !== String(term.id));
      const ofTaxonomy = Object.keys(own).length > 0 ? [...others, [String(term.id), own] as const] : others;
      return writeStoredValue({ ...all, [term.taxonomy]: Object.fromEntries(ofTaxonomy) });
    });
    // The list is a setting of the site: who follows changes is told of the term as well.
    await inside.terms.update(term.id, term.taxonomy, {});
    await setRows(inside, 'term', term.id, await rankMathLeft(inside, 'term', term.id, changes));
  });
}

/** Takes the values of a term that is removed out of the list; one that cannot be read stays as it is. */
export async function forgetTermSeo(term: Pick<Term, 'id' | 'taxonomy'>, store: Store): Promise<void> {
  const known = (await store.options.get(termSeoOption)) ?? '';
  if (!known.includes(`i:${term.id};`)) return;
  await store.options.change(termSeoOption, (stored) => {
    if (isUnreadable(stored)) return stored;
    const all = readableList(stored);
    if (Object.keys(termSeoIn(all, term)).length === 0) return stored;
    const others = [...membersOf(all[term.taxonomy])].filter(([id]) => id !== String(term.id));
    return writeStoredValue({ ...all, [term.taxonomy]: Object.fromEntries(others) });
  });
}

/** The stored list; refused where something is in it that would be lost. */
function readableList(stored: string | null): Readonly<Record<string, unknown>> {
  if (stored === null || stored === '') return {};
  if (isUnreadable(stored)) throw seoErrors.platen_unreadable_values();
  return Object.fromEntries(membersOf(readStoredValue(stored)));
}

function isUnreadable(stored: string | null): boolean {
  if (stored === null || stored === '') return false;
  const read = readStoredValue(stored);
  return read === null || typeof read !== 'object' || /(?:^|[;{])[OC]:\d+:"/.test(stored);
}

async function rankMathLeft(store: Store, owner: 'post' | 'term', id: number, changes: Partial<SeoValues>) {
  const rows = (await store.meta.of(owner, [id], [rankMathRobotsKey])).get(id) ?? [];
  return rankMathRows(changes, readStoredValue(rows[0]?.value), writeStoredValue);
}

async function setRows(
  store: Store,
  owner: 'post' | 'term',
  id: number,
  rows: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [key, value] of Object.entries(rows)) await store.meta.set(owner, id, key, value === null ? [] : [value]);
}
