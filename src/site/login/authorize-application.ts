import type { SiteAnswer } from '../../http/write-response.ts';
import { isUuid } from '../../lib/schema/formats.ts';
import { shortened } from '../pages/html-to-text.ts';
import { readForm } from '../pages/read-form.ts';
import { html, noHtml } from '../theme/html.ts';
import { filled, type Words } from '../theme/words.ts';
import { askAsUser } from './ask-as-user.ts';
import { foreignForm } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { isForeignForm, loginAnswer, policyWith, sentOn } from './login-view.ts';
import { refusalIn } from './refusal-text.ts';

/** What an app asks for, as it stands in the address of the page. */
interface AskingApp {
  readonly name: string;
  readonly id: string;
  /** Where the password is sent; null where the user types it into the app. */
  readonly success: URL | null;
  readonly reject: URL | null;
}

/**
 * The page that an app opens to be given an application password. It says who asks and where the password goes, and asks
 * the user first, since a link must not give anything away. What happens then is a request to the interface.
 */
export async function authorizeApplication(
  work: LoginWork,
  session: { readonly userId: number; readonly nonce: string },
): Promise<SiteAnswer> {
  const { current, request, words } = work;
  const app = appIn(work.query, words);
  if (typeof app === 'string') return refused(work, app);
  if (request.method !== 'POST') return question(work, session, app);
  if (isForeignForm(request, current)) return foreignForm(work);
  const sent = await readForm(request);
  const name = sent?.get('app_name') ?? '';
  const answered = await askAsUser(work, sent?.get('_wpnonce') ?? '', {
    path: '/platen/v1/users/me/application-passwords',
    change: { name, ...(app.id === '' ? {} : { app_id: app.id }) },
  });
  const { status } = answered;
  const password = passwordIn(answered.body);
  if (status !== 201 || password === null)
    return question(work, session, { ...app, name }, { text: refusalIn(words, answered), status });
  return app.success ? handedOver(work, session, app.success, password) : shownOnce(work, name, password);
}

/** Asks the user. The browser may follow the answer to the address of the app, and to no other. */
async function question(
  { current, request, store, words }: LoginWork,
  session: { readonly userId: number; readonly nonce: string },
  { name, success, reject }: AskingApp,
  refusal?: { readonly text: string; readonly status: number },
): Promise<SiteAnswer> {
  const user = await store.users.byId(session.userId);
  const back = reject ?? (success && withParameters(success, { success: 'false' }));
  const main = html`<p>${name ? html`<strong>${name}</strong>` : words.passwordApp} ${words.passwordAsks} <strong>${user?.displayName ?? ''}</strong>. ${words.passwordMayAll}</p>
<p>${success ? html`${words.passwordGoes} <strong>${shownAddress(success)}</strong>. ${words.connectGoesTo}` : words.passwordShown}</p>
<form method="post" action="${current.serverUrl}${request.url}">
<input type="hidden" name="_wpnonce" value="${session.nonce}">
<label for="app_name">${words.passwordAppName}</label>
<input id="app_name" name="app_name" value="${name}" required maxlength="200">
<button name="approve" value="1">${words.passwordAllow}</button></form>`;
  const view = {
    title: words.connectTitle,
    main,
    notice: refusal ? { text: refusal.text, isBad: true } : null,
    links: [[words.connectDeny, back?.href ?? `${current.serverUrl}/admin/profile`]] as const,
  };
  const headers = success ? { 'Content-Security-Policy': policyWith(success) } : {};
  return loginAnswer(current, view, { status: refusal?.status ?? 200, headers });
}

/** Sends the browser to the app, with what the app needs to log in. */
async function handedOver(
  { current, store }: LoginWork,
  { userId }: { readonly userId: number },
  success: URL,
  password: string,
): Promise<SiteAnswer> {
  const user = await store.users.byId(userId);
  const parameters = {
    site_url: current.serverUrl,
    user_login: user?.login ?? '',
    password: password.replaceAll(' ', ''),
  };
  return sentOn(withParameters(success, parameters).href);
}

function shownOnce({ current, words }: LoginWork, name: string, password: string): Promise<SiteAnswer> {
  const main = html`<p>${filled(words.passwordType, { app: name })}</p>
<p><code>${password}</code></p>
<p><strong>${current.serverUrl}/</strong></p>`;
  const links = [[words.connectProfile, `${current.serverUrl}/admin/profile`]] as const;
  return loginAnswer(current, { title: words.passwordGiven, main, links });
}

function refused({ current, words }: LoginWork, text: string): Promise<SiteAnswer> {
  const links = [[words.toSite, `${current.url}/`]] as const;
  const view = { title: words.connectFailed, main: noHtml, notice: { text, isBad: true }, links };
  return loginAnswer(current, view, { status: 400 });
}

/** The app that the address names, or why it is refused. */
function appIn(query: URLSearchParams, words: Words): AskingApp | string {
  const id = query.get('app_id') ?? '';
  if (id !== '' && !isUuid(id)) return words.passwordBadId;
  const name = shortened((query.get('app_name') ?? '').trim(), 80);
  const [success, reject] = [addressIn(query.get('success_url')), addressIn(query.get('reject_url'))];
  if (success === 'unsafe' || reject === 'unsafe') return words.passwordUnsafe;
  return { name, id, success, reject };
}

/** Schemes that run or show something here, instead of leading to an app. */
const localSchemes = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
]);
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An address that may be told a password: over HTTPS, of an app on the same machine, or by the scheme of an app. */
function addressIn(sent: string | null): URL | null | 'unsafe' {
  if (sent === null || sent === '') return null;
  const url = URL.parse(sent);
  if (!url || localSchemes.has(url.protocol) || !url.href.startsWith(`${url.protocol}//`)) return 'unsafe';
  return url.protocol === 'http:' && !loopback.test(url.hostname) ? 'unsafe' : url;
}

/** What tells the user where an address leads: its host, or the scheme of the app that opens it. */
const shownAddress = ({ protocol, host }: URL): string => (/^https?:$/.test(protocol) ? host : `${protocol}//${host}`);

function withParameters(address: URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

const passwordIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'password' in body && typeof body.password === 'string'
    ? body.password
    : null;
