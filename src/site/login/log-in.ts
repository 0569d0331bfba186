import type { LoggedIn } from '../../auth/browser-login.ts';
import { userOfLink } from '../../auth/login-links.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { ApiError } from '../../lib/errors.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { readForm } from '../pages/read-form.ts';
import { type Html, html, noHtml } from '../theme/html.ts';
import { filled, type Words } from '../theme/words.ts';
import { type LoginWork, sessionRequest } from './login-context.ts';
import { isForeignForm, type LoginView, loginAnswer, ownTarget, sentOn } from './login-view.ts';
import { passkeyButton } from './passkey-script.ts';
import { refusalText } from './refusal-text.ts';

const longestPassword = 4_096;

/** The notices a link may ask for. */
const notices: Readonly<Record<string, keyof Words>> = {
  loggedout: 'loggedOut',
  'checkemail=confirm': 'mailSent',
  'checkemail=registered': 'registrationSent',
  'password=changed': 'passwordChanged',
};

/** The log-in form. */
export async function showLogin(work: LoginWork): Promise<SiteAnswer> {
  const notice = Object.entries(notices).find(([asked]) => {
    const [name = '', value] = asked.split('=');
    return value === undefined ? work.query.has(name) : work.query.get(name) === value;
  });
  const { current, words, store, oidcOnly } = work;
  const redirectTo = work.query.get('redirect_to') ?? '';
  const view = loginForm(work, { login: '', redirectTo });
  const isOpen = !oidcOnly && (await readOption(store, 'users_can_register'));
  const more = isOpen ? [[words.register, `${current.serverUrl}/wp-login.php?action=register`] as const] : [];
  const options = oidcOnly ? null : await work.browser.passkeyOptions(null, current, store);
  const passkey = options ? passkeyForm(work, options, redirectTo) : noHtml;
  return loginAnswer(current, {
    ...view,
    main: html`${view.main}${passkey}`,
    hasPasskey: options !== null,
    links: [...(view.links ?? []), ...more],
    notice: notice ? shownNotice(work, notice[1]) : null,
  });
}

/** What a notice says; that a mail comes is only said where one can be sent. */
function shownNotice({ words, mail }: LoginWork, notice: keyof Words): NonNullable<LoginView['notice']> {
  if (notice === 'mailSent' && !mail.isConfigured) return { text: words.noMailServer, isBad: true };
  return { text: words[notice] };
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
    refuse: (error, status) => refuse(refusalText(work.words, error), status, error.headers),
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
  return sentOn((await work.others.logOut(work)) ?? target, { 'Set-Cookie': cookie });
}

/** Says that a form was sent from elsewhere. */
export function foreignForm(work: LoginWork): Promise<SiteAnswer> {
  const { current, words } = work;
  const notice = { text: words.refusedForeign, isBad: true };
  return loginAnswer(current, { ...loginForm(work, { login: '', redirectTo: '' }), notice }, { status: 403 });
}

/** The form for name and password. */
export function loginForm(work: LoginWork, typed: { login: string; redirectTo: string }): LoginView {
  const { current, words } = work;
  const action = `${current.serverUrl}/wp-login.php`;
  const buttons = work.others.buttons(work, typed.redirectTo);
  if (work.oidcOnly) return { title: words.logIn, main: buttons, links: [[words.toSite, `${current.url}/`]] };
  return {
    title: words.logIn,
    main: html`<form name="loginform" id="loginform" method="post" action="${action}">
<label for="user_login">${words.account}</label>
<input id="user_login" name="log" autocomplete="username" autocapitalize="off" value="${typed.login.slice(0, 200)}" required${typed.login ? noHtml : html` autofocus`}>
<label for="user_pass">${words.password}</label>
<input id="user_pass" name="pwd" type="password" autocomplete="current-password" required${typed.login ? html` autofocus` : noHtml}>
<p class="row"><input id="rememberme" name="rememberme" type="checkbox" value="forever"><label for="rememberme">${words.rememberMe}</label></p>
<input type="hidden" name="redirect_to" value="${typed.redirectTo}">
<button id="wp-submit" name="wp-submit" value="Log in">${words.logIn}</button></form>${buttons}`,
    links: [
      [words.forgotPassword, `${action}?action=lostpassword`],
      [words.toSite, `${current.url}/`],
    ],
  };
}

/** The button that logs in with a passkey; hidden where the browser has none. */
function passkeyForm({ current, words }: LoginWork, options: Record<string, unknown>, redirectTo: string): Html {
  return html`<form name="passkeyform" id="passkeyform" method="post" action="${current.serverUrl}/wp-login.php?action=passkey">
<input type="hidden" name="redirect_to" value="${redirectTo}">
${passkeyButton('get', options, { label: words.passkeyLogIn, words })}</form>`;
}

/** The posted answer of a passkey. */
export async function receivePasskey(work: LoginWork): Promise<SiteAnswer> {
  const { current, request, browser, store, words } = work;
  if (request.method !== 'POST') return showLogin(work);
  if (isForeignForm(request, current)) return foreignForm(work);
  const sent = await readForm(request);
  const redirectTo = sent?.get('redirect_to') ?? '';
  const passkey = { response: sent?.get('passkey') ?? '', remember: false, party: current };
  return openSession(work, (from) => browser.logInWithPasskey(passkey, from, store), {
    redirectTo,
    refuse: (error, status) => {
      const text = refusalText(words, error);
      const view = { ...loginForm(work, { login: '', redirectTo }), notice: { text, isBad: true } };
      return loginAnswer(current, view, { status, headers: error.headers });
    },
  });
}

