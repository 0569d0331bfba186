import type { SiteAnswer } from '../http/write-response.ts';
import { readForm } from '../pages/read-form.ts';
import { html, noHtml } from '../theme/html.ts';
import type { Words } from '../theme/words/english.ts';
import { type LoginWork, sessionRequest } from './login-context.ts';
import { type LoginView, loginAnswer, sentOn } from './login-view.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { isForeignForm, ownTarget } from './own-address.ts';

const longestPassword = 4_096;

/** The notices a link may ask for. */
const notices: Readonly<Record<string, keyof Words>> = {
  loggedout: 'loggedOut',
  'checkemail=confirm': 'mailSent',
  'password=changed': 'passwordChanged',
};

/** The log-in form. */
export function showLogin(work: LoginWork): Promise<SiteAnswer> {
  const notice = Object.entries(notices).find(([asked]) => {
    const [name = '', value] = asked.split('=');
    return value === undefined ? work.query.has(name) : work.query.get(name) === value;
  });
  const view = loginForm(work, { login: '', redirectTo: work.query.get('redirect_to') ?? '' });
  return loginAnswer(work.current, { ...view, notice: notice ? { text: work.words[notice[1]] } : null });
}

/** A posted log-in form, with the field names of existing systems. */
export async function receiveLogin(work: LoginWork): Promise<SiteAnswer> {
  const { current, request } = work;
  if (isForeignForm(request, current)) return foreignForm(work);
  const sent = await readForm(request);
  const login = sent?.get('log') ?? '';
  const password = sent?.get('pwd') ?? '';
  const redirectTo = sent?.get('redirect_to') ?? work.query.get('redirect_to') ?? '';
  const refuse = (text: string, status: number, headers = {}) =>
    loginAnswer(
      current,
      { ...loginForm(work, { login, redirectTo }), notice: { text, isBad: true } },
      { status, headers },
    );
  if (login.trim() === '') return refuse(work.words.accountMissing, 400);
  if (password === '') return refuse(work.words.ownPasswordMissing, 400);
  const credentials = {
    login,
    password: password.slice(0, longestPassword + 1),
    remember: sent?.has('rememberme') ?? false,
  };
  const start: OpenSession = (from) => work.browser.logIn(credentials, from, work.store);
  return openSession(work, start, {
    redirectTo,
    refuse: ({ message, headers }, status) => refuse(message, status, headers),
  });
}

/** Ends the session. Without the nonce of the session the page asks first: a link elsewhere must not log anyone out. */
export async function logOut(work: LoginWork): Promise<SiteAnswer> {
  const { current, query, request, store, browser, words } = work;
  const session = await browser.current(sessionRequest(work), store);
  const target = ownTarget(query.get('redirect_to'), current, `${current.serverUrl}/wp-login.php?loggedout=true`);
  if (!session) return sentOn(target);
  const isPosted = request.method === 'POST' && !isForeignForm(request, current);
  if (!isPosted && query.get('_wpnonce') !== session.nonce) {
    const main = html`<p>${words.askLogOut}</p>
<form method="post" action="${current.serverUrl}/wp-login.php?action=logout"><button>${words.logOut}</button></form>`;
    return loginAnswer(current, { title: words.logOut, main, links: [[words.stay, `${current.url}/`]] });
  }
  const { cookie } = await browser.logOut(sessionRequest(work), store);
  return sentOn(target, { 'Set-Cookie': cookie });
}

/** Says that a form was sent from elsewhere. */
export function foreignForm(work: LoginWork): Promise<SiteAnswer> {
  const { current } = work;
  const notice = { text: 'This form was sent from another site. Please use this one.', isBad: true };
  return loginAnswer(current, { ...loginForm(work, { login: '', redirectTo: '' }), notice }, { status: 403 });
}

/** The form for name and password. */
export function loginForm({ current, words }: LoginWork, typed: { login: string; redirectTo: string }): LoginView {
  const action = `${current.serverUrl}/wp-login.php`;
  return {
    title: words.logIn,
    main: html`<form name="loginform" id="loginform" method="post" action="${action}">
<label for="user_login">${words.account}</label>
<input id="user_login" name="log" autocomplete="username" autocapitalize="off" value="${typed.login.slice(0, 200)}" required${typed.login ? noHtml : html` autofocus`}>
<label for="user_pass">${words.password}</label>
<input id="user_pass" name="pwd" type="password" autocomplete="current-password" required${typed.login ? html` autofocus` : noHtml}>
<p class="row"><input id="rememberme" name="rememberme" type="checkbox" value="forever"><label for="rememberme">${words.rememberMe}</label></p>
<input type="hidden" name="redirect_to" value="${typed.redirectTo}">
<button id="wp-submit" name="wp-submit" value="Log in">${words.logIn}</button></form>`,
    links: [
      [words.forgotPassword, `${action}?action=lostpassword`],
      [words.toSite, `${current.url}/`],
    ],
  };
}
