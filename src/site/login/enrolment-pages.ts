import { isLogin } from '../../auth/accounts.ts';
import { type InvitationRow, invitationOf } from '../../auth/invitations.ts';
import { canHavePasskeys, creationOptions } from '../../auth/passkeys.ts';
import { isLongEnough, leastPasswordCharacters } from '../../auth/passwords/password-hash.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { isEmail } from '../../lib/schema/formats.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { readForm } from '../pages/read-form.ts';
import { html, noHtml } from '../theme/html.ts';
import { filled } from '../theme/words.ts';
import { askAsVisitor } from './ask-as-user.ts';
import { foreignForm, openSession } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { isForeignForm, loginAnswer, sentOn } from './login-view.ts';
import { passkeyButton } from './passkey-script.ts';
import { refusalIn } from './refusal-text.ts';

/** Whether the log-in page offers to register. */
export const isRegistrationOpen = async ({ store }: Pick<LoginWork, 'store'>): Promise<boolean> =>
  readOption(store, 'users_can_register');

/** The form with which people ask for an account, and what was posted with it; the field names are those of existing systems. */
export async function register(work: LoginWork): Promise<SiteAnswer> {
  const { current, request, words } = work;
  if (!(await isRegistrationOpen(work))) return closed(work);
  if (request.method !== 'POST') return registerForm(work, { email: '', login: '' });
  if (isForeignForm(request, current)) return foreignForm(work);
  const sent = await readForm(request);
  const [email, login] = [sent?.get('user_email')?.trim() ?? '', sent?.get('user_login')?.trim() ?? ''];
  if (email === '') return registerForm(work, { email, login }, { text: words.emailMissing, status: 400 });
  if (login !== '' && !isLogin(login))
    return registerForm(work, { email, login }, { text: words.userNameHint, status: 400 });
  if (!isEmail(email)) return registerForm(work, { email, login }, { text: words.refusedEmail, status: 400 });
  const answered = await askAsVisitor(work, { path: '/platen/v1/register', change: { email, username: login } });
  const { status } = answered;
  if (status === 202) return sentOn(`${current.serverUrl}/wp-login.php?checkemail=registered`);
  return registerForm(work, { email, login }, { text: refusalIn(words, answered), status });
}

interface Problem {
  readonly text: string;
  readonly status: number;
}

function registerForm(
  { current, words, mail }: LoginWork,
  typed: { readonly email: string; readonly login: string },
  problem?: Problem,
): Promise<SiteAnswer> {
  const action = `${current.serverUrl}/wp-login.php`;
  const form = html`<p>${words.registerHint}</p>
<form name="registerform" id="registerform" method="post" action="${action}?action=register">
<label for="user_email">${words.email}</label>
<input id="user_email" name="user_email" type="email" autocomplete="email" maxlength="100" value="${typed.email.slice(0, 200)}" required autofocus>
<label for="user_login">${words.userName} ${words.optional}</label>
<input id="user_login" name="user_login" autocomplete="username" autocapitalize="off" maxlength="60" value="${typed.login.slice(0, 200)}">
<button name="wp-submit" value="Register">${words.register}</button></form>`;
  const view = {
    title: words.register,
    main: mail.isConfigured ? form : html`<p>${words.noMailToRegister}</p>`,
    notice: problem ? { text: problem.text, isBad: true } : null,
    links: [
      [words.logIn, action],
      [words.toSite, `${current.url}/`],
    ] as const,
  };
  return loginAnswer(current, view, { status: problem?.status ?? 200 });
}

function closed({ current, words }: LoginWork): Promise<SiteAnswer> {
  const links = [[words.logIn, `${current.serverUrl}/wp-login.php`]] as const;
  const view = { title: words.register, main: html`<p>${words.registrationClosed}</p>`, links };
  return loginAnswer(current, view, { status: 403 });
}

