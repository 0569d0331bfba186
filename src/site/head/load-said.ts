import { noSeo, type SeoValues } from '../../rules/seo.ts';
import type { Term } from '../../storage/rows.ts';
import { loadSeoDefaults, loadTermSeo, seoOf } from '../../wp/seo/load-seo.ts';
import { type LoadedEntry, loadEntries } from '../pages/entries.ts';
import { plainOf } from '../pages/html-to-text.ts';
import type { ListTarget } from '../pages/list-model.ts';
import type { PageWork } from '../pages/page-context.ts';
import { loadPictures, pictureOf } from '../pages/pictures.ts';
import type { SaidOfPage } from './said-head.ts';

type Work = Pick<PageWork, 'call' | 'core'>;

/**
 * What is said of entries, in their order; the number of queries does not depend on how many there are. `instead` counts before
 * what is stored.
 */
export async function saidOfEntries(
  work: Work,
  entries: readonly LoadedEntry[],
  instead: Partial<SeoValues> = {},
): Promise<readonly SaidOfPage[]> {
  const values = entries.map(({ subject }) => ({ ...seoOf(subject.meta), ...instead }));
  const defaults = await loadSeoDefaults(work.call);
  const pictures = await loadPictures(
    work,
    values.map(({ pictureId }) => pictureId),
  );
  return entries.map(({ subject, summary }, i) => {
    const own = values[i] ?? noSeo;
    const image = pictures.get(own.pictureId);
    return {
      // A password hides pictures with the text.
      values: subject.isUnlocked ? own : { ...own, pictureUrl: '' },
      defaults,
      name: subject.post.type,
      picture: image && subject.isUnlocked ? pictureOf(image) : null,
      variables: {
        ...siteVariables(work),
        title: summary.plainTitle,
        name: summary.author?.label ?? '',
        category: summary.categories[0]?.label ?? '',
        primary_category: summary.categories[0]?.label ?? '',
        tag: summary.tags.map(({ label }) => label).join(', '),
        date: summary.date.text,
        modified: summary.modified.text,
        id: String(summary.id),
      },
    };
  });
}

/** What is said of the page of a list: by its term, or by the page that stands for the latest posts. */
export async function saidOfList(
  work: Pick<PageWork, 'call' | 'core' | 'words'>,
  target: ListTarget,
): Promise<SaidOfPage | undefined> {
  if (target.kind === 'term') return (await saidOfTerms(work, [target.term]))[0];
  if (target.kind !== 'home' || !target.page) return undefined;
  return (await saidOfEntries(work, await loadEntries(work, [target.page], ['seo'])))[0];
}

/** What is said of terms, in their order. */
export async function saidOfTerms(
  work: Work,
  terms: readonly Term[],
  instead: Partial<SeoValues> = {},
): Promise<readonly SaidOfPage[]> {
  const values = (await loadTermSeo(terms, work.call)).map((own) => ({ ...own, ...instead }));
  const defaults = await loadSeoDefaults(work.call);
  const pictures = await loadPictures(
    work,
    values.map(({ pictureId }) => pictureId),
  );
  return terms.map((term, i) => {
    const own = values[i] ?? noSeo;
    const image = pictures.get(own.pictureId);
    const name = plainOf(term.name);
    return {
      values: own,
      defaults,
      name: `tax-${term.taxonomy}`,
      picture: image ? pictureOf(image) : null,
      variables: {
        ...siteVariables(work),
        term_title: name,
        title: name,
        term_description: plainOf(term.description),
        category: name,
        tag: name,
      },
    };
  });
}

const siteVariables = ({ call: { site, now } }: Work) => ({
  sitename: plainOf(site.title),
  sitedesc: plainOf(site.tagline),
  currentyear: String(new Date(now).getUTCFullYear()),
});
