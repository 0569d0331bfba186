import { start } from '../app/start.ts';
import { withoutEntities } from '../ui/plain-text.ts';

/** The nonce of the session; a new one is fetched when the server refuses the old one. */
let nonce = start.nonce;
let asking: Promise<void> | null = null;
let ask: (() => Promise<void>) | null = null;

export const sessionNonce = (): string => nonce;

/** The dialog that asks for the password again registers itself here. */
export function onSessionEnd(handler: () => Promise<void>): () => void {
  ask = handler;
  return () => {
    ask = null;
  };
}

/** Renews the nonce, or has the user log in again: whoever waits for it can then send the same request once more. */
export function renewSession(): Promise<void> {
  asking ??= renew().finally(() => {
    asking = null;
  });
  return asking;
}

async function renew(): Promise<void> {
  if (await fetchNonce()) return;
  if (!ask) throw new Error('The session has ended.');
  await ask();
  if (!(await fetchNonce())) throw new Error('The session has ended.');
}

async function fetchNonce(): Promise<boolean> {
  const answer = await fetch(`${start.serverPath}/wp-admin/admin-ajax.php?action=rest-nonce`, { redirect: 'manual' });
  if (!answer.ok) return false;
  nonce = await answer.text();
  return true;
}

/** How an attempt to log in again went: in, or why not, or with a code still to come. */
export interface LogInOutcome {
  readonly problem: string | null;
  /** What the code is sent with, where the account has a second factor. */
  readonly step: string | null;
}

/** Logs in with the form of the log-in page. */
export const logInAgain = (login: string, password: string): Promise<LogInOutcome> =>
  postLogin('', { log: login, pwd: password });

/** The second step, with the code of an app. */
export const sendCode = (step: string, code: string): Promise<LogInOutcome> =>
  postLogin('?action=code', { step, code });

async function postLogin(query: string, fields: Readonly<Record<string, string>>): Promise<LogInOutcome> {
  const form = new URLSearchParams({ ...fields, redirect_to: `${location.origin}${start.serverPath}/admin/` });
  const answer = await fetch(`${start.serverPath}/wp-login.php${query}`, { method: 'POST', body: form });
  const page = await answer.text();
  const [, problem] = /id="login_error"[^>]*>([^<]*)</.exec(page) ?? [];
  const [, step = null] = /name="step" value="([^"]*)"/.exec(page) ?? [];
  return { problem: problem === undefined ? null : withoutEntities(problem), step };
}
