import type { Fetcher } from '../../lib/fetcher.ts';
import { backoff, firstUseWindow } from '../../limits/limit-rules.ts';
import { type Limiter, type Limiters, unlimited } from '../../limits/limiter.ts';
import { networkOf } from '../../limits/network-of.ts';
import { type Scope, scopes, scopesIn } from '../../rules/scopes.ts';
import type { Site } from '../../rules/site.ts';
import { oauthErrors, waitFor } from './oauth-errors.ts';
import { isLoopback } from './redirect-rules.ts';

export interface OAuthRules {
  readonly accessSeconds: number;
  /** How long access stays that is not used. */
  readonly refreshSeconds: number;
  /** Whether apps may register themselves. */
  readonly registration: boolean;
}

/** What the authorization server works with; it keeps nothing in memory, so that any instance can answer. */
export interface OAuthServer {
  readonly rules: OAuthRules;
  readonly clock: () => number;
  readonly fetch: Fetcher;
  readonly limits: OAuthLimits;
}

/** How often strangers may ask for what costs something. */
export interface OAuthLimits {
  /** Registrations of a network, and of everybody. */
  readonly registrations: Limiter;
  readonly allRegistrations: Limiter;
  /** Documents of apps that are fetched. */
  readonly documents: Limiter;
  readonly allDocuments: Limiter;
  /** Codes for devices. */
  readonly devices: Limiter;
  readonly allDevices: Limiter;
  /** Wrong codes and tokens of a network. */
  readonly failures: Limiter;
  /** Wrong codes of devices that an account types. */
  readonly userCodes: Limiter;
}

const hourMs = 3_600_000;
const everybody = 'all';

export function oauthLimits(limiters: Limiters | null): OAuthLimits {
  const perHour = (name: string, limit: number) =>
    limiters ? limiters(`oauth ${name}`, firstUseWindow({ limit, windowMs: hourMs })) : unlimited;
  const slowing = (name: string, free: number) =>
    limiters ? limiters(`oauth ${name}`, backoff({ free, longestMs: 900_000, memoryMs: hourMs })) : unlimited;
  return {
    registrations: perHour('registrations', 20),
    allRegistrations: perHour('all registrations', 300),
    documents: perHour('documents', 30),
    allDocuments: perHour('all documents', 300),
    devices: perHour('devices', 60),
    allDevices: perHour('all devices', 1_000),
    failures: slowing('failures', 30),
    userCodes: slowing('user codes', 5),
  };
}

/** Counts a use of a network and of everybody; refuses where there were too many. */
export async function countUse(own: Limiter, all: Limiter, address: string): Promise<void> {
  const seconds = (await own.consume(networkOf(address))) || (await all.consume(everybody));
  if (seconds > 0) throw waitFor(seconds);
}

/** The addresses that tokens may be for. */
export const resourcesOf = ({ apiUrl, serverUrl }: Pick<Site, 'apiUrl' | 'serverUrl'>) => ({
  rest: apiUrl,
  mcp: `${serverUrl}/mcp`,
});

/** The address that a token is for; the interface where nothing was asked for. */
export function resourceIn(asked: string | undefined, site: Site): string {
  const { rest, mcp } = resourcesOf(site);
  if (asked === undefined || asked === '') return rest;
  const plain = asked.replace(/\/+$/, '');
  const found = [rest, mcp].find((one) => one === plain);
  if (found === undefined)
    throw oauthErrors.invalid_target({
      why: `There is nothing to ask for at this address. Known: ${rest} and ${mcp}.`,
    });
  return found;
}

/** The scopes of a request; reading where none are named. */
export function scopesAsked(sent: string | undefined): Scope[] {
  const names = (sent ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0) return ['read'];
  const wanted = scopesIn(names);
  // Names that other servers know, such as `offline_access`, are left out; only nothing at all is a mistake.
  if (wanted.length === 0) throw oauthErrors.invalid_scope({ why: `Unknown scopes. Known: ${scopes.join(', ')}.` });
  return wanted;
}

/** Tokens travel in the open otherwise; programs on the same computer are the exception. */
export const isSafeIssuer = ({ serverUrl }: Pick<Site, 'serverUrl'>): boolean =>
  serverUrl.startsWith('https:') || isLoopback(new URL(serverUrl));

export function refuseUnsafe(site: Site): void {
  if (!isSafeIssuer(site))
    throw oauthErrors.invalid_request({
      why: 'Apps can only be connected to a site whose address begins with https. Set PLATEN_SITE_URL.',
    });
}