/** The page behind the link of an invitation or registration: shows the form, or makes the account and logs in to it. */
export async function invitation(work: LoginWork): Promise<SiteAnswer> {
  const { current, request, store, clock, words, browser } = work;
  const isPosted = request.method === 'POST';
  if (isPosted && isForeignForm(request, current)) return foreignForm(work);
  const sent = isPosted ? await readForm(request) : work.query;
  const token = (sent?.get('token') ?? '').slice(0, 100);
  const row = await invitationOf(store, token, clock());
  if (!row) return voidInvitation(work);
  const typed = { token, login: sent?.get('user_login') ?? '', name: sent?.get('display_name') ?? '' };
  if (!isPosted)
    return invitationForm(work, row, { ...typed, login: row.login || suggestedLogin(row.email), name: '' });
  const password = sent?.get('pass1') ?? '';
  const passkey = sent?.get('passkey') ?? '';
  if (passkey === '' && !isLongEnough(password)) {
    const text = filled(words.passwordShort, { count: leastPasswordCharacters });
    return invitationForm(work, row, typed, { text, status: 400 });
  }
  const chosen = passkey === '' ? { password } : { passkey };
  const change = { token, username: typed.login, name: typed.name, ...chosen };
  const answered = await askAsVisitor(work, { path: '/platen/v1/invitations/accept', change });
  const { status } = answered;
  if (status !== 201) return invitationForm(work, row, typed, { text: refusalIn(words, answered), status });
  // The interface answers with the id of the account.
  const { id } = answered.body as { readonly id: number };
  return openSession(work, (from) => browser.logInAs(id, 'invitation', from, store), {
    redirectTo: '',
    refuse: async () => sentOn(`${current.serverUrl}/wp-login.php`),
  });
}

/** The part before the @, as far as it can be a user name. */
const suggestedLogin = (email: string): string => {
  const local = (email.split('@')[0] ?? '').replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 60);
  return isLogin(local) ? local : '';
};

async function invitationForm(
  { current, words, request, query, store, clock }: LoginWork,
  { id, email, kind }: InvitationRow,
  typed: { readonly token: string; readonly login: string; readonly name: string },
  problem?: Problem,
): Promise<SiteAnswer> {
  const action = `${current.serverUrl}/wp-login.php?action=invitation`;
  const hint = kind === 'invited' ? words.invitedHint : words.registeredHint;
  const asked = { party: current, purpose: `invitation:${id}` as const, name: email, displayName: email, userId: 0 };
  const options = canHavePasskeys(current) ? await creationOptions(store, { ...asked, nowMs: clock() }) : null;
  const passkey = options ? passkeyButton('create', options, { label: words.passkeyCreate, words }) : noHtml;
  const isTaken = problem !== undefined && request.method === 'POST' && query.get('action') === 'invitation';
  const main = html`<p>${filled(hint, { site: current.title || current.url, email })}</p>
<form name="invitationform" id="invitationform" method="post" action="${action}">
<input type="hidden" name="token" value="${typed.token}">
<label for="user_login">${words.userName}</label>
<input id="user_login" name="user_login" autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="60" aria-describedby="login-hint" value="${typed.login.slice(0, 200)}" required${isTaken ? html` autofocus` : noHtml}>
<p id="login-hint" class="hint">${words.userNameHint}</p>
<label for="display_name">${words.shownName} ${words.optional}</label>
<input id="display_name" name="display_name" autocomplete="name" maxlength="250" value="${typed.name.slice(0, 250)}">
<label for="pass1">${words.password}</label>
<input id="pass1" name="pass1" type="password" autocomplete="new-password" minlength="${leastPasswordCharacters}" aria-describedby="pass-hint" required>
<p id="pass-hint" class="hint">${filled(words.passwordHintLength, { count: leastPasswordCharacters })}</p>
<button name="wp-submit" value="Join">${words.join}</button>
${passkey}</form>`;
  const view = {
    title: kind === 'invited' ? words.invited : words.finishRegistration,
    main,
    hasPasskey: options !== null,
    notice: problem ? { text: problem.text, isBad: true } : null,
    links: [[words.toSite, `${current.url}/`]] as const,
  };
  return loginAnswer(current, view, { status: problem?.status ?? 200 });
}

function voidInvitation({ current, words }: LoginWork): Promise<SiteAnswer> {
  const links = [[words.logIn, `${current.serverUrl}/wp-login.php`]] as const;
  const view = { title: words.linkInvalid, main: html`<p>${words.invitationInvalid}</p>`, links };
  return loginAnswer(current, view, { status: 403 });
}
