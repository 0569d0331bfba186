import type { SiteAnswer } from '../http/write-response.ts';
import type { ListModel } from '../theme/page-model.ts';
import { numberedLink } from './address/page-link.ts';
import { listHead } from './head/page-head.ts';
import { loadEntries } from './models/entries.ts';
import { headingOf } from './models/list-heading.ts';
import { findListed, type ListTarget } from './models/list-model.ts';
import { pagingModel } from './models/paging.ts';
import { loadSite } from './models/site-model.ts';
import type { PageWork } from './page-context.ts';
import { pageModel, renderPage } from './render-page.ts';

/** A page of entries; null for a page after the last one, and for a time without any post. */
export async function showList(work: PageWork, target: ListTarget, page: number): Promise<SiteAnswer | null> {
  const { call, theme } = work;
  const found = await findListed(work, target, page);
  if (page > found.pages || (target.kind === 'date' && found.total === 0)) return null;
  const entries = await loadEntries(work, found.posts);
  const paging = pagingModel(call.site, target.link, { page, pages: found.pages, kind: 'list' });
  const term = target.kind === 'search' ? target.text : '';
  const site = await loadSite(work, { current: target.link, term });
  const facts = { ...(await headingOf(work, target, site.site.title)), paging };
  const head = listHead({
    site: call.site,
    words: work.words,
    siteTitle: site.site.title,
    tagline: site.site.tagline,
    target,
    model: facts,
    canonical: numberedLink(call.site, target.link, 'list', page),
    isIndexed: await isSiteIndexed(work),
  });
  const frame = await pageModel(work, { site, head, bodyClass: `list list-${target.kind}` });
  const model: ListModel = { ...frame, ...facts, entries: entries.map(({ summary }) => summary), total: found.total };
  const { home, search, archive } = theme.functions;
  const show = target.kind === 'home' ? home : target.kind === 'search' ? search : archive;
  return renderPage(work, { page: model, main: show(model), head }, { status: 200 });
}

/** Whether the site lets search engines show it. */
export async function isSiteIndexed({ call }: Pick<PageWork, 'call'>): Promise<boolean> {
  return ((await call.store.options.get('blog_public')) ?? '1') !== '0';
}
