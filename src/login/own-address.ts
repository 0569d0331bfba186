import type { SiteRequest } from '../http/write-response.ts';
import type { Site } from '../rules/site.ts';

/** Whether a URL belongs to this site: to its pages or to the server that answers for it. */
export function isOwnUrl(url: URL, { url: home, serverUrl }: Pick<Site, 'url' | 'serverUrl'>): boolean {
  return [home, serverUrl].some((base) => {
    const own = new URL(base);
    const path = own.pathname.replace(/\/$/, '');
    const isBelow = path === '' || url.pathname === path || url.pathname.startsWith(`${path}/`);
    return url.origin === own.origin && isBelow && url.username === '' && url.password === '';
  });
}

/** Where to go after a log-in: the asked-for address if it is one of this site, else the fallback. */
export function ownTarget(asked: string | null, site: Site, fallback: string): string {
  // Browsers read a backslash as a slash and drop control characters; no address of ours has either.
  if (!asked || /[\\\u0000-\u0020\u007f]/.test(asked)) return fallback;
  const url = URL.parse(asked, `${site.serverUrl}/`);
  return url && isOwnUrl(url, site) ? url.href : fallback;
}

/**
 * Whether a form was sent by a page of another site. Browsers say where a posted form comes from; programs, which send
 * neither header, have no session that somebody else could use.
 */
export function isForeignForm({ headers }: Pick<SiteRequest, 'headers'>, site: Site): boolean {
  const { origin } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  if (origin === undefined) return false;
  const sender = URL.parse(origin);
  if (!sender) return true;
  return sender.host !== headers.host && ![site.url, site.serverUrl].some((own) => new URL(own).origin === origin);
}
