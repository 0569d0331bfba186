import type { SiteAnswer, SiteRequest } from '../../http/write-response.ts';
import type { OidcProviders } from '../../rules/oidc-providers.ts';
import type { OidcAccountContext } from '../../wp/users/oidc-account.ts';
import { directionOf } from '../pages/site-model.ts';
import { html } from '../theme/html.ts';
import { adminScreen } from './admin-screen.ts';
import { authorizeApplication } from './authorize-application.ts';
import { authorizePage } from './connect-app.ts';
import { devicePage } from './connect-device.ts';
import { invitation, register } from './enrolment-pages.ts';
import { loginLink, logOut, receiveCode, receiveLogin, receivePasskey, showLogin } from './log-in.ts';
import { type LoginContext, type LoginWork, sessionRequest } from './login-context.ts';
import { loginAnswer, sentOn } from './login-view.ts';
import { createResetLimits, lostPassword, resetPassword } from './lost-password.ts';
import { moderateComment } from './moderate-comment.ts';
import { createOidcPages } from './oidc-pages.ts';
import { personalData } from './personal-data.ts';

/** Answers at the log-in and admin addresses; null where the address belongs to something else. */
export type LoginPages = (request: SiteRequest) => Promise<SiteAnswer | null>;

/** Where people give apps access. */
const connectPages: Readonly<Record<string, (work: LoginWork) => Promise<SiteAnswer | null>>> = {
  '/oauth/authorize': authorizePage,
  '/oauth/device': devicePage,
};

export function createLoginPages(
  context: LoginContext & OidcAccountContext & { readonly providers: OidcProviders },
): LoginPages {
  const oidc = createOidcPages(context.providers, context);
  const limits = createResetLimits(context.limiters);
  const actions: Readonly<Record<string, (work: LoginWork) => Promise<SiteAnswer>>> = {
    login: (work) => (work.request.method === 'POST' ? receiveLogin(work) : showLogin(work)),
    logout: logOut,
    lostpassword: (work) => lostPassword(work, limits),
    retrievepassword: (work) => lostPassword(work, limits),
    rp: resetPassword,
    resetpass: resetPassword,
    code: receiveCode,
    passkey: receivePasskey,
    link: loginLink,
    register,
    invitation,
    'personal-data': personalData,
  };
  return async (request) => {
    const [path = '/', search = ''] = request.url.split('?', 2);
    const isAdmin = /^\/(?:wp-)?admin(?:\/|$)/.test(path);
    const isOidc = oidc.isAt(path);
    const connecting = Object.hasOwn(connectPages, path) ? connectPages[path] : undefined;
    if (!isAdmin && !isOidc && !connecting && path !== '/wp-login.php') return null;
    const query = new URLSearchParams(search);
    const current = await context.site(context.store);
    const words = context.wordsIn(current.language);
    const work: LoginWork = { ...context, others: oidc, request, query, current, words };
    if (isOidc) return oidc.answer(work, path);
    if (connecting) return connecting(work);
    if (isAdmin) return adminAddress(work, path);
    const action = query.get('action') ?? 'login';
    if (action === 'postpass') return null;
    if (context.oidcOnly && ownWays.has(action)) return showLogin(work);
    return (Object.hasOwn(actions, action) ? actions[action] : actions['login'])?.(work) ?? null;
  };
}

/** The ways in that do without a provider; the link of a command is none of them. */
const ownWays: ReadonlySet<string> = new Set([
  'login',
  'passkey',
  'lostpassword',
  'retrievepassword',
  'rp',
  'resetpass',
  'register',
  'invitation',
]);

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
  if (path === '/wp-admin/authorize-application.php') return authorizeApplication(work, session);
  if (path === '/wp-admin/comment.php' && query.get('action') !== 'editcomment')
    return moderateComment(work, session.nonce);
  if (!path.startsWith('/admin/'))
    return sentOn(`${current.serverUrl}/admin/${await adminScreen(work, path, session.nonce)}`);
  const { language } = current;
  const canSendMail = work.mail.isConfigured;
  const start = { site: current, language, direction: directionOf(language), canSendMail, ...session };
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

/** What stands in for the admin page in a copy of the source until it is built; browsers ask again by themselves. */
async function notBuilt(
  { current, store }: LoginWork,
  session: { userId: number; nonce: string },
): Promise<SiteAnswer> {
  const user = await store.users.byId(session.userId);
  const main = html`<p>You are logged in as <strong>${user?.displayName ?? ''}</strong>.</p>
<p role="status">The admin page is being built. This page looks again every few seconds until it is there.</p>
<p>If that takes more than some minutes, run <code>npm run build:admin</code>, which says what is wrong.</p>
<p><a href="${current.url}/">To the site</a></p>
<p><a href="${current.serverUrl}/wp-login.php?action=logout&_wpnonce=${session.nonce}">Log out</a></p>`;
  const headers = { Refresh: '3', 'Retry-After': '3' };
  return loginAnswer(current, { title: 'Your site', main }, { status: 503, headers });
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
