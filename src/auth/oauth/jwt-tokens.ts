import { randomBytes } from 'node:crypto';
import { defineErrors } from '../../lib/errors.ts';
import type { Site } from '../../rules/site.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { secretKey } from '../secrets.ts';
import { passwordMark } from '../sessions.ts';
import { allRights, isStanding, removeExpired, startGrant } from './grants.ts';
import { keyNameOf, readJwt, writeJwt } from './json-web-token.ts';
import { resourcesOf } from './oauth-server.ts';
import { type TokenRow, tokensTable } from './oauth-tables.ts';
import { hashOf } from './opaque-token.ts';

/** The errors of the common plugin for signed tokens, with its codes. */
export const jwtErrors = defineErrors({
  jwt_auth_invalid_token: {
    status: 403,
    message: () => 'The token is not valid: it has expired or was revoked. Log in again.',
  },
  jwt_auth_no_auth_header: { status: 403, message: () => 'The header Authorization with the token is missing.' },
  '[jwt_auth] incorrect_password': { status: 403, message: () => 'The user name or the password is wrong.' },
  '[jwt_auth] empty_username': { status: 403, message: () => 'The user name is missing.' },
  '[jwt_auth] empty_password': { status: 403, message: () => 'The password is missing.' },
  '[jwt_auth] two_factor_required': {
    status: 403,
    message: () => 'This account has a second factor, which cannot be sent here. Use OAuth or an application password.',
  },
});

/** A key signs for thirty days; what it has signed is valid for as long as it says. */
const keyDays = 30;
const skewSeconds = 60;

const keyNameAt = (nowMs: number): number => Math.floor(nowMs / 1000 / 86_400 / keyDays);

export interface JwtRules {
  readonly days: number;
  readonly clock: () => number;
}

/** Makes the signed token of an account, and the grant that it names: the token is valid while that is. */
export async function makeJwt(
  { days, clock }: JwtRules,
  store: Store,
  { user, site, address }: { readonly user: User; readonly site: Site; readonly address: string },
): Promise<string> {
  const nowMs = clock();
  const now = Math.floor(nowMs / 1000);
  const lifetimeSeconds = days * 86_400;
  const id = randomBytes(32).toString('base64url');
  await removeExpired(store, nowMs);
  await store.transaction(async (inner) => {
    const resource = resourcesOf(site).rest;
    const bound = { userId: user.id, clientId: '', scopes: allRights, resource, passwordMark: passwordMark(user) };
    const grant = { bound, appName: 'JWT', way: 'password', address, lifetimeSeconds } as const;
    const grantId = await startGrant(inner, grant, nowMs);
    const expiresAt = now + lifetimeSeconds;
    const row = {
      ...bound,
      kind: 'jwt',
      tokenHash: hashOf(id),
      grantId,
      createdAt: now,
      expiresAt,
      usedAt: 0,
    } as const;
    await inner.table(tokensTable).insert(row);
  });
  const kid = keyNameAt(nowMs);
  const claims = {
    iss: site.serverUrl,
    iat: now,
    nbf: now,
    exp: now + lifetimeSeconds,
    jti: id,
    data: { user: { id: String(user.id) } },
  };
  return writeJwt(await keyNamed(store, kid), String(kid), claims);
}

const keyNamed = (store: Store, kid: number): Promise<Buffer> => secretKey(store, `signed tokens ${kid}`);

/** Finds the row of a signed token; null where anything about it is wrong. */
export function createJwtSearch({ days, clock }: JwtRules) {
  const keys = new Map<number, Promise<Buffer>>();
  /** Keys never change, and there are few at a time. */
  const keyOf = (store: Store, kid: number): Promise<Buffer> => {
    const known = keys.get(kid);
    if (known) return known;
    const asked = keyNamed(store, kid);
    keys.set(kid, asked);
    asked.catch(() => keys.delete(kid));
    return asked;
  };
  return async (store: Store, token: string, site: Site): Promise<TokenRow | null> => {
    const nowMs = clock();
    const kid = Number(keyNameOf(token) ?? Number.NaN);
    const newest = keyNameAt(nowMs + skewSeconds * 1000);
    if (!(kid <= newest && kid >= newest - Math.ceil(days / keyDays) - 1)) return null;
    const claims = readJwt(await keyOf(store, kid), token);
    if (!claims || claims['iss'] !== site.serverUrl || !isInTime(claims, nowMs / 1000)) return null;
    const { jti } = claims;
    const [row] = typeof jti === 'string' ? await store.table(tokensTable).find({ tokenHash: hashOf(jti) }) : [];
    return row?.kind === 'jwt' && (await isStanding(store, row)) ? row : null;
  };
}

/** Clocks of other instances may be a little ahead; an end is an end. */
function isInTime({ nbf, iat, exp }: Readonly<Record<string, unknown>>, now: number): boolean {
  const begins = (value: unknown) => typeof value === 'number' && value <= now + skewSeconds;
  return begins(nbf) && begins(iat) && typeof exp === 'number' && exp > now;
}
