import { createOidcClient, type OidcClient, type OidcFinished, oidcSeconds } from '../../auth/oidc.ts';
import { useChallenge } from '../../auth/passkeys.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { anonymous } from '../../rules/capabilities.ts';
import type { OidcProvider, OidcProviders } from '../../rules/oidc-providers.ts';
import { cookiePath, type Site } from '../../rules/site.ts';
import { accountOfPerson, type OidcAccountContext, type OidcRefusal } from '../../wp/users/oidc-account.ts';
import { html, noHtml } from '../theme/html.ts';
import { filled, type Words } from '../theme/words.ts';
import { openSession } from './log-in.ts';
import { type LoginContext, type LoginWork, type OtherLogins, sessionRequest } from './login-context.ts';
import { loginAnswer, ownTarget, sentOn } from './login-view.ts';
import { refusalText } from './refusal-text.ts';

const cookieName = 'platen_oidc';
/** Names the provider of a session, so that logging out can go on there. */
const viaName = 'platen_oidc_via';

interface Way {
  readonly name: string;
  readonly provider: OidcProvider;
  readonly client: OidcClient;
}

/** The pages of log-ins at other providers; null where the path is none of theirs. */
export interface OidcPages extends OtherLogins {
  isAt(path: string): boolean;
  answer(work: LoginWork, path: string): Promise<SiteAnswer> | null;
}

export function createOidcPages(providers: OidcProviders, context: LoginContext & OidcAccountContext): OidcPages {
  const ways = new Map(
    Object.entries(providers).map(([name, provider]): [string, Way] => {
      const fetch = context.fetcherFor(() => true, [new URL(provider.issuer).origin]);
      return [name, { name, provider, client: createOidcClient(name, provider, fetch, context.clock) }];
    }),
  );
  const wayAt = (path: string) => {
    const [, name = '', isCallback] = /^\/login\/([a-z0-9-]+)(\/callback)?$/.exec(path) ?? [];
    return { way: ways.get(name), isCallback };
  };
  return {
    isAt: (path) => wayAt(path).way !== undefined,
    answer(work, path) {
      const { way, isCallback } = wayAt(path);
      if (!way || work.request.method !== 'GET') return null;
      return isCallback ? receive(work, way, context) : begin(work, way);
    },
    buttons({ current, words }, redirectTo) {
      const query = redirectTo === '' ? '' : `?${new URLSearchParams({ redirect_to: redirectTo })}`;
      return html`${[...ways.values()].map(
        ({ name, provider }) =>
          html`<a class="other" href="${current.serverUrl}/login/${name}${query}">${filled(words.logInWith, { name: provider.label ?? name })}</a>`,
      )}`;
    },
    async logOut(work) {
      const way = ways.get(cookieIn(work, viaName) ?? '');
      if (!way) return null;
      try {
        return await way.client.endSession(`${work.current.serverUrl}/wp-login.php?loggedout=true`);
      } catch (error) {
        work.log.warn({ err: error, provider: way.name }, 'a provider could not be asked to log out');
        return null;
      }
    },
  };
}

const callbackOf = ({ serverUrl }: Site, name: string): string => `${serverUrl}/login/${name}/callback`;

async function begin(work: LoginWork, { name, client }: Way): Promise<SiteAnswer> {
  const { store, current, query, clock } = work;
  const redirectTo = ownTarget(query.get('redirect_to'), current, '');
  try {
    const at = { store, callback: callbackOf(current, name), nowMs: clock() };
    const { url, sealed } = await client.begin(at, redirectTo);
    return sentOn(url, { 'Set-Cookie': cookie(work, cookieName, sealed, oidcSeconds) });
  } catch (error) {
    return failed(work, name, error);
  }
}

async function receive(work: LoginWork, way: Way, context: OidcAccountContext): Promise<SiteAnswer> {
  const { store, current, request, clock, words, browser } = work;
  const at = { store, callback: callbackOf(current, way.name), nowMs: clock() };
  const sealed = cookieIn(work, cookieName);
  let finished: OidcFinished | null;
  try {
    finished = sealed === null ? null : await way.client.finish(at, sealed, request.url.split('?', 2)[1] ?? '');
  } catch (error) {
    return failed(work, way.name, error);
  }
  if (!finished || !(await useChallenge(store, `oidc ${finished.state}`, clock())))
    return refused(work, words.oidcExpired, 403);
  const { person, redirectTo } = finished;
  const operation = { store, site: current, caller: anonymous, now: clock(), hooks: work.hooks() };
  const where = { ...operation, address: request.remote.address };
  const outcome = await accountOfPerson(person, way.provider, context, where);
  if ('refused' in outcome) return refused(work, refusal(words, outcome.refused), 403);
  const answer = await openSession(work, (from) => browser.logInAs(outcome.userId, 'oidc', from, store), {
    redirectTo,
    refuse: (error, status) => refused(work, refusalText(words, error), status, error.headers),
  });
  const set = answer.headers['Set-Cookie'] ?? [];
  const via = cookie(work, viaName, way.name, null);
  const ended = cookie(work, cookieName, '', 0);
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': [...[set].flat(), ended, via] } };
}

const refusal = (words: Words, why: OidcRefusal): string =>
  ({
    unknown: words.oidcUnknown,
    unverified: words.oidcUnverified,
    unconfirmed: words.oidcUnconfirmed,
    noRole: words.oidcNoRole,
  })[why];

/** The provider refused, could not be reached, or sent what does not fit. Details are for the log alone. */
function failed(work: LoginWork, name: string, error: unknown): Promise<SiteAnswer> {
  work.log.warn({ err: error, provider: name }, 'a log-in at a provider failed');
  return refused(work, work.words.oidcFailed, 403);
}

function refused(
  { current, words }: LoginWork,
  text: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<SiteAnswer> {
  const links = [[words.logInAgain, `${current.serverUrl}/wp-login.php`]] as const;
  const view = { title: words.logIn, main: noHtml, notice: { text, isBad: true }, links };
  return loginAnswer(current, view, { status, headers });
}

/** `Lax`: the browser comes back from another site. */
function cookie(work: LoginWork, name: string, value: string, maxAgeSeconds: number | null): string {
  const { secure } = sessionRequest(work);
  const age = maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`;
  const path = cookiePath(work.current);
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${age}`;
}

function cookieIn({ request }: LoginWork, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^[\w-]{1,3000}$/.test(value)) return value;
  }
  return null;
}
