import type { SiteAnswer } from '../http/write-response.ts';
import { directionOf } from '../pages/models/site-model.ts';
import { html } from '../theme/html.ts';
import { type LoginWork, sessionRequest } from './login-context.ts';
import { loginAnswer, sentOn } from './login-view.ts';
import { moderateComment } from './moderate-comment.ts';

/** The addresses of existing admin pages: they lead to ours, and for visitors to the log-in. */
export async function adminAddress(work: LoginWork, path: string): Promise<SiteAnswer> {
  const { current, query, request } = work;
  if (path.startsWith(assets))
    return (await work.admin.asset(path.slice(assets.length), request)) ?? text(404, 'There is no such file.');
  const session = await work.browser.current(sessionRequest(work), work.store);
  if (path.startsWith('/admin/extensions/') && path.endsWith('.js')) return extensionScript(work, path, session);
  if (path === '/wp-admin/admin-ajax.php') {
    const isNonce = query.get('action') === 'rest-nonce' && session !== null;
    return isNonce ? text(200, session.nonce) : text(400, '0');
  }
  if (!session) {
    const back = new URLSearchParams({ redirect_to: current.serverUrl + request.url, reauth: '1' });
    return sentOn(`${current.serverUrl}/wp-login.php?${back}`);
  }
  if (path === '/wp-admin/comment.php') return moderateComment(work, session.nonce);
  if (!path.startsWith('/admin/')) return sentOn(`${current.serverUrl}/admin/`);
  const { language } = current;
  const start = { site: current, language, direction: directionOf(language), ...session };
  return (await work.admin.document(start)) ?? notBuilt(work, session);
}

const assets = '/admin/assets/';

/** A script of an extension. Whoever may not use it is told that there is none. */
async function extensionScript(
  { extensionScript: find }: LoginWork,
  path: string,
  session: { readonly userId: number } | null,
): Promise<SiteAnswer> {
  const payload = session && (await find(path, session.userId));
  if (!payload) return text(404, 'There is no such file.');
  return {
    status: 200,
    type: 'text/javascript; charset=UTF-8',
    payload,
    headers: {
      // Its address changes with its content; only the browser of whoever may see it keeps it.
      'Cache-Control': 'private, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  };
}

/** What stands in for the admin page in a copy of the source where it was not built. */
async function notBuilt(
  { current, store }: LoginWork,
  session: { userId: number; nonce: string },
): Promise<SiteAnswer> {
  const user = await store.users.byId(session.userId);
  const main = html`<p>You are logged in as <strong>${user?.displayName ?? ''}</strong>.</p>
<p>The admin page is not built. Run <code>npm run build:admin</code>, then start again.</p>
<p><a href="${current.url}/">To the site</a></p>
<p><a href="${current.serverUrl}/wp-login.php?action=logout&_wpnonce=${session.nonce}">Log out</a></p>`;
  return loginAnswer(current, { title: 'Your site', main });
}

const text = (status: number, payload: string): SiteAnswer => ({
  status,
  type: 'text/plain; charset=UTF-8',
  payload,
  headers: {
    'Cache-Control': 'no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  },
});
