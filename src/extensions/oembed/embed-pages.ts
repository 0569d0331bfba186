import {
  type ActiveExtension,
  type ExtensionHost,
  escapeKeepingReferences,
  type Site,
  type SiteAnswer,
} from '../../extension.ts';
import { resolveAddress } from './resolve-address.ts';
import { type VisitorView, visitorView } from './visitor-view.ts';

/** The cards that embeds of posts, pages and media show in their frame. */
export function embedPages(host: Pick<ExtensionHost, 'types'>): NonNullable<ActiveExtension['page']> {
  return async (request, { site, store, ask, tags }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const url = ownUrl(site, request.url);
    const resolved = url === null ? null : await resolveAddress({ store, site, types: host.types }, url);
    if (resolved?.view !== 'embed') return null;
    const view = await visitorView({ ask, types: host.types }, resolved.post);
    return view && { ...card(embedPage(view, site)), tags };
  };
}

/** The public URL of the request; the client's `Host` header is not trusted. */
function ownUrl(site: Site, target: string): string | null {
  const path = URL.parse(target, 'http://any.invalid');
  return path && target.startsWith('/') ? site.url + path.pathname + path.search : null;
}

/** Authors' scripts do not run here, whatever they were allowed to store. */
const sources =
  "default-src 'none'; img-src * data:; media-src *; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'";

/** A card may be framed by any page, and cannot do anything there. */
const card = (html: string): SiteAnswer =>
  answer(html, { 'Content-Security-Policy': `${sources}; frame-ancestors *`, 'X-Robots-Tag': 'noindex' });

function answer(html: string, headers: Record<string, string>): SiteAnswer {
  return {
    status: 200,
    type: 'text/html; charset=UTF-8',
    headers: { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'strict-origin-when-cross-origin', ...headers },
    payload: html,
  };
}

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

/** The frame has a height of its own, which the picture and the text share; title and site are always seen. */
const cardStyle = [
  'body{font:1rem/1.5 system-ui,sans-serif;color:#222;background:#fff;margin:0}',
  'article{display:flex;flex-direction:column;gap:.5rem;box-sizing:border-box;height:100vh;overflow:hidden;padding:1rem 1.25rem;border:1px solid #ddd}',
  'img{flex:0 1 45vh;min-height:0;width:100%;object-fit:cover}',
  'h1{flex:none;font-size:1.25rem;line-height:1.3;margin:0}',
  'p{flex:0 1 auto;min-height:0;margin:0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}',
  'a{color:inherit;text-decoration:none}h1 a{text-decoration:underline}',
  'footer{flex:none;margin-top:auto;color:#666}',
].join('');
