import { appName, appNamed } from '../../auth/oauth/apps.ts';
import { isChallenge, makeCode } from '../../auth/oauth/codes.ts';
import { oauthErrors } from '../../auth/oauth/oauth-errors.ts';
import { type OAuthServer, refuseUnsafe, resourceIn, scopesAsked } from '../../auth/oauth/oauth-server.ts';
import type { AppRow } from '../../auth/oauth/oauth-tables.ts';
import { isLoopback, isRegistered, shownTarget, withParameters } from '../../auth/oauth/redirect-rules.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { ApiError } from '../../lib/errors.ts';
import { type Scope, scopesIn } from '../../rules/scopes.ts';
import type { User } from '../../storage/rows.ts';
import { readForm } from '../pages/read-form.ts';
import { type Html, html, noHtml } from '../theme/html.ts';
import { filled, type Words } from '../theme/words.ts';
import { foreignForm } from './log-in.ts';
import { type LoginWork, sessionRequest } from './login-context.ts';
import { isForeignForm, loginAnswer, policyWith, sentOn } from './login-view.ts';
import { refusalText } from './refusal-text.ts';

/** A logged-in browser. */
export interface ConsentSession {
  readonly userId: number;
  readonly nonce: string;
}

/** The person at a page that connects apps; whoever is not logged in is sent to the log-in and comes back. */
export async function asPerson(
  work: LoginWork,
  page: (session: ConsentSession, server: OAuthServer, user: User) => Promise<SiteAnswer>,
): Promise<SiteAnswer | null> {
  const { current, request, store, oauth } = work;
  if (!oauth) return null;
  const session = await work.browser.current(sessionRequest(work), store);
  const user = session && (await store.users.byId(session.userId));
  if (!session || !user) {
    const back = new URLSearchParams({ redirect_to: current.serverUrl + request.url, reauth: '1' });
    return sentOn(`${current.serverUrl}/wp-login.php?${back}`);
  }
  if (request.method === 'POST' && isForeignForm(request, current)) return foreignForm(work);
  return page(session, oauth, user);
}

interface Asking {
  readonly app: AppRow;
  readonly redirect: string;
  readonly state: string | null;
}

interface Asked extends Asking {
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly challenge: string;
}

/**
 * `/oauth/authorize`: asks a person whether an app may have access (OAuth 2.1). Nothing is sent anywhere before the person
 * has pressed a button here, so that a link to this page leads nobody on to an address of strangers.
 */
export function authorizePage(work: LoginWork): Promise<SiteAnswer | null> {
  return asPerson(work, async (session, server, user) => {
    const asking = await refusedAsPage(work, () => appIn(work, server));
    if ('status' in asking) return asking;
    const asked = await refusedAsPage(work, async () => wantedBy(work, asking), asking);
    if ('status' in asked) return asked;
    if (work.request.method !== 'POST') return question(work, session, user, asked);
    const sent = await readForm(work.request);
    if (sent?.get('_wpnonce') !== session.nonce) return question(work, session, user, asked, work.words.connectAgain);
    if (sent.get('decision') !== 'allow') return answered(work, asked, { error: 'access_denied' });
    const scopes = scopesIn(sent.getAll('scope')).filter((scope) => asked.scopes.includes(scope));
    if (scopes.length === 0) return question(work, session, user, asked, work.words.connectChoose);
    const code = await makeCode(server, work.store, { ...asked, user, scopes });
    return answered(work, asked, { code });
  });
}

/** The app and where its answer goes; both have to be known before anything is sent there. */
async function appIn(work: LoginWork, server: OAuthServer): Promise<Asking> {
  const { query, current, store, request } = work;
  refuseUnsafe(current);
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw oauthErrors.invalid_request({ why: `The app sent “${twice}” twice.` });
  const app = await appNamed(server, store, query.get('client_id') ?? '', request.remote.address);
  const [only, ...others] = app.redirects;
  const redirect = query.get('redirect_uri') ?? (others.length === 0 ? only : undefined);
  if (redirect === undefined || !isRegistered(redirect, app.redirects))
    throw oauthErrors.invalid_redirect_uri({
      why: 'The app wants the answer at an address that it has not registered.',
    });
  return { app, redirect, state: query.get('state') };
}

function wantedBy({ query, current }: LoginWork, asking: Asking): Asked {
  if (query.get('response_type') !== 'code')
    throw oauthErrors.unsupported_response_type({ why: 'response_type must be “code”.' });
  if (query.has('request') || query.has('request_uri') || (query.get('response_mode') ?? 'query') !== 'query')
    throw oauthErrors.invalid_request({
      why: 'request, request_uri and other response modes than “query” are not accepted.',
    });
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !isChallenge(challenge))
    throw oauthErrors.invalid_request({ why: 'A code_challenge with the method S256 is needed (PKCE).' });
  const scopes = scopesAsked(query.get('scope') ?? undefined);
  return { ...asking, challenge, scopes, resource: resourceIn(query.get('resource') ?? undefined, current) };
}

