import { randomBytes } from 'node:crypto';
import { updateAccount } from '../../auth/accounts.ts';
import { noteEmail } from '../../auth/oidc.ts';
import { findUserByName } from '../../auth/passwords/password-check.ts';
import { hashToken, isLongEnough, leastPasswordCharacters, verifyToken } from '../../auth/passwords/password-hash.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { composeMessage } from '../../background/mail/compose-message.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { ApiError } from '../../lib/errors.ts';
import { slidingWindow } from '../../limits/limit-rules.ts';
import { consumeAll, type Limiters } from '../../limits/limiter.ts';
import { networkOf } from '../../limits/network-of.ts';
import { fold } from '../../rules/fold.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { readForm } from '../pages/read-form.ts';
import { html } from '../theme/html.ts';
import { filled, type Words } from '../theme/words.ts';
import { foreignForm } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { isForeignForm, loginAnswer, sentOn } from './login-view.ts';
import { refusalText } from './refusal-text.ts';

/** The form that asks for an account, and what was posted with it. The answer does not tell whether it exists. */
export async function lostPassword(work: LoginWork, limits: ResetLimits): Promise<SiteAnswer> {
  const { current, request } = work;
  if (request.method !== 'POST') return askForAccount(work);
  if (isForeignForm(request, current)) return foreignForm(work);
  const name = (await readForm(request))?.get('user_login')?.trim() ?? '';
  if (name === '') return askForAccount(work, work.words.accountMissing, 400);
  const seconds = await limits.begin(name, request.remote.address);
  if (seconds > 0) return askForAccount(work, `Too many requests. Try again in ${seconds} seconds.`, 429, seconds);
  // Not waited for: the time of the answer must not tell whether there is such an account.
  void work.jobs.of('password mail').run(() => offerReset(work, name));
  return sentOn(`${current.serverUrl}/wp-login.php?checkemail=confirm`);
}

async function offerReset(work: LoginWork, name: string): Promise<void> {
  const { request, store, clock } = work;
  const user = await findUserByName(store, name);
  if (user) await sendResetLink(work, user, await makeResetKey(store, user, clock()));
  else work.log.info({ address: request.remote.address }, 'a new password was asked for an unknown account');
}

function askForAccount(work: LoginWork, problem?: string, status = 200, seconds = 0): Promise<SiteAnswer> {
  const { words, mail } = work;
  const action = `${work.current.serverUrl}/wp-login.php`;
  const form = html`<p>${words.lostPasswordHint}</p>
<form name="lostpasswordform" id="lostpasswordform" method="post" action="${action}?action=lostpassword">
<label for="user_login">${words.account}</label>
<input id="user_login" name="user_login" autocomplete="username" autocapitalize="off" required autofocus>
<button name="wp-submit" value="Get a new password">${words.getPassword}</button></form>`;
  const main = mail.isConfigured ? form : html`<p>${words.noMailServer}</p>`;
  const headers: Record<string, string> = seconds > 0 ? { 'Retry-After': String(seconds) } : {};
  const notice = problem ? { text: problem, isBad: true } : null;
  const view = { title: words.lostPassword, main, notice, links: [[words.logIn, action]] as const };
  return loginAnswer(work.current, view, { status, headers });
}

/** The page behind the link of the mail: shows the form, or takes the new password. */
export async function resetPassword(work: LoginWork): Promise<SiteAnswer> {
  const { current, request, store, clock } = work;
  const isPosted = request.method === 'POST';
  if (isPosted && isForeignForm(request, current)) return foreignForm(work);
  const sent = isPosted ? await readForm(request) : work.query;
  const [key, login] = [sent?.get('key') ?? '', sent?.get('login') ?? ''];
  const user = await store.users.byLogin(login);
  if (!user || !(await fitsResetKey(user, key, clock()))) return voidKey(work);
  if (!isPosted) return askForPassword(work, { key, login });
  const password = sent?.get('pass1') ?? '';
  const problem = problemOf(work.words, password, sent?.get('pass2') ?? null);
  if (problem) return askForPassword(work, { key, login }, problem);
  return changePassword(work, user, { key, login, password });
}

async function changePassword(
  work: LoginWork,
  user: User,
  { key, login, password }: { key: string; login: string; password: string },
): Promise<SiteAnswer> {
  try {
    await updateAccount(
      work.store,
      user,
      { password },
      {
        check: (inner) => stillFits(work, inner, user.id, key),
        alongside: async (inner) => {
          // Whoever opened the link reads the mail of the address.
          await noteEmail(inner, user.id, user.email, true);
          await recordNewPassword(work, inner, user);
        },
      },
    );
  } catch (error) {
    if (error instanceof UsedKey) return voidKey(work);
    if (error instanceof ApiError) return askForPassword(work, { key, login }, refusalText(work.words, error));
    throw error;
  }
  await sendPasswordNote(work, user);
  return sentOn(`${work.current.serverUrl}/wp-login.php?password=changed`);
}

/** Adds it to the audit log: the owner of the mail address is who did it. */
function recordNewPassword({ clock, request }: LoginWork, store: LoginWork['store'], user: User): Promise<void> {
  return recordAudit(store, {
    event: 'account.password',
    nowMs: clock(),
    userId: user.id,
    objectId: user.id,
    objectName: user.login,
    address: request.remote.address,
    detail: { with: 'mail' },
  });
}

