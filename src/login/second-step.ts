import type { SiteAnswer } from '../http/write-response.ts';
import { readForm } from '../pages/read-form.ts';
import { foreignForm, loginForm, showLogin } from './log-in.ts';
import type { LoginWork } from './login-context.ts';
import { loginAnswer } from './login-view.ts';
import { codeForm, openSession, type RefuseLogin } from './open-session.ts';
import { isForeignForm } from './own-address.ts';

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
  const refuse: RefuseLogin = ({ code: reason, message, headers }, status) => {
    const isOver = reason === 'rest_login_expired';
    const form = isOver ? loginForm(work, { login: '', redirectTo }) : codeForm(work, { step, redirectTo });
    return loginAnswer(current, { ...form, notice: { text: message, isBad: true } }, { status, headers });
  };
  return openSession(work, (from) => browser.logInWithCode({ step, code }, from, store), { redirectTo, refuse });
}
