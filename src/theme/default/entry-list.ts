import { type Html, html, noHtml } from '../html.ts';
import type { EntrySummary, ListModel } from '../page-model.ts';
import type { Words } from '../words/english.ts';
import { filled } from '../words/words-in.ts';
import { byLine, commentTotal, pagingNav, pictureTag, searchForm } from './pieces.ts';

/** The latest posts. The site's name is in the header already, so that its heading is for screen readers only. */
export function homePage(page: ListModel): Html {
  const { site, paging, heading, words } = page;
  const isNamed = heading !== site.title;
  const number = pageNumber(page);
  const intro =
    isNamed || paging.page > 1 || !site.tagline
      ? html`<h1>${heading}${number}</h1>`
      : html`<h1 class="for-readers">${heading}</h1>
<p class="display">${site.tagline}</p>`;
  return html`<header class="page-head home-head">
${intro}
</header>
${entryList(page, words.nothingPublished)}`;
}

export function archivePage(page: ListModel): Html {
  return html`<header class="page-head">
<h1>${page.heading}${pageNumber(page)}</h1>
<div class="lede">${page.description}</div>
</header>
${entryList(page, page.words.noPosts)}`;
}

export function searchPage(page: ListModel): Html {
  const { total, words } = page;
  const found = total === 1 ? words.foundOne : filled(words.foundMany, { count: total });
  return html`<header class="page-head">
<h1>${page.heading}</h1>
${page.site.search.term !== '' && html`<p class="lede" role="status">${total === 0 ? words.foundNothing : found}</p>`}
${searchForm(page, 'main')}
</header>
${total > 0 && entryList(page, '')}`;
}

function pageNumber({ paging: { page }, words }: ListModel): Html {
  return page > 1 ? html` <small>${filled(words.pageNumber, { number: page })}</small>` : noHtml;
}

function entryList({ entries, paging, words }: ListModel, nothing: string): Html {
  if (entries.length === 0) return html`<p class="nothing">${nothing}</p>`;
  return html`<div class="entries">
${entries.map((entry, index) => entryCard(entry, words, index === 0))}
</div>
${pagingNav(paging, { label: words.pages, before: words.newer, after: words.older, words })}`;
}

function entryCard(entry: EntrySummary, words: Words, isFirst: boolean): Html {
  const { picture, title, url, isSticky, commentCount, categories } = entry;
  return html`<article class="card${picture && ' with-picture'}">
${picture && html`<a class="card-picture" href="${url}" tabindex="-1" aria-hidden="true">${pictureTag({ ...picture, alt: '' }, { sizes: '(min-width: 45rem) 18rem, 100vw', isFirst })}</a>`}
<div>
<p class="kicker">${isSticky && html`<span class="sticky">${words.featured}</span>`}${categories.slice(0, 2).map(({ label, url: link }) => html`<a href="${link}">${label}</a>`)}</p>
<h2><a href="${url}">${title}</a></h2>
<div class="excerpt">${entry.excerpt}</div>
${byLine(entry, false)}${commentCount > 0 && html`<p class="by"><a href="${url}#comments">${commentTotal(commentCount, words)}</a></p>`}
</div>
</article>
`;
}
