import { userOfLink } from '../auth/login-links.ts';
import type { SiteAnswer } from '../http/write-response.ts';
import { readForm } from '../pages/read-form.ts';
import { html } from '../theme/html.ts';
import { filled } from '../theme/words/words-in.ts';
import { foreignForm } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { loginAnswer } from './login-view.ts';
import { openSession } from './open-session.ts';
import { isForeignForm } from './own-address.ts';

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
