import { escapeKeepingReferences, type Site } from '../../extension.ts';
import type { VisitorView } from './visitor-view.ts';

/** The card that embeds of a post show: site, title, excerpt and a link. */
export function embedPage(view: VisitorView, site: Site): string {
  const picture = view.image
    ? `<img src="${escapeKeepingReferences(view.image.url)}" alt="${escapeKeepingReferences(view.image.alt)}" width="${view.image.width}" height="${view.image.height}">`
    : '';
  return document(view, site, {
    head: [link('canonical', view.link), '<meta name="robots" content="noindex">', '<base target="_top">'],
    style: cardStyle,
    body: `<article>
${picture}
<h1><a href="${escapeKeepingReferences(view.link)}">${view.title}</a></h1>
${view.isProtected ? '<p>This text is behind a password.</p>' : view.excerpt}
<footer><a href="${escapeKeepingReferences(site.url)}/">${escapeKeepingReferences(site.title)}</a></footer>
</article>`,
  });
}

interface DocumentContent {
  readonly head: readonly string[];
  readonly style: string;
  readonly body: string;
}

function document(view: VisitorView, site: Site, { head, style, body }: DocumentContent): string {
  const title = `${plain(view.title)} – ${plain(site.title)}`;
  return `<!doctype html>
<html lang="${escapeKeepingReferences(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeKeepingReferences(title)}</title>
${head.join('\n')}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const link = (rel: string, href: string, type?: string) =>
  `<link rel="${rel}"${type === undefined ? '' : ` type="${type}"`} href="${escapeKeepingReferences(href)}">`;

/** A rendered title contains markup, which a document title cannot. */
const plain = (html: string) => html.replace(/<[^>]*>/g, '');

const cardStyle =
  'body{font:1rem/1.5 system-ui,sans-serif;color:#222;background:#fff;margin:0}article{padding:1.5rem;border:1px solid #ddd;box-sizing:border-box;min-height:100vh}h1{font-size:1.25rem;margin:0 0 .5rem}img{max-width:100%;height:auto}a{color:inherit;text-decoration:none}footer{margin-top:1rem;color:#666}';
