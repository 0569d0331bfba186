import type { SeoValues } from '../../rules/seo.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Post, Term } from '../../storage/rows.ts';
import { type LoadedEntry, loadEntries } from '../pages/entries.ts';
import { splitText } from '../pages/entry-content.ts';
import { loadNeighbours } from '../pages/entry-model.ts';
import { plainOf } from '../pages/html-to-text.ts';
import { findListed, headingOf, type ListTarget } from '../pages/list-model.ts';
import type { PageWork } from '../pages/page-context.ts';
import { numberedLink, pagingModel } from '../pages/page-link.ts';
import type { PageTarget } from '../pages/page-target.ts';
import { loadPictures, pictureOf } from '../pages/pictures.ts';
import { termAddresses } from '../pages/visible-posts.ts';
import type { EntryModel, ListModel } from '../theme/page-model.ts';
import { saidOfEntries, saidOfList, saidOfTerms } from './load-said.ts';
import { entryHead, type HeadFacts, type HeadSite, listHead } from './page-head.ts';
import { type SaidOfPage, withSaid } from './said-head.ts';

export type HeadWork = Pick<PageWork, 'call' | 'core' | 'words'>;

/** Whether the site lets search engines show it. */
export async function isSiteIndexed({ call }: Pick<PageWork, 'call'>): Promise<boolean> {
  return readOption(call.store, 'blog_public');
}

/** What the heads of all pages have of the site. */
export async function loadHeadSite(work: HeadWork): Promise<HeadSite> {
  const { site, store } = work.call;
  const iconId = await readOption(store, 'site_icon');
  const icon = (await loadPictures(work, [iconId])).get(iconId);
  return {
    site: { title: plainOf(site.title), language: site.language },
    icon: icon ? pictureOf(icon, 'full') : null,
  };
}

/** An entry and the page that is made of it. */
export interface EntryPage {
  readonly loaded: LoadedEntry;
  readonly model: Pick<EntryModel, 'entry' | 'parts' | 'previous' | 'next'>;
  readonly page: number;
  /** Neither a preview nor a page with somebody's own comment. */
  readonly isPlain: boolean;
}

/** The heads of pages of entries, in their order; the number of queries does not depend on how many there are. */
export async function entryHeads(
  work: HeadWork,
  pages: readonly EntryPage[],
  instead: Partial<SeoValues> = {},
): Promise<readonly HeadFacts[]> {
  const { call, core, words } = work;
  const said = await saidOfEntries(
    work,
    pages.map(({ loaded }) => loaded),
    instead,
  );
  const isIndexed = await isSiteIndexed(work);
  return pages.map(({ loaded, model, page, isPlain }, i) => {
    const { post } = loaded.subject;
    const isPublic = isPlain && (post.status === 'publish' || post.status === 'inherit');
    const facts = entryHead({
      site: call.site,
      words,
      siteTitle: plainOf(call.site.title),
      model,
      collection: `/wp/v2/${core.kinds.of(post.type).type.restBase}`,
      canonical: numberedLink(call.site, model.entry.url, 'part', page),
      isFront: model.entry.url === `${call.site.url}/`,
      isIndexed: isPublic && isIndexed,
      isPublic,
    });
    return withSaid(facts, said[i]);
  });
}

/** The heads of rows as their pages have them, without links to those before and after; `instead` counts before what is stored. */
export async function postHeads(
  work: HeadWork,
  posts: readonly Post[],
  instead: Partial<SeoValues> = {},
): Promise<readonly HeadFacts[]> {
  const entries = await loadEntries(work, posts, ['seo']);
  return entryHeads(
    work,
    entries.map((loaded) => pageOf(work, loaded)),
    instead,
  );
}

function pageOf({ call }: HeadWork, loaded: LoadedEntry): EntryPage {
  const parts = pagingModel(call.site, loaded.summary.url, { page: 1, pages: 1, kind: 'part' });
  return { loaded, model: { entry: loaded.summary, parts, previous: null, next: null }, page: 1, isPlain: true };
}

/** The head of a page of a list. */
export function headOfList(
  { call, words }: HeadWork,
  target: ListTarget,
  page: number,
  list: { readonly model: Pick<ListModel, 'heading' | 'description' | 'paging'>; readonly isIndexed: boolean },
  said: SaidOfPage | undefined,
): HeadFacts {
  const facts = listHead({
    site: call.site,
    words,
    siteTitle: plainOf(call.site.title),
    tagline: plainOf(call.site.tagline),
    target,
    model: list.model,
    canonical: numberedLink(call.site, target.link, 'list', page),
    isIndexed: list.isIndexed,
  });
  return withSaid(facts, said);
}

/** The heads of the first pages of terms of a taxonomy, in their order. */
export async function termHeads(
  work: HeadWork,
  taxonomy: string,
  terms: readonly Term[],
  instead: Partial<SeoValues> = {},
): Promise<readonly HeadFacts[]> {
  const links = await termAddresses(work, taxonomy, terms);
  const said = await saidOfTerms(work, terms, instead);
  const isIndexed = await isSiteIndexed(work);
  return Promise.all(
    terms.map(async (term, i) => {
      const target = { kind: 'term', link: links[i] ?? '', term } as const;
      const paging = pagingModel(work.call.site, target.link, { page: 1, pages: 1, kind: 'list' });
      const model = { ...(await headingOf(work, target, '')), paging };
      return headOfList(work, target, 1, { model, isIndexed }, said[i]);
    }),
  );
}

/** The head of what stands at an address; null where a list has no such page. */
export async function headOfTarget(work: HeadWork, target: PageTarget, page: number): Promise<HeadFacts | null> {
  if (target.kind === 'entry') {
    const pages = splitText(target.post.content).length;
    const [loaded] = page > pages ? [] : await loadEntries(work, [target.post], ['seo']);
    if (!loaded) return null;
    const beside = target.post.type === 'post' ? await loadNeighbours(work, target.post) : {};
    const shown = pageOf(work, loaded);
    const parts = pagingModel(work.call.site, target.link, { page, pages, kind: 'part' });
    const [head] = await entryHeads(work, [{ ...shown, page, model: { ...shown.model, ...beside, parts } }]);
    return head ?? null;
  }
  const found = await findListed(work, target, page);
  if (page > found.pages || (target.kind === 'date' && found.total === 0)) return null;
  const paging = pagingModel(work.call.site, target.link, { page, pages: found.pages, kind: 'list' });
  const model = { ...(await headingOf(work, target, plainOf(work.call.site.title))), paging };
  const said = await saidOfList(work, target);
  return headOfList(work, target, page, { model, isIndexed: await isSiteIndexed(work) }, said);
}