/** Starts a session, or says why not. */
export type OpenSession = (request: ReturnType<typeof sessionRequest>) => Promise<LoggedIn>;

/** Answers that an attempt to log in was refused. */
export type RefuseLogin = (error: ApiError, status: number) => Promise<SiteAnswer>;

/** Starts a session and sends the browser on; asks for the code where the account has a second factor. */
export async function openSession(
  work: LoginWork,
  start: OpenSession,
  { redirectTo, refuse }: { readonly redirectTo: string; readonly refuse: RefuseLogin },
): Promise<SiteAnswer> {
  const { browser, store, current } = work;
  const request = sessionRequest(work);
  try {
    // A session that the browser brought along ends, so that nobody can have prepared it.
    await browser.logOut(request, store);
    const { cookie } = await start(request);
    return sentOn(ownTarget(redirectTo, current, `${current.serverUrl}/admin/`), { 'Set-Cookie': cookie });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { step } = error.details;
    if (typeof step === 'string') return loginAnswer(current, await codeForm(work, { step, redirectTo }));
    return refuse(error, Number(error.status) || 401);
  }
}

/** The second step: the code of the app, or a recovery code. */
export async function codeForm(work: LoginWork, at: { step: string; redirectTo: string }): Promise<LoginView> {
  const { current, words, browser, store } = work;
  const options = await browser.passkeyOptions(at.step, current, store);
  const passkey = options && passkeyButton('get', options, { label: words.passkeyInstead, words });
  const action = `${current.serverUrl}/wp-login.php`;
  return {
    title: words.secondStep,
    hasPasskey: options !== null,
    main: html`<p id="code-hint">${options ? words.passkeyHint : words.codeHint}</p>
<form name="codeform" id="codeform" method="post" action="${action}?action=code">
<label for="code">${words.code}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" aria-describedby="code-hint" required autofocus>
<input type="hidden" name="step" value="${at.step}"><input type="hidden" name="redirect_to" value="${at.redirectTo}">
<button id="wp-submit" name="wp-submit" value="Log in">${words.logIn}</button></form>
${
  passkey
    ? html`<form name="passkeyform" id="passkeyform" method="post" action="${action}?action=code">
<input type="hidden" name="step" value="${at.step}"><input type="hidden" name="redirect_to" value="${at.redirectTo}">
${passkey}</form>`
    : noHtml
}`,
    links: [[words.logInAgain, action]],
  };
}

const longestCode = 64;

/** The posted code of the second step. */
export async function receiveCode(work: LoginWork): Promise<SiteAnswer> {
  const { current, request, browser, store } = work;
  if (request.method !== 'POST') return showLogin(work);
  if (isForeignForm(request, current)) return foreignForm(work);
  const sent = await readForm(request);
  const step = (sent?.get('step') ?? '').slice(0, 200);
  const redirectTo = sent?.get('redirect_to') ?? '';
  const code = (sent?.get('code') ?? '').slice(0, longestCode);
  const response = sent?.get('passkey') ?? '';
  const passkey = response === '' ? {} : { passkey: { response, party: current } };
  const refuse: RefuseLogin = async (error, status) => {
    const isOver = error.code === 'rest_login_expired';
    const form = isOver ? loginForm(work, { login: '', redirectTo }) : await codeForm(work, { step, redirectTo });
    const notice = { text: refusalText(work.words, error), isBad: true };
    return loginAnswer(current, { ...form, notice }, { status, headers: error.headers });
  };
  return openSession(work, (from) => browser.logInWithCode({ step, code, ...passkey }, from, store), {
    redirectTo,
    refuse,
  });
}

/**
 * A one-time link. Opening it only asks: programs that look at addresses beforehand must not use it up. The button
 * logs in.
 */
export async function loginLink(work: LoginWork): Promise<SiteAnswer> {
  const { request, current, browser, store, clock } = work;
  if (request.method !== 'POST') {
    const token = work.query.get('token') ?? '';
    const user = await userOfLink(store, token, clock());
    return user ? askToUse(work, token, user.displayName || user.login) : voidLink(work);
  }
  if (isForeignForm(request, current)) return foreignForm(work);
  const token = (await readForm(request))?.get('token') ?? '';
  return openSession(work, (from) => browser.logInWithLink(token, from, store), {
    redirectTo: '',
    refuse: () => voidLink(work),
  });
}

function askToUse({ current, words }: LoginWork, token: string, name: string): Promise<SiteAnswer> {
  const action = `${current.serverUrl}/wp-login.php`;
  const main = html`<p>${filled(words.linkFor, { name })}</p>
<form name="linkform" id="linkform" method="post" action="${action}?action=link">
<input type="hidden" name="token" value="${token}"><button id="wp-submit" autofocus>${words.logIn}</button></form>`;
  return loginAnswer(current, { title: words.logIn, main, links: [[words.toSite, `${current.url}/`]] });
}

function voidLink({ current, words }: LoginWork): Promise<SiteAnswer> {
  const main = html`<p>${words.loginLinkInvalid}</p>`;
  const links = [[words.logIn, `${current.serverUrl}/wp-login.php`]] as const;
  return loginAnswer(current, { title: words.linkInvalid, main, links }, { status: 403 });
}
