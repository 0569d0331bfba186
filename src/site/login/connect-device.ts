import { findApp } from '../../auth/oauth/apps.ts';
import { decideDevice, deviceWaiting, shownUserCode, userCodeIn } from '../../auth/oauth/device-codes.ts';
import { scopesOf } from '../../auth/oauth/grants.ts';
import type { OAuthServer } from '../../auth/oauth/oauth-server.ts';
import type { DeviceRow } from '../../auth/oauth/oauth-tables.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { ApiError } from '../../lib/errors.ts';
import { scopes as allScopes, scopesIn } from '../../rules/scopes.ts';
import type { User } from '../../storage/rows.ts';
import { readForm } from '../pages/read-form.ts';
import { html } from '../theme/html.ts';
import { filled } from '../theme/words.ts';
import { asPerson, type ConsentSession, decisionButtons, otherAccount, scopeChoice, whoAsks } from './connect-app.ts';
import type { LoginWork } from './login-context.ts';
import { loginAnswer } from './login-view.ts';
import { refusalText } from './refusal-text.ts';

/**
 * `/oauth/device`: where a person types the code that a program without a browser shows (RFC 8628). A code in the address is
 * only filled in: somebody else may have sent it, which the page says before anything is given.
 */
export function devicePage(work: LoginWork): Promise<SiteAnswer | null> {
  return asPerson(work, async (session, server, user) => {
    if (work.request.method !== 'POST') return askForCode(work, session, work.query.get('user_code') ?? '');
    const sent = await readForm(work.request);
    const typed = (sent?.get('user_code') ?? '').slice(0, 40);
    if (sent?.get('_wpnonce') !== session.nonce) return askForCode(work, session, typed, work.words.connectAgain);
    const found = await waiting(work, server, user, typed);
    if (typeof found === 'string') return askForCode(work, session, typed, found);
    const decision = sent.get('decision');
    if (decision !== 'allow' && decision !== 'deny') return question(work, session, user, found, typed);
    const asked = scopesOf(found) ?? allScopes;
    const chosen = scopesIn(sent.getAll('scope')).filter((scope) => asked.includes(scope));
    if (decision === 'allow' && chosen.length === 0)
      return question(work, session, user, found, typed, work.words.connectChoose);
    const isFirst = await decideDevice(work.store, found, { user, scopes: decision === 'allow' ? chosen : null });
    return isFirst ? decided(work, found, decision) : askForCode(work, session, '', work.words.deviceUnknown);
  });
}

/** The device that waits for the code, or why there is none. */
async function waiting(work: LoginWork, server: OAuthServer, user: User, typed: string): Promise<DeviceRow | string> {
  try {
    const by = { userId: user.id, address: work.request.remote.address };
    return (await deviceWaiting(server, work.store, typed, by)) ?? work.words.deviceUnknown;
  } catch (error) {
    if (error instanceof ApiError) return refusalText(work.words, error);
    throw error;
  }
}

function askForCode(work: LoginWork, session: ConsentSession, typed: string, problem?: string): Promise<SiteAnswer> {
  const { current, words } = work;
  const code = userCodeIn(typed);
  const main = html`<p id="code-hint">${words.deviceHint}</p>
<form method="post" action="${current.serverUrl}/oauth/device">
<input type="hidden" name="_wpnonce" value="${session.nonce}">
<label for="user_code">${words.code}</label>
<input id="user_code" name="user_code" class="code" value="${code ? shownUserCode(code) : ''}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="code-hint" required autofocus>
<button>${words.deviceGoOn}</button></form>`;
  const notice = problem === undefined ? null : { text: problem, isBad: true };
  const links = [[words.connectOther, otherAccount(work)]] as const;
  return loginAnswer(
    current,
    { title: words.deviceTitle, main, notice, links },
    { status: problem === undefined ? 200 : 400 },
  );
}

async function question(
  work: LoginWork,
  session: ConsentSession,
  user: User,
  device: DeviceRow,
  typed: string,
  problem?: string,
): Promise<SiteAnswer> {
  const { current, words, store, clock } = work;
  const app = await findApp(store, device.clientId);
  const minutes = Math.max(0, Math.round((clock() / 1000 - device.createdAt) / 60));
  const main = html`<p class="note bad">${words.deviceWarning}</p>
${whoAsks(work, app ?? { clientId: device.clientId, name: device.appName, source: 'registered' }, user)}
<p>${filled(minutes === 0 ? words.deviceAskedNow : words.deviceAsked, { minutes, address: device.address })}</p>
<form method="post" action="${current.serverUrl}/oauth/device">
<input type="hidden" name="_wpnonce" value="${session.nonce}"><input type="hidden" name="user_code" value="${typed}">
${scopeChoice(words, scopesOf(device) ?? allScopes)}
${decisionButtons(words)}</form>`;
  const view = {
    title: words.connectTitle,
    main,
    notice: problem === undefined ? null : { text: problem, isBad: true },
    links: [[words.connectOther, otherAccount(work)]] as const,
  };
  return loginAnswer(current, view, { status: problem === undefined ? 200 : 400 });
}

function decided({ current, words }: LoginWork, { appName: app }: DeviceRow, decision: 'allow' | 'deny') {
  const text = decision === 'allow' ? words.deviceAllowed : words.deviceDenied;
  const links = [[words.connectProfile, `${current.serverUrl}/admin/profile`]] as const;
  return loginAnswer(current, {
    title: words.deviceTitle,
    main: html`<p role="status">${filled(text, { app })}</p>`,
    links,
  });
}
