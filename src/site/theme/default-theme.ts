import { attachmentPage, commentSection, pagePage, postPage } from './default-entry.ts';
import { byLine, commentTotal, pagingNav, pictureTag, searchForm } from './default-pieces.ts';
import { type Html, html, noHtml } from './html.ts';
import type { EntrySummary, ListModel, MenuItem, MessageModel, PageModel } from './page-model.ts';
import { defineTheme, type PageFunctions, type Theme } from './theme.ts';
import { filled, type Words } from './words.ts';

/** The document around the main part of every page. */
export function documentLayout(page: PageModel, main: Html): Html {
  const { site, words } = page;
  return html`<!doctype html>
<html lang="${site.language}" dir="${site.direction}">
<head>
${page.head}<link rel="stylesheet" href="${page.asset('style.css')}">
<link rel="stylesheet" href="${page.asset('blocks.css')}">
</head>
<body class="${page.bodyClass}">
<a class="skip" href="#main">${words.skip}</a>
<header class="site-header">
<div class="bar">
<p class="site-title">${
    site.logo
      ? html`<a href="${site.url}" rel="home" aria-label="${site.title}">${pictureTag(site.logo, { sizes: '12rem', isFirst: true })}</a>`
      : html`<a href="${site.url}" rel="home">${site.title}</a>`
  }</p>
${site.menu.length > 0 && foldedMenu(site.menu, words)}
</div>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<div class="bar">
<div><p class="site-title"><a href="${site.url}">${site.title}</a></p>${site.tagline && html`<p>${site.tagline}</p>`}</div>
${site.footerMenu.length > 0 && html`<nav class="menu" aria-label="${words.footerMenu}">${menuList(site.footerMenu, words)}</nav>`}
${searchForm(page, 'footer')}
</div>
</footer>
</body>
</html>
`;
}

/** The main menu. On narrow screens it is behind a button, which the browser opens and closes without any script. */
function foldedMenu(items: readonly MenuItem[], words: Words): Html {
  return html`<nav class="menu" aria-label="${words.mainMenu}"><button type="button" class="menu-button" popovertarget="site-menu">${words.menu}</button><div id="site-menu" class="menu-panel" popover>${menuList(items, words)}</div></nav>`;
}

function menuList(items: readonly MenuItem[], words: Words): Html {
  return html`<ul>${items.map(
    (item) =>
      html`<li${attribute('class', item.classes.join(' '))}><a href="${item.url}"${attribute('aria-current', item.isCurrent && 'page')}${attribute('target', item.opensWindow && '_blank')}${attribute('rel', item.rel)}${attribute('title', item.title)}>${item.label}</a>${
        item.children.length > 0 &&
        html`<details><summary aria-label="${filled(words.moreBelow, { name: item.label })}"></summary>${menuList(item.children, words)}</details>`
      }</li>`,
  )}</ul>`;
}

/** An attribute with a value; nothing without one. */
const attribute = (name: string, value: string | false): Html | '' => (value ? html` ${name}="${value}"` : '');

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

export function notFoundPage(page: PageModel): Html {
  const { words } = page;
  return html`<header class="page-head">
<h1>${words.notFound}</h1>
<p class="lede">${words.notFoundHint}</p>
${searchForm(page, 'main')}
<p><a href="${page.site.url}">${words.toFront}</a></p>
</header>`;
}

export function messagePage(page: MessageModel): Html {
  return html`<header class="page-head">
<h1>${page.heading}</h1>
<p class="lede" role="alert">${page.message}</p>
${page.back && html`<p><a href="${page.back.url}">${page.back.label}</a></p>`}
</header>
${page.comments && commentSection(page.comments, page)}`;
}

const functions: PageFunctions = {
  layout: documentLayout,
  home: homePage,
  archive: archivePage,
  search: searchPage,
  post: postPage,
  page: pagePage,
  attachment: attachmentPage,
  notFound: notFoundPage,
  message: messagePage,
};

/** The built-in theme. It uses nothing that other themes cannot use. */
export const defaultTheme: Theme & PageFunctions = {
  ...defineTheme({
    name: 'default',
    // `--measure` and `--wide` of the style sheet.
    pictureWidths: { text: 672, wide: 1056 },
    assets: {
      'style.css': new URL('./style.css', import.meta.url),
      'blocks.css': new URL('./blocks.css', import.meta.url),
      'comment-reply.js': new URL('./comment-reply.client.js', import.meta.url),
    },
  }),
  ...functions,
};
