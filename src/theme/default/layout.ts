import type { MenuItem } from '../basic-models.ts';
import { type Html, html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Words } from '../words/english.ts';
import { filled } from '../words/words-in.ts';
import { pictureTag, searchForm } from './pieces.ts';

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
${site.menu.length > 0 && html`<nav class="menu" aria-label="${words.mainMenu}">${menuList(site.menu, words)}</nav>`}
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
