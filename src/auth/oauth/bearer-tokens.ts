import { normalizedPath } from '../../api/routing/registry.ts';
import { createBoundedMap } from '../../lib/bounded-map.ts';
import { hasPassed } from '../../lib/elapsed.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { CheckedCredential } from '../../rules/credential.ts';
import type { Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';
import type { TokenCheck } from '../identity.ts';
import { findToken, isStanding, scopesOf } from './grants.ts';
import { looksLikeJwt } from './json-web-token.ts';
import { createJwtSearch, type JwtRules, jwtErrors } from './jwt-tokens.ts';
import { oauthErrors } from './oauth-errors.ts';
import { resourcesOf } from './oauth-server.ts';
import { grantsTable, type TokenRow } from './oauth-tables.ts';

export interface TokenCheckOptions {
  readonly clock: () => number;
  readonly site: (store: Store) => MaybePromise<Site>;
  /** Whether tokens of apps are accepted. */
  readonly apps: boolean;
  /** Null where signed tokens are not accepted. */
  readonly jwt: JwtRules | null;
  /** The path within the interface that agents use: tokens for it are for nothing else. */
  readonly mcpPath: string;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

const noteEveryMs = 300_000;
const mostNoted = 1_000;

export function createTokenCheck(options: TokenCheckOptions): TokenCheck {
  const { clock, log, mcpPath } = options;
  const findJwt = options.jwt && createJwtSearch(options.jwt);
  const noted = createBoundedMap<number, number>(mostNoted);

  const noteUse = async ({ grantId, userId }: TokenRow, address: string, store: Store): Promise<void> => {
    const nowMs = clock();
    if (!hasPassed(noted.get(grantId) ?? 0, noteEveryMs, nowMs)) return;
    noted.set(grantId, nowMs);
    try {
      const use = { usedAt: Math.floor(nowMs / 1000), address: address.slice(0, 100) };
      await store.table(grantsTable).update({ id: grantId }, use);
    } catch (error) {
      log.warn({ err: error, userId }, 'could not record the use of a token');
    }
  };

  return async (token, request, store) => {
    const site = await options.site(store);
    const isAgent = normalizedPath(request.path).toLowerCase() === mcpPath;
    const resources = resourcesOf(site);
    const asked = isAgent ? resources.mcp : resources.rest;
    if (findJwt && looksLikeJwt(token)) {
      const row = isAgent ? null : await findJwt(store, token, site);
      if (!row) throw jwtErrors.jwt_auth_invalid_token();
      await noteUse(row, request.remoteAddress, store);
      return credentialOf(row);
    }
    if (!options.apps) return null;
    const row = await findToken(store, token, 'access');
    const isValid = row && row.expiresAt > clock() / 1000 && row.resource === asked && (await isStanding(store, row));
    if (!isValid) throw oauthErrors.invalid_token(undefined, { headers: challenge(site, isAgent, 'invalid_token') });
    await noteUse(row, request.remoteAddress, store);
    return credentialOf(row);
  };
}

const credentialOf = (row: TokenRow): CheckedCredential => ({
  userId: row.userId,
  credential: {
    kind: 'access-token',
    id: String(row.grantId),
    scopes: scopesOf(row),
    expiresAtMs: row.expiresAt * 1000,
  },
});

/** Where the descriptions of the two resources stand (RFC 9728): before the path of what they describe. */
export function descriptionOf(site: Pick<Site, 'apiUrl' | 'serverUrl'>, isAgent: boolean): string {
  const { mcp, rest } = resourcesOf(site);
  const { origin, pathname } = new URL(isAgent ? mcp : rest);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

/** The header that tells a client how to get access (RFC 6750, RFC 9728). */
export function challenge(site: Site, isAgent: boolean, error: string | null): Readonly<Record<string, string>> {
  const parts = [
    ...(error === null ? [] : [`error="${error}"`]),
    ...(isAgent ? [`scope="${agentScopes.join(' ')}"`] : []),
    `resource_metadata="${descriptionOf(site, isAgent)}"`,
  ];
  return { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` };
}

/** What agents ask for where they are not told otherwise: work on content. The person chooses. */
export const agentScopes = ['read', 'content', 'publish', 'media', 'comments', 'propose'] as const;
