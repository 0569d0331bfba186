import type { Logger } from 'pino';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import type { SiteRequest } from '../../http/write-response.ts';
import type { Jobs } from '../../lib/jobs.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Limiters } from '../../limits/limiter.ts';
import { cookiePath, type Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';
import type { AdminPage } from '../admin-page.ts';
import type { Words } from '../theme/words.ts';

/** What the log-in pages are made with; built once. */
export interface LoginContext {
  readonly store: Store;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly browser: Identity['browser'];
  /** Answers a request to the interface, within the process. */
  readonly ask: (request: ApiRequest) => Promise<ApiResponse>;
  readonly admin: AdminPage;
  /** The script of an extension at a path, for a user who may use it. */
  readonly extensionScript: (path: string, userId: number) => Promise<Uint8Array | null>;
  readonly mail: Pick<Outbox, 'enqueue' | 'isConfigured'>;
  /** Null where the site's throttle is off. */
  readonly limiters: Limiters | null;
  /** The words of the pages in a language. */
  readonly wordsIn: (language: string) => Words;
  readonly clock: () => number;
  readonly jobs: Pick<Jobs, 'of'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** One request to the log-in pages. */
export interface LoginWork extends LoginContext {
  readonly request: SiteRequest;
  readonly current: Site;
  readonly words: Words;
  readonly query: URLSearchParams;
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
