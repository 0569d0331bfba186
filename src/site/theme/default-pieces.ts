import { type Html, html, noHtml } from './html.ts';
import type { AvatarModel, EntrySummary, LinkModel, PageModel, PagingModel, PictureModel } from './page-model.ts';
import { filled, type Words } from './words.ts';

/** An image whose place is reserved; the first one of a page is loaded at once, the others when they come near. */
export function pictureTag(
  picture: PictureModel,
  { sizes, isFirst = false }: { sizes: string; isFirst?: boolean },
): Html {
  const { src, srcset, alt, position } = picture;
  const placed = position ? html` style="object-position:${position}"` : noHtml;
  const responsive = srcset ? html` srcset="${srcset}" sizes="${sizes}"` : noHtml;
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
  return html`<img src="${src}"${responsive}${sizeAttributes(picture)} alt="${alt}"${placed}${loading}>`;
}

/**
 * The picture of a person, whose name is beside it. Where it cannot be loaded the letter below it shows: without a size
 * of its own, browsers leave out a picture that has no alternative text.
 */
export function avatarTag({ src, letter, hue }: AvatarModel, size: number): Html {
  return html`<span class="avatar" style="--size:${size}px;--hue:${hue}" aria-hidden="true">${letter}${
    src && html`<img src="${src}" alt="" loading="lazy" referrerpolicy="no-referrer">`
  }</span>`;
}

/** A search form; `where` keeps the ids of several forms on one page apart. */
export function searchForm({ site, words }: PageModel, where: string): Html {
  const { action, term } = site.search;
  return html`<form class="search" role="search" aria-label="${where === 'footer' ? words.searchSite : words.search}" method="get" action="${action}">
<label for="search-${where}">${words.search}</label>
<div class="row"><input type="search" id="search-${where}" name="s" value="${term}" required><button>${words.search}</button></div>
</form>`;
}

/** Links to the other pages of a list, or the other parts of a text. */
export function pagingNav(
  { page, newer, older, links }: PagingModel,
  { label, before, after, words }: { label: string; before: string; after: string; words: Words },
): Html {
  if (links.length === 0) return noHtml;
  return html`<nav class="paging" aria-label="${label}">
${newer && html`<a rel="prev" href="${newer}">${before}</a>`}
<ol>${links.map((link) =>
    link === null
      ? html`<li aria-hidden="true">…</li>`
      : html`<li><a href="${link.url}"${link.page === page ? html` aria-current="page"` : ''}><span class="for-readers">${words.page} </span>${link.page}</a></li>`,
  )}</ol>
${older && html`<a rel="next" href="${older}">${after}</a>`}
</nav>`;
}

/** Date and author of an entry. */
export function byLine({ date, author, url }: EntrySummary, isLinked: boolean): Html {
  const time = html`<time datetime="${date.iso}">${date.text}</time>`;
  return html`<p class="by">${isLinked ? html`<a href="${url}">${time}</a>` : time}${
    author && html` <span aria-hidden="true">·</span> <a rel="author" href="${author.url}">${author.label}</a>`
  }</p>`;
}

/** How many comments there are. */
export function commentTotal(count: number, words: Words): string {
  return count === 1 ? words.oneComment : filled(words.manyComments, { count });
}

/** A list of terms with its label. */
export function termList(label: string, terms: readonly LinkModel[]): Html {
  if (terms.length === 0) return noHtml;
  return html`<div class="terms"><h2>${label}</h2><ul>${terms.map(({ label: name, url }) => html`<li><a rel="tag" href="${url}">${name}</a></li>`)}</ul></div>`;
}

/** The attributes that reserve the place of an image; 1 by 1 stands for a file whose size is not known. */
export const sizeAttributes = ({ width, height }: Pick<PictureModel, 'width' | 'height'>): Html =>
  width > 1 || height > 1 ? html` width="${width}" height="${height}"` : noHtml;
