import { type Html, html } from '../html.ts';
import type { EntrySummary, ListModel } from '../page-model.ts';
import { byLine, pagingNav, pictureTag, searchForm } from './pieces.ts';

/** The latest posts. The site's name is in the header already, so that its heading is for screen readers only. */
export function homePage(page: ListModel): Html {
  const { site, paging, heading } = page;
  const isNamed = heading !== site.title;
  const number = paging.page > 1 && html` <small>Page ${paging.page}</small>`;
  const intro =
    isNamed || paging.page > 1 || !site.tagline
      ? html`<h1>${heading}${number}</h1>`
      : html`<h1 class="for-readers">${heading}</h1>
<p class="display">${site.tagline}</p>`;
  return html`<header class="page-head home-head">
${intro}
</header>
${entryList(page, 'Nothing has been published here yet.')}`;
}

export function archivePage(page: ListModel): Html {
  return html`<header class="page-head">
<h1>${page.heading}${page.paging.page > 1 && html` <small>Page ${page.paging.page}</small>`}</h1>
<div class="lede">${page.description}</div>
</header>
${entryList(page, 'There are no posts here yet.')}`;
}

export function searchPage(page: ListModel): Html {
  const { total } = page;
  const found = total === 1 ? 'One page was found.' : `${total} pages were found.`;
  return html`<header class="page-head">
<h1>${page.heading}</h1>
${page.site.search.term !== '' && html`<p class="lede" role="status">${total === 0 ? 'Nothing was found. Try other or fewer words.' : found}</p>`}
${searchForm(page.site.search, 'main')}
</header>
${total > 0 && entryList(page, '')}`;
}

function entryList({ entries, paging }: ListModel, nothing: string): Html {
  if (entries.length === 0) return html`<p class="nothing">${nothing}</p>`;
  return html`<div class="entries">
${entries.map((entry, index) => entryCard(entry, index === 0))}
</div>
${pagingNav(paging, 'Pages')}`;
}

function entryCard(entry: EntrySummary, isFirst: boolean): Html {
  const { picture, title, url, isSticky, commentCount, categories } = entry;
  return html`<article class="card${picture && ' with-picture'}">
${picture && html`<a class="card-picture" href="${url}" tabindex="-1" aria-hidden="true">${pictureTag({ ...picture, alt: '' }, { sizes: '(min-width: 45rem) 18rem, 100vw', isFirst })}</a>`}
<div>
<p class="kicker">${isSticky && html`<span class="sticky">Featured</span>`}${categories.slice(0, 2).map(({ label, url: link }) => html`<a href="${link}">${label}</a>`)}</p>
<h2><a href="${url}">${title}</a></h2>
<div class="excerpt">${entry.excerpt}</div>
${byLine(entry, false)}${commentCount > 0 && html`<p class="by"><a href="${url}#comments">${commentCount === 1 ? '1 comment' : `${commentCount} comments`}</a></p>`}
</div>
</article>
`;
}
