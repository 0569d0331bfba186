import type { ActiveExtension, ExtensionHost, Site, SiteAnswer } from '../../extension.ts';
import { embedPage } from './embed-html.ts';
import { resolveAddress } from './resolve-address.ts';
import { visitorView } from './visitor-view.ts';

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
