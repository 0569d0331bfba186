import type { Logger } from 'pino';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { Identity } from '../../auth/identity.ts';
import type { OAuthServer } from '../../auth/oauth/oauth-server.ts';
import type { Hooks } from '../../background/hooks.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import type { SiteAnswer, SiteRequest } from '../../http/write-response.ts';
import type { Fetcher } from '../../lib/fetcher.ts';
import type { Jobs } from '../../lib/jobs.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Limiters } from '../../limits/limiter.ts';
import { cookiePath, type Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';
import type { AdminPage } from '../admin-page.ts';
import type { Html } from '../theme/html.ts';
import type { Words } from '../theme/words.ts';

/** What a link of a mail stands for, with which people confirm what is done with their data. */
export interface PersonLink {
  readonly action: 'export' | 'erase';
  /** `ready`: the archive can be fetched. */
  readonly state: 'unconfirmed' | 'under way' | 'ready' | 'over';
}

export interface PersonLinks {
  /** Null for a link that cannot be used any more. */
  open(token: string): Promise<PersonLink | null>;
  /** Does nothing where it cannot be used any more, or was confirmed already. */
  confirm(token: string, address: string): Promise<void>;
  archive(token: string): Promise<Omit<SiteAnswer, 'status'> | null>;
}

/** What the log-in pages are made with; built once. */
export interface LoginContext {
  readonly store: Store;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly browser: Identity['browser'];
  /** Null where apps cannot be connected. */
  readonly oauth: OAuthServer | null;
  /** Answers a request to the interface, within the process. */
  readonly ask: (request: ApiRequest) => Promise<ApiResponse>;
  readonly admin: AdminPage;
  readonly personLinks: PersonLinks;
  /** The script of an extension at a path, for a user who may use it. */
  readonly extensionScript: (path: string, userId: number) => Promise<Uint8Array | null>;
  readonly mail: Pick<Outbox, 'enqueue' | 'isConfigured'>;
  /** Null where the site's throttle is off. */
  readonly limiters: Limiters | null;
  /** The words of the pages in a language. */
  readonly wordsIn: (language: string) => Words;
  readonly clock: () => number;
  readonly hooks: () => Hooks | null;
  /** The guarded way out to other hosts; `named` are origins of the configuration. */
  readonly fetcherFor: (mayReach: (hostname: string) => boolean, named?: readonly string[]) => Fetcher;
  /** Whether people log in at another provider only: no passwords, passkeys, registration or mails for new passwords. */
  readonly oidcOnly: boolean;
  readonly jobs: Pick<Jobs, 'of'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** One request to the log-in pages. */
export interface LoginWork extends LoginContext {
  readonly request: SiteRequest;
  readonly current: Site;
  readonly words: Words;
  readonly query: URLSearchParams;
  readonly others: OtherLogins;
}

/** The log-in at other providers. */
export interface OtherLogins {
  /** The buttons of the log-in page. */
  buttons(work: LoginWork, redirectTo: string): Html;
  /** Where logging out goes on; null where it ends here. */
  logOut(work: LoginWork): Promise<string | null>;
}

/** The request as the session code takes it; a cookie of a site on HTTPS is never sent without it. */
export function sessionRequest({ request, current }: LoginWork) {
  const { cookie, 'user-agent': userAgent } = request.headers;
  return {
    headers: { cookie, 'user-agent': userAgent },
    remoteAddress: request.remote.address,
    cookiePath: cookiePath(current),
    secure: request.remote.secure || current.serverUrl.startsWith('https:'),
  };
}