class UsedKey extends Error {}

/** Inside the transaction: of two requests with one key, one wins. */
async function stillFits(work: LoginWork, store: LoginWork['store'], id: number, key: string): Promise<void> {
  await store.lock(`reset ${id}`);
  const user = await store.users.byId(id);
  if (!user || !(await fitsResetKey(user, key, work.clock()))) throw new UsedKey();
}

function problemOf(words: Words, password: string, repeated: string | null): string | null {
  if (!isLongEnough(password)) return filled(words.passwordShort, { count: leastPasswordCharacters });
  return repeated !== null && repeated !== password ? words.passwordsDiffer : null;
}

function askForPassword(work: LoginWork, at: { key: string; login: string }, problem?: string): Promise<SiteAnswer> {
  const action = `${work.current.serverUrl}/wp-login.php?action=resetpass`;
  const main = html`<form name="resetpassform" id="resetpassform" method="post" action="${action}">
<input type="hidden" name="key" value="${at.key}"><input type="hidden" name="login" value="${at.login}">
<label for="pass1">${work.words.newPassword}</label>
<input id="pass1" name="pass1" type="password" autocomplete="new-password" minlength="${leastPasswordCharacters}" required autofocus>
<label for="pass2">${work.words.newPasswordAgain}</label>
<input id="pass2" name="pass2" type="password" autocomplete="new-password" minlength="${leastPasswordCharacters}" required>
<button name="wp-submit" value="Save password">${work.words.savePassword}</button></form>`;
  const notice = problem ? { text: problem, isBad: true } : null;
  return loginAnswer(work.current, { title: work.words.choosePassword, main, notice }, { status: problem ? 400 : 200 });
}

function voidKey(work: LoginWork): Promise<SiteAnswer> {
  const again = `${work.current.serverUrl}/wp-login.php?action=lostpassword`;
  const main = html`<p>${work.words.linkInvalidHint} <a href="${again}">${work.words.askAgain}</a></p>`;
  return loginAnswer(work.current, { title: work.words.linkInvalid, main }, { status: 403 });
}

const validSeconds = 86_400;

/** Makes the one-time key of a mail and stores its hash with the account; an earlier key is void. */
export async function makeResetKey(store: Store, user: User, nowMs: number): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await store.users.update(user.id, { activationKey: `${Math.floor(nowMs / 1000)}:${hashToken(key)}` });
  return key;
}

/** Whether a key is the account's, and not older than a day. Choosing a new password deletes it. */
export async function fitsResetKey(user: User, key: string, nowMs: number): Promise<boolean> {
  const [, seconds, hash] = /^(\d{1,12}):(.+)$/.exec(user.activationKey) ?? [];
  if (seconds === undefined || hash === undefined || key === '') return false;
  const ageSeconds = nowMs / 1000 - Number(seconds);
  return ageSeconds >= -60 && ageSeconds <= validSeconds && (await verifyToken(key, hash));
}

/** Limits how many mails with a new key can be asked for. */
export interface ResetLimits {
  /** Counts the request and resolves to 0, or to the number of seconds to wait. */
  begin(name: string, address: string): Promise<number>;
}

const hourMs = 3_600_000;

export function createResetLimits(limiters: Limiters | null): ResetLimits {
  if (!limiters) return { begin: async () => 0 };
  const accounts = limiters('reset account', slidingWindow({ limit: 3, windowMs: hourMs }));
  const addresses = limiters('reset address', slidingWindow({ limit: 20, windowMs: hourMs }));
  return {
    begin: (name, address) =>
      consumeAll([
        { limiter: accounts, key: fold(name.trim()).slice(0, 200) },
        { limiter: addresses, key: networkOf(address) },
      ]),
  };
}

/** Queues the mail with the link to choose a new password. */
export function sendResetLink(work: LoginWork, user: User, key: string): Promise<void> {
  const { serverUrl } = work.current;
  const query = new URLSearchParams({ action: 'rp', key, login: user.login });
  return send(work, user, 'Choose a new password', [
    `Somebody asked for a new password for the account "${user.login}".`,
    'If it was not you, ignore this mail: nothing changes.',
    '',
    'To choose a new password, open this address within a day:',
    '',
    `${serverUrl}/wp-login.php?${query}`,
    '',
    `The request came from the address ${work.request.remote.address}.`,
  ]);
}

/** Queues the note that a password was changed. */
export function sendPasswordNote(work: LoginWork, user: User): Promise<void> {
  return send(work, user, 'Your password was changed', [
    `The password of the account "${user.login}" was changed.`,
    `If it was not you, write to ${work.current.adminEmail} now.`,
  ]);
}

async function send(
  { current, mail, store, clock }: LoginWork,
  user: User,
  subject: string,
  lines: string[],
): Promise<void> {
  const composed = composeMessage(
    {
      sender: current.adminEmail,
      recipient: user.email,
      subject: `[${current.title}] ${subject}`,
      body: [...lines, '', current.title, current.url].join('\n'),
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(clock()),
  );
  if ('message' in composed) await mail.enqueue(store, composed.message, { reference: `account:${user.id}` });
}
