import type { SiteAnswer } from '../http/write-response.ts';
import { type Html, html, noHtml, raw } from '../theme/html.ts';
import type { ListModel } from '../theme/page-model.ts';
import { numberedLink } from './address/page-link.ts';
import { listHead } from './head/page-head.ts';
import { loadEntries } from './models/entries.ts';
import { localDate } from './models/format-date.ts';
import { findListed, type ListTarget } from './models/list-model.ts';
import { pagingModel } from './models/paging.ts';
import { plainOf } from './models/plain.ts';
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

async function headingOf(
  work: PageWork,
  target: ListTarget,
  title: string,
): Promise<{ heading: string; description: Html }> {
  const { store, site } = work.call;
  switch (target.kind) {
    case 'home':
      return { heading: target.page ? plainOf(target.page.title) : title, description: noHtml };
    case 'search':
      return { heading: target.text === '' ? 'Search' : `Search results for “${target.text}”`, description: noHtml };
    case 'term': {
      const about = target.term.description.trim();
      return {
        heading: plainOf(target.term.name),
        description: about === '' ? noHtml : html`<p>${plainOf(about)}</p>`,
      };
    }
    case 'author': {
      const rows = (await store.meta.of('user', [target.user.id], ['description'])).get(target.user.id) ?? [];
      const about = plainOf(rows[0]?.value ?? '');
      return { heading: plainOf(target.user.displayName), description: about === '' ? noHtml : html`<p>${about}</p>` };
    }
    case 'date': {
      const { year, month, day } = target.date;
      const two = (n = 1) => String(n).padStart(2, '0');
      const pattern = day ? site.dateFormat : month ? 'F Y' : 'Y';
      const stored = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} 00:00:00`;
      return { heading: localDate(stored, pattern, site.language), description: raw('') };
    }
  }
}

/** Whether the site lets search engines show it. */
export async function isSiteIndexed({ call }: Pick<PageWork, 'call'>): Promise<boolean> {
  return ((await call.store.options.get('blog_public')) ?? '1') !== '0';
}
