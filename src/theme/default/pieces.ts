import type { LinkModel, PagingModel, PictureModel } from '../basic-models.ts';
import { type Html, html, noHtml } from '../html.ts';
import type { EntrySummary, SiteModel } from '../page-model.ts';

/** An image whose place is reserved; the first one of a page is loaded at once, the others when they come near. */
export function pictureTag(
  { src, srcset, width, height, alt }: PictureModel,
  { sizes, isFirst = false }: { sizes: string; isFirst?: boolean },
): Html {
  const responsive = srcset ? html` srcset="${srcset}" sizes="${sizes}"` : noHtml;
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
  return html`<img src="${src}"${responsive} width="${width}" height="${height}" alt="${alt}"${loading}>`;
}

/** A search form; `where` keeps the ids of several forms on one page apart. */
export function searchForm({ action, term }: SiteModel['search'], where: string): Html {
  return html`<form class="search" role="search" aria-label="${where === 'footer' ? 'Search the whole site' : 'Search'}" method="get" action="${action}">
<label for="search-${where}">Search</label>
<div class="row"><input type="search" id="search-${where}" name="s" value="${term}" required><button>Search</button></div>
</form>`;
}

const listWords = { before: 'Newer', after: 'Older' };

/** Links to the other pages of a list, or the other parts of a text. */
export function pagingNav({ page, newer, older, links }: PagingModel, label: string, words = listWords): Html {
  if (links.length === 0) return noHtml;
  return html`<nav class="paging" aria-label="${label}">
${newer && html`<a rel="prev" href="${newer}">${words.before}</a>`}
<ol>${links.map((link) =>
    link === null
      ? html`<li aria-hidden="true">…</li>`
      : html`<li><a href="${link.url}"${link.page === page ? html` aria-current="page"` : ''}><span class="for-readers">Page </span>${link.page}</a></li>`,
  )}</ol>
${older && html`<a rel="next" href="${older}">${words.after}</a>`}
</nav>`;
}

/** Date and author of an entry. */
export function byLine({ date, author, url }: EntrySummary, isLinked: boolean): Html {
  const time = html`<time datetime="${date.iso}">${date.text}</time>`;
  return html`<p class="by">${isLinked ? html`<a href="${url}">${time}</a>` : time}${
    author && html` <span aria-hidden="true">·</span> <a rel="author" href="${author.url}">${author.label}</a>`
  }</p>`;
}

/** A list of terms with its label. */
export function termList(label: string, terms: readonly LinkModel[]): Html {
  if (terms.length === 0) return noHtml;
  return html`<div class="terms"><h2>${label}</h2><ul>${terms.map(({ label: name, url }) => html`<li><a rel="tag" href="${url}">${name}</a></li>`)}</ul></div>`;
}
