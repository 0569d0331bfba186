import type { Call } from '../../api/call.ts';
import { readStoredValue } from '../../media/attachment-metadata.ts';
import { readSeo, readTermSeo, type SeoDefaults, type SeoValues, seoDefaults, seoMetaKeys } from '../../rules/seo.ts';
import type { MetaRow, Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';

/** The option that holds the values of all terms, by taxonomy and id. */
export const termSeoOption = 'wpseo_taxonomy_meta';

/** The values of a post out of its meta. */
export const seoOf = (rows: readonly MetaRow[]): SeoValues => readSeo(rows, readStoredValue);

export async function loadPostSeo(id: number, { store }: Pick<Call, 'store'>): Promise<SeoValues> {
  return seoOf((await store.meta.of('post', [id], seoMetaKeys)).get(id) ?? []);
}

/** The values of all terms that have some, as they are stored. */
export async function storedTermSeo(store: Pick<Store, 'options'>): Promise<Readonly<Record<string, unknown>>> {
  const stored = readStoredValue(await store.options.get(termSeoOption));
  return isRecord(stored) ? stored : {};
}

/** The stored values of one term within those of all. */
export function termSeoIn(all: Readonly<Record<string, unknown>>, term: Pick<Term, 'id' | 'taxonomy'>) {
  const own = membersOf(all[term.taxonomy]).get(String(term.id));
  return isRecord(own) ? own : {};
}

/** PHP writes lists that begin at 0 as lists. */
export const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

/** The values of terms, in their order. */
export async function loadTermSeo(
  terms: readonly Pick<Term, 'id' | 'taxonomy'>[],
  { store }: Pick<Call, 'store'>,
): Promise<readonly SeoValues[]> {
  const all = await storedTermSeo(store);
  const own = terms.map((term) => termSeoIn(all, term));
  const others = terms.filter((_term, i) => Object.keys(own[i] ?? {}).length === 0).map(({ id }) => id);
  const meta = others.length > 0 ? await store.meta.of('term', others, seoMetaKeys) : new Map<number, never[]>();
  return terms.map(({ id }, i) => {
    const rows = meta.get(id);
    return rows ? seoOf(rows) : readTermSeo(own[i] ?? {});
  });
}

/** What the site says of items that say nothing themselves. */
export async function loadSeoDefaults({ store }: Pick<Call, 'store'>): Promise<SeoDefaults> {
  return seoDefaults(readStoredValue(await store.options.get('wpseo_titles')));
}
