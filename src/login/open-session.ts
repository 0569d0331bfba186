import type { LoggedIn } from '../auth/browser-login.ts';
import { ApiError } from '../errors.ts';
import type { SiteAnswer } from '../http/write-response.ts';
import { html } from '../theme/html.ts';
import { type LoginWork, sessionRequest } from './login-context.ts';
import { type LoginView, loginAnswer, sentOn } from './login-view.ts';
import { ownTarget } from './own-address.ts';

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
    if (typeof step === 'string') return loginAnswer(current, codeForm(work, { step, redirectTo }));
    return refuse(error, Number(error.status) || 401);
  }
}

/** The second step: the code of the app, or a recovery code. */
export function codeForm({ current, words }: LoginWork, at: { step: string; redirectTo: string }): LoginView {
  const action = `${current.serverUrl}/wp-login.php`;
  return {
    title: words.secondStep,
    main: html`<p id="code-hint">${words.codeHint}</p>
<form name="codeform" id="codeform" method="post" action="${action}?action=code">
<label for="code">${words.code}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" aria-describedby="code-hint" required autofocus>
<input type="hidden" name="step" value="${at.step}"><input type="hidden" name="redirect_to" value="${at.redirectTo}">
<button id="wp-submit" name="wp-submit" value="Log in">${words.logIn}</button></form>`,
    links: [[words.logInAgain, action]],
  };
}
