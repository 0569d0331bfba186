import type { Call } from '../api/call.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { assetFolder } from '../theme/active-theme.ts';
import { readPageAddress } from './address/page-address.ts';
import { receivePostedComment } from './comments/posted-comment.ts';
import { createCommentReceiver } from './comments/receive-comment.ts';
import { readCookies } from './cookies.ts';
import { crawlerFile } from './crawlers/crawler-files.ts';
import { showFeed } from './feeds/show-feed.ts';
import { followRedirect } from './follow-redirect.ts';
import { pageAt } from './page-at.ts';
import type { PageServices, PageWork } from './page-context.ts';
import { receivePassword } from './receive-password.ts';
import { showNotFound } from './show-message.ts';
import { addressedContent } from './targets/visible-posts.ts';

/** Answers a request outside the interface with a page; null where the address belongs to something else. */
export type PublicPages = (request: SiteRequest, call: Call) => Promise<SiteAnswer | null>;

/** Paths of existing systems that are no pages: a plain answer is enough for what is missing there. */
const elsewhere =
  /^\/(?:wp-(?:admin|content|includes|json)(?:\/|$)|embed\/|\.well-known\/|.*\.(?:php|ico|txt|xml|map)$)/i;

export function createPublicPages(context: PageServices): PublicPages {
  const receive = createCommentReceiver(context);
  return async (request, call) => {
    const words = context.theme.words(call.site.language);
    const work: PageWork = { ...context, call, request, words, cookies: readCookies(request.headers.cookie) };
    const [path = '/', query = ''] = splitTarget(request.url);
    const posted = request.method === 'POST';
    if (path === '/wp-comments-post.php') return posted ? receivePostedComment(work, receive) : onlyPost;
    if (path === '/wp-login.php' && new URLSearchParams(query).get('action') === 'postpass') {
      return posted ? receivePassword(work) : onlyPost;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    if (path.startsWith(assetFolder)) return themeFile(context, path);
    const file = await crawlerFile(work, path);
    if (file) return file;
    const moved = () => followRedirect(work, path, query);
    if (elsewhere.test(path) && path !== '/index.php') return moved();
    const address = readPageAddress(call.site, request.url, addressedContent(context));
    if (address?.view === 'embed') return null;
    if (address && typeof address.view === 'object')
      return (await showFeed(work, address)) ?? (await moved()) ?? showNotFound(work);
    return (address && (await pageAt(work, address))) ?? (await moved()) ?? showNotFound(work);
  };
}

/** Splits at the first question mark. */
function splitTarget(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

const onlyPost: SiteAnswer = {
  status: 405,
  type: 'text/plain; charset=UTF-8',
  payload: 'This address takes posted forms only.',
  headers: { Allow: 'POST', 'X-Content-Type-Options': 'nosniff' },
};

/** A file of the theme: its name changes with its content, so that browsers may keep it. */
function themeFile({ theme }: PageServices, path: string): SiteAnswer | null {
  const file = theme.fileAt(path);
  return (
    file && {
      status: 200,
      type: file.type,
      payload: file.payload,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' },
      tags: new Set<string>(),
    }
  );
}
