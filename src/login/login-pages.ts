import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { adminAddress } from './admin-addresses.ts';
import { logOut, receiveLogin, showLogin } from './log-in.ts';
import type { LoginContext, LoginWork } from './login-context.ts';
import { loginLink } from './login-link.ts';
import { lostPassword, resetPassword } from './lost-password.ts';
import { createResetLimits } from './reset-limits.ts';
import { receiveCode } from './second-step.ts';

/** Answers at the log-in and admin addresses; null where the address belongs to something else. */
export type LoginPages = (request: SiteRequest) => Promise<SiteAnswer | null>;

export function createLoginPages(context: LoginContext): LoginPages {
  const limits = createResetLimits(context.limiters);
  const actions: Readonly<Record<string, (work: LoginWork) => Promise<SiteAnswer>>> = {
    login: (work) => (work.request.method === 'POST' ? receiveLogin(work) : showLogin(work)),
    logout: logOut,
    lostpassword: (work) => lostPassword(work, limits),
    retrievepassword: (work) => lostPassword(work, limits),
    rp: resetPassword,
    resetpass: resetPassword,
    code: receiveCode,
    link: loginLink,
  };
  return async (request) => {
    const [path = '/', search = ''] = request.url.split('?', 2);
    const isAdmin = /^\/(?:wp-)?admin(?:\/|$)/.test(path);
    if (!isAdmin && path !== '/wp-login.php') return null;
    const query = new URLSearchParams(search);
    const current = await context.site(context.store);
    const work: LoginWork = { ...context, request, query, current, words: context.wordsIn(current.language) };
    if (isAdmin) return adminAddress(work, path);
    const action = query.get('action') ?? 'login';
    if (action === 'postpass') return null;
    return (Object.hasOwn(actions, action) ? actions[action] : actions['login'])?.(work) ?? null;
  };
}
