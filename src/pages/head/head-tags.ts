import { type Html, html, raw } from '../../theme/html.ts';
import type { SiteFacts } from '../models/site-model.ts';
import type { HeadFacts } from './head-facts.ts';

/** The head of a page: what readers, search engines and programs learn of it. */
export function headTags(facts: HeadFacts, { site, icon }: SiteFacts): Html {
  const { canonical, picture } = facts;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${facts.title}</title>
${facts.description && html`<meta name="description" content="${facts.description}">\n`}${
  facts.isIndexed
    ? html`<meta name="robots" content="max-image-preview:large">`
    : html`<meta name="robots" content="noindex">`
}
${canonical && html`<link rel="canonical" href="${canonical}">\n`}${facts.links.map(
  ({ rel, href, type, title }) =>
    html`<link rel="${rel}"${type ? html` type="${type}"` : ''}${title ? html` title="${title}"` : ''} href="${href}">\n`,
)}${openGraph(facts, site.title, site.language).map(([name, content]) => html`<meta property="${name}" content="${content}">\n`)}<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">
${icon && html`<link rel="icon" href="${icon.src}" sizes="${icon.width}x${icon.height}">\n<link rel="apple-touch-icon" href="${icon.src}">\n`}${
  facts.data &&
  html`<script type="application/ld+json">${raw(JSON.stringify(facts.data).replaceAll('<', '\\u003c'))}</script>\n`
}${facts.styles && html`<style>${raw(facts.styles)}</style>\n`}`;
}

function openGraph(facts: HeadFacts, siteName: string, language: string): (readonly [string, string])[] {
  const { picture } = facts;
  const isSized = picture !== null && picture !== undefined && picture.width > 1;
  const all: (readonly [string, string])[] = [
    ['og:site_name', siteName],
    ['og:locale', language.replace('-', '_')],
    ['og:type', facts.openGraphType],
    ['og:title', facts.title.replace(` – ${siteName}`, '')],
    ['og:description', facts.description],
    ['og:url', facts.canonical ?? ''],
    ['og:image', picture?.src ?? ''],
    ['og:image:width', isSized ? String(picture.width) : ''],
    ['og:image:height', isSized ? String(picture.height) : ''],
    ['og:image:alt', picture?.alt ?? ''],
    ...facts.properties,
  ];
  return all.filter(([, content]) => content !== '');
}
