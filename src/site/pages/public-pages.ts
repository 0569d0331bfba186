import type { Call } from '../../api/call.ts';
import type { SiteAnswer, SiteRequest } from '../../http/write-response.ts';
import { createCommentReceiver, receivePostedComment } from '../comments/receive-comment.ts';
import { crawlerFile } from '../feeds/crawler-files.ts';
import { showFeed } from '../feeds/show-feed.ts';
import { storedRedirect } from '../redirects.ts';
import { assetFolder } from '../theme/active-theme.ts';
import { readPageAddress } from './page-address.ts';
import { redirectAnswer } from './page-answer.ts';
import { pageAt } from './page-at.ts';
import type { PageServices, PageWork } from './page-context.ts';
import { readForm } from './read-form.ts';
import { showMessage, showNotFound } from './show-page.ts';
import { addressedContent } from './visible-posts.ts';

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

/** The answer of a redirect that somebody set for a path without content; null for none. */
export async function followRedirect(
  { call, redirectHits }: PageWork,
  path: string,
  query: string,
): Promise<SiteAnswer | null> {
  const stored = await storedRedirect(call, path, query, redirectHits.note);
  if (stored === 'gone') return gone;
  return stored && redirectAnswer(stored.to, stored.status);
}

const gone: SiteAnswer = {
  status: 410,
  type: 'text/plain; charset=UTF-8',
  payload: 'This page was removed for good.',
  headers: { 'X-Content-Type-Options': 'nosniff' },
};

const longestPassword = 255;

/** Takes the password of a protected post and has the browser remember it; the post itself tells whether it is right. */
export async function receivePassword(work: PageWork): Promise<SiteAnswer> {
  const { call, request, passwords } = work;
  const sent = await readForm(request);
  const password = sent?.get('post_password') ?? '';
  if (password === '' || password.length > longestPassword) {
    return showMessage(
      work,
      {
        heading: work.words.passwordMissing,
        message: work.words.passwordMissingHint,
        back: { label: work.words.goBack, url: backTo(work, sent) },
        comments: null,
      },
      { status: 400 },
    );
  }
  const cookie = await passwords.cookieFor(password, request.remote.secure, call.site, call.store);
  return redirectAnswer(backTo(work, sent), 303, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
}

/** The page the form was on, if it is one of this site; else the front page. */
function backTo({ call: { site }, request }: PageWork, sent: URLSearchParams | null): string {
  const home = `${site.url}/`;
  const own = [home, `${site.serverUrl}/`].map((base) => new URL(base));
  for (const wanted of [sent?.get('redirect_to'), request.headers.referer]) {
    const url = wanted ? URL.parse(wanted, home) : null;
    const isOwn = own.some(({ origin, pathname }) => url?.origin === origin && url.pathname.startsWith(pathname));
    if (url && isOwn && url.username === '') return url.href;
  }
  return home;
}

/** The cookies of a request by name; a value that is not percent-encoded properly stays as it was sent. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim()));
  }
  return cookies;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
