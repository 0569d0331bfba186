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

/** Logs in with the form of the log-in page; returns why not, or null. */
export async function logInAgain(login: string, password: string): Promise<string | null> {
  const form = new URLSearchParams({
    log: login,
    pwd: password,
    redirect_to: `${location.origin}${start.serverPath}/admin/`,
  });
  const answer = await fetch(`${start.serverPath}/wp-login.php`, { method: 'POST', body: form });
  const [, problem] = /id="login_error"[^>]*>([^<]*)</.exec(await answer.text()) ?? [];
  return problem === undefined ? null : withoutEntities(problem);
}
