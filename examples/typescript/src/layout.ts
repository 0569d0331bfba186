import { type MenuItem, plainText, type SiteFacts } from 'platen/content';
import { content, siteUrl } from './content.ts';
import { escaped, type Html, html, rendered } from './html.ts';

export interface PageParts {
  readonly main: Html;
  readonly head: Html;
}

/** The whole document around a page. */
export async function layout({ main, head }: PageParts): Promise<string> {
  const site = await content.site();
  return `<!doctype html>${html`
<html lang="${site.language}" dir="${site.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}
<link rel="icon" href="${site.icon || 'data:,'}">
<link rel="alternate" type="application/rss+xml" title="${site.title}" href="/feed/">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top">
<a class="name" href="/">${nameOf(site)}</a>
<nav aria-label="Main">${menu(site.menu)}</nav>
<search class="search"><form action="/search/">
<label class="hidden" for="words">Search</label><input id="words" name="q" type="search" placeholder="Search">
</form></search>
</header>
<main id="main" tabindex="-1">${main}</main>
<footer class="bottom">
<p>${site.tagline === '' ? site.title : `${site.title} – ${site.tagline}`}</p>
<nav aria-label="Footer">${menu(site.footerMenu)}<a href="/feed/">Feed</a></nav>
</footer>
</body>
</html>`}`;
}

function nameOf({ logo, title }: SiteFacts): Html | string {
  return logo ? html`<img src="${logo.src}" alt="${title}" width="${logo.width}" height="${logo.height}">` : title;
}

function menu(items: readonly MenuItem[]): Html | null {
  if (items.length === 0) return null;
  return html`<ul>${items.map((item) => html`<li><a href="${item.url}">${item.label}</a>${menu(item.children)}</li>`)}</ul>`;
}

/** What search engines and cards read: as the server says it, or else title, description and address. */
export async function headOf(path: string, title: string, description = ''): Promise<Html> {
  const elements = await content.head(path);
  if (!elements) {
    const site = await content.site();
    const plain = plainText(title);
    return html`<title>${plain === '' ? site.title : `${plain} – ${site.title}`}</title>
<meta name="description" content="${plainText(description) || site.tagline}">
<link rel="canonical" href="${new URL(path, siteUrl).href}">`;
  }
  const shown = elements.filter(({ tag, attributes }) => tag !== 'link' || attributes['rel'] !== 'alternate');
  return rendered(
    shown
      .map(({ tag, attributes, text = '' }) => {
        const own = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
        const inside = tag === 'script' ? text.replaceAll('<', '\\u003c') : escaped(text);
        const end = tag === 'meta' || tag === 'link' ? '' : `${inside}</${tag}>`;
        return `<${tag}${own.join('')}>${end}`;
      })
      .join('\n'),
  );
}

/** The head of a page that is not for search engines. */
export const unlisted = (title: string): Html => html`<title>${title}</title><meta name="robots" content="noindex">`;
