import type { ActiveExtension, ExtensionHost, Site, SiteAnswer } from '../../extension.ts';
import { embedPage, postPage } from './page-html.ts';
import { resolveAddress } from './resolve-address.ts';
import { visitorView } from './visitor-view.ts';

/** The public pages of posts, pages and media: a plain page at the permalink, and a card for the embed's frame. */
export function publicPages(host: Pick<ExtensionHost, 'types'>): NonNullable<ActiveExtension['page']> {
  return async (request, { site, store, ask, tags }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const url = ownUrl(site, request.url);
    const resolved = url && (await resolveAddress({ store, site, types: host.types }, url));
    if (!resolved || resolved.view === 'feed') return null;
    const view = await visitorView({ ask, types: host.types }, resolved.post);
    if (!view) return null;
    const shown = resolved.view === 'embed' ? card(embedPage(view, site)) : page(postPage(view, site));
    return { ...shown, tags };
  };
}

/** The request's URL on the site's configured host; the client's `Host` header is not trusted. */
function ownUrl(site: Site, target: string): string | null {
  const path = URL.parse(target, 'http://any.invalid');
  return path && target.startsWith('/') ? new URL(site.url).origin + path.pathname + path.search : null;
}

const sources =
  "default-src 'none'; img-src * data:; media-src *; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'";

/** Authors' scripts do not run here, whatever they were allowed to store; frames of other sites do. */
const page = (html: string): SiteAnswer =>
  answer(html, {
    'Content-Security-Policy': `${sources}; frame-src https:; form-action 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'self'`,
  });

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
