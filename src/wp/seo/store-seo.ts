import { readStoredValue, writeStoredValue } from '../../media/attachment-metadata.ts';
import { readTermSeo, type SeoValues, seoMetaKeys, seoRows, writeTermSeo } from '../../rules/seo.ts';
import type { Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { membersOf, seoOf, termSeoIn, termSeoOption } from './load-seo.ts';

/** Stores changes of a post; `pictureUrl` is the address of the picture that they name. */
export async function storePostSeo(
  id: number,
  changes: Partial<SeoValues>,
  pictureUrl: string,
  store: Store,
): Promise<void> {
  await store.transaction(async (inside) => {
    await inside.hold('post', id);
    const rows = (await inside.meta.of('post', [id], seoMetaKeys)).get(id) ?? [];
    const written = seoRows({ ...seoOf(rows), ...changes }, pictureUrl);
    const isPictureKept = changes.pictureId === undefined;
    for (const [key, value] of Object.entries(written)) {
      // The address of a picture that nobody changes stays as it is.
      if (isPictureKept && key.includes('opengraph-image')) continue;
      await inside.meta.set('post', id, key, value === null ? [] : [value]);
    }
  });
}

/** The same for a term, whose values are in a list of those of all terms. */
export async function storeTermSeo(
  term: Pick<Term, 'id' | 'taxonomy'>,
  changes: Partial<SeoValues>,
  pictureUrl: string,
  store: Store,
): Promise<void> {
  await store.options.change(termSeoOption, (stored) => {
    const all = Object.fromEntries(membersOf(readStoredValue(stored)));
    const before = termSeoIn(all, term);
    const values = { ...readTermSeo(before), ...changes };
    const kept = typeof before['wpseo_opengraph-image'] === 'string' ? before['wpseo_opengraph-image'] : '';
    const own = writeTermSeo(before, values, changes.pictureId === undefined ? kept : pictureUrl);
    const others = [...membersOf(all[term.taxonomy])].filter(([id]) => id !== String(term.id));
    const ofTaxonomy = Object.keys(own).length > 0 ? [...others, [String(term.id), own] as const] : others;
    return writeStoredValue({ ...all, [term.taxonomy]: Object.fromEntries(ofTaxonomy) });
  });
}