/** What is refused is said on a page. If the app is known, a link there takes the refusal back to it. */
async function refusedAsPage<T>(work: LoginWork, attempt: () => Promise<T>, asking?: Asking): Promise<T | SiteAnswer> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { current, words } = work;
    const back = asking && answerAddress(work, asking, { error: error.code, error_description: null });
    const main = back
      ? html`<p>${filled(words.connectTellApp, { app: appName(asking.app) })}</p><p><a href="${back}" rel="noreferrer">${filled(words.connectBack, { target: shownTarget(asking.redirect) })}</a></p>`
      : noHtml;
    const links = [[words.toSite, `${current.url}/`]] as const;
    const view = { title: words.connectFailed, main, notice: { text: refusalText(words, error), isBad: true }, links };
    return loginAnswer(current, view, { status: Number(error.status) || 400, headers: error.headers });
  }
}

const answerAddress = (
  { current }: LoginWork,
  { redirect, state }: Asking,
  facts: Readonly<Record<string, string | null>>,
) => withParameters(redirect, { ...facts, state, iss: current.serverUrl });

/** Sends the browser back to the app. 303: it must not repeat the form there. */
function answered(work: LoginWork, asking: Asking, facts: Readonly<Record<string, string>>): SiteAnswer {
  const headers = { 'Referrer-Policy': 'no-referrer' };
  return { ...sentOn(answerAddress(work, asking, facts), headers), status: 303 };
}

function question(
  work: LoginWork,
  session: ConsentSession,
  user: User,
  { app, redirect, scopes }: Asked,
  problem?: string,
): Promise<SiteAnswer> {
  const { current, request, words } = work;
  const target = shownTarget(redirect);
  const url = new URL(redirect);
  const goes = isLoopback(url) ? words.connectGoesHere : words.connectGoesTo;
  const main = html`${whoAsks(work, app, user)}
<form method="post" action="${current.serverUrl}${request.url}">
<input type="hidden" name="_wpnonce" value="${session.nonce}">
${scopeChoice(words, scopes)}
<p>${words.connectGoes} <strong class="address">${target}</strong>. ${goes}</p>
${decisionButtons(words)}</form>`;
  const view = {
    title: words.connectTitle,
    main,
    notice: problem === undefined ? null : { text: problem, isBad: true },
    links: [[words.connectOther, otherAccount(work)]] as const,
  };
  const headers = { 'Content-Security-Policy': policyWith(url) };
  return loginAnswer(current, view, { status: problem === undefined ? 200 : 400, headers });
}

/** Logs out, and comes back to this page by the log-in. */
export function otherAccount({ current, request }: LoginWork): string {
  const back = new URLSearchParams({ action: 'logout', redirect_to: current.serverUrl + request.url });
  return `${current.serverUrl}/wp-login.php?${back}`;
}

/** Who wants what, and how far its name can be believed. */
export function whoAsks(
  { current, words }: LoginWork,
  app: Pick<AppRow, 'clientId' | 'name' | 'source'>,
  user: User,
): Html {
  const believed = {
    document: filled(words.connectByAddress, { host: app.source === 'document' ? new URL(app.clientId).host : '' }),
    registered: words.connectUnchecked,
    added: words.connectAdded,
  };
  return html`<p><strong class="address">${appName(app)}</strong> ${words.connectAsks} <strong>${current.title || current.url}</strong> ${words.connectAs} <strong>${user.displayName || user.login}</strong>.</p>
<p class="soft">${believed[app.source]}</p>`;
}

/** What the app may do, each with a box to take it away. */
export function scopeChoice(words: Words, scopes: readonly Scope[]): Html {
  const box = (scope: Scope) =>
    html`<p class="choice"><input type="checkbox" id="scope-${scope}" name="scope" value="${scope}"${isTicked(scope, scopes) ? html` checked` : noHtml}><label for="scope-${scope}">${words[scopeWords[scope]]}</label></p>`;
  return html`<fieldset><legend>${words.connectMay}</legend>${scopes.map(box)}
<p class="soft">${words.connectNeverMore}</p></fieldset>`;
}

/** Where an app can propose changes, nothing that visitors see is changed without a person, unless the person ticks it. */
const isTicked = (scope: Scope, asked: readonly Scope[]): boolean =>
  !asked.includes('propose') || !['publish', 'users', 'settings'].includes(scope);

const scopeWords = {
  read: 'scopeRead',
  content: 'scopeContent',
  publish: 'scopePublish',
  media: 'scopeMedia',
  comments: 'scopeComments',
  users: 'scopeUsers',
  settings: 'scopeSettings',
  propose: 'scopePropose',
} as const satisfies Readonly<Record<Scope, keyof Words>>;

export const decisionButtons = (
  words: Words,
): Html => html`<div><button name="decision" value="allow">${words.connectAllow}</button>
<button class="other" name="decision" value="deny">${words.connectDeny}</button></div>`;
