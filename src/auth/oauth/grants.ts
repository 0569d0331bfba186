import { recordAudit } from '../../background/audit-log.ts';
import type { ApiError } from '../../lib/errors.ts';
import { type Scope, scopesIn } from '../../rules/scopes.ts';
import type { User } from '../../storage/rows.ts';
import type { Condition, Store } from '../../storage/store.ts';
import { passwordMark } from '../sessions.ts';
import { findApp } from './apps.ts';
import { oauthErrors } from './oauth-errors.ts';
import type { OAuthServer } from './oauth-server.ts';
import {
  type AppRow,
  appsTable,
  type Bound,
  type GrantRow,
  grantsTable,
  type TokenRow,
  tokensTable,
} from './oauth-tables.ts';
import { hashOf, hashOfOpaque, makeOpaque } from './opaque-token.ts';

/** The answer that has tokens (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** All rights of the account, as they are stored. */
export const allRights = '*';

/** The scopes that are stored with a token; null for all rights. */
export const scopesOf = ({ scopes }: Pick<Bound, 'scopes'>): readonly Scope[] | null =>
  scopes === allRights ? null : scopesIn(scopes.split(' '));

const invalid = (): ApiError =>
  oauthErrors.invalid_grant({ why: 'This code or token is not valid: it was used, has expired or was revoked.' });

export interface NewGrant {
  readonly bound: Bound;
  readonly appName: string;
  readonly way: GrantRow['way'];
  readonly address: string;
  readonly lifetimeSeconds: number;
}

/** Stores that an account gave access; returns the id of the grant. Called in the transaction that makes its tokens. */
export async function startGrant(store: Store, grant: NewGrant, nowMs: number): Promise<number> {
  const now = Math.floor(nowMs / 1000);
  const { bound, appName, way, address, lifetimeSeconds } = grant;
  // The app may have been removed since the person was asked.
  if (bound.clientId !== '' && !(await findApp(store, bound.clientId))) throw invalid();
  const id = await store.table(grantsTable).insert({
    ...bound,
    appName: appName.slice(0, 190),
    way,
    createdAt: now,
    usedAt: now,
    address: address.slice(0, 100),
    expiresAt: now + lifetimeSeconds,
  });
  if (bound.clientId !== '') await store.table(appsTable).update({ clientId: bound.clientId }, { usedAt: now });
  const user = await store.users.byId(bound.userId);
  await recordAudit(store, {
    event: 'account.app_connected',
    nowMs,
    userId: bound.userId,
    objectId: bound.userId,
    objectName: user?.login ?? '',
    address,
    detail: { name: appName, scopes: bound.scopes },
  });
  return id;
}

/** Removes what has expired. Not in a transaction with anything else, so that nobody waits for it. */
export async function removeExpired(store: Store, nowMs: number): Promise<void> {
  const expired = { expiresAt: { below: Math.floor(nowMs / 1000) } };
  await store.table(tokensTable).remove(expired);
  await store.table(grantsTable).remove(expired);
}

/** Makes the tokens of a grant: one to show, and one to get the next two with. */
export async function issueTokens(
  server: OAuthServer,
  store: Store,
  grant: Bound & { readonly id: number },
  /** Fewer scopes for the token that is shown. */
  scopes: string = grant.scopes,
): Promise<TokenAnswer> {
  const now = Math.floor(server.clock() / 1000);
  const { accessSeconds, refreshSeconds } = server.rules;
  const { userId, clientId, resource, passwordMark: mark } = grant;
  const bound = { userId, clientId, resource, passwordMark: mark, grantId: grant.id, createdAt: now, usedAt: 0 };
  const [access, refresh] = [makeOpaque('access'), makeOpaque('refresh')];
  const rows = store.table(tokensTable);
  const expiresAt = now + accessSeconds;
  await rows.insert({ ...bound, kind: 'access', tokenHash: hashOf(access), scopes, expiresAt });
  const kept = now + Math.max(refreshSeconds, accessSeconds);
  await rows.insert({ ...bound, kind: 'refresh', tokenHash: hashOf(refresh), scopes: grant.scopes, expiresAt: kept });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: refresh,
    scope: scopes,
  };
}

export interface RefreshAsked {
  readonly token: string;
  readonly clientId: string;
  /** Undefined for those that were given. */
  readonly scopes: readonly Scope[] | undefined;
  readonly resource: string | undefined;
  readonly address: string;
}

/**
 * Exchanges a refresh token for the next tokens. One that was exchanged before is in two hands, so that the grant ends with
 * all of its tokens.
 */
export async function refreshTokens(server: OAuthServer, store: Store, asked: RefreshAsked): Promise<TokenAnswer> {
  const row = await findToken(store, asked.token, 'refresh');
  const nowMs = server.clock();
  const now = Math.floor(nowMs / 1000);
  if (!row || row.clientId !== asked.clientId) throw invalid();
  if (row.usedAt > 0) return endStolen(store, row, asked.address, nowMs);
  if (row.expiresAt <= now || !(await isStanding(store, row))) throw invalid();
  if (asked.resource !== undefined && asked.resource !== row.resource)
    throw oauthErrors.invalid_target({ why: 'This access was given for another address.' });
  // The app may have been removed while its last tokens were made.
  if (!(await findApp(store, row.clientId))) throw invalid();
  const scopes = narrowed(row, asked.scopes);
  const answer = await store.transaction(async (inner) => {
    const grant = await lockedGrant(inner, row.grantId);
    if (!grant) throw invalid();
    const used = await inner.table(tokensTable).update({ id: row.id, usedAt: 0 }, { usedAt: Math.max(1, now) });
    if (used === 0) return null;
    const expiresAt = now + Math.max(server.rules.refreshSeconds, server.rules.accessSeconds);
    await inner
      .table(grantsTable)
      .update({ id: grant.id }, { usedAt: now, address: asked.address.slice(0, 100), expiresAt });
    return issueTokens(server, inner, { ...grant, scopes: row.scopes }, scopes);
  });
  return answer ?? endStolen(store, row, asked.address, nowMs);
}

/** Fewer scopes than were given, never others. */
function narrowed(row: Bound, asked: readonly Scope[] | undefined): string {
  if (asked === undefined) return row.scopes;
  const given = scopesOf(row);
  if (given && !asked.every((scope) => given.includes(scope)))
    throw oauthErrors.invalid_scope({ why: 'More was asked for than was given. Ask the person again.' });
  return asked.join(' ');
}

/** Ends a grant of which a code or token was used twice. */
export async function endStolen(
  store: Store,
  { userId, grantId }: Pick<TokenRow, 'userId' | 'grantId'>,
  address: string,
  nowMs: number,
): Promise<never> {
  const grant = (await store.table(grantsTable).find({ id: grantId }))[0];
  const ended = await endGrant(store, grantId, async (inner) => {
    const user = await inner.users.byId(userId);
    const names = { objectId: userId, objectName: user?.login ?? '', detail: { name: grant?.appName ?? '' } };
    await recordAudit(inner, { event: 'account.app_token_reused', nowMs, userId: 0, address, ...names });
  });
  if (!ended) throw invalid();
  throw oauthErrors.invalid_grant({
    why: 'This was used before, so that all access it led to has ended. Begin again.',
  });
}

/** The row of a token that was sent; expired and used ones too. */
export async function findToken(store: Store, token: string, kind: 'access' | 'refresh'): Promise<TokenRow | null> {
  const tokenHash = hashOfOpaque(token, kind);
  const [row] = tokenHash === null ? [] : await store.table(tokensTable).find({ tokenHash });
  return row?.kind === kind ? row : null;
}

/** Whether the account is still there, with the password that it had. */
export async function isStanding(store: Store, { userId, passwordMark: mark }: Bound): Promise<User | null> {
  const user = await store.users.byId(userId);
  return user && passwordMark(user) === mark ? user : null;
}

/** The grant, which nobody else changes until the transaction ends. */
async function lockedGrant(store: Store, id: number): Promise<GrantRow | null> {
  await store.lock(`app grant ${id}`);
  return (await store.table(grantsTable).find({ id }))[0] ?? null;
}

/** Ends a grant with all of its tokens; false where it has ended already. */
export function endGrant(store: Store, id: number, alongside?: (store: Store) => Promise<void>): Promise<boolean> {
  return store.transaction(async (inner) => {
    const grant = await lockedGrant(inner, id);
    await inner.table(tokensTable).remove({ grantId: id });
    await inner.table(grantsTable).remove({ id });
    if (grant) await alongside?.(inner);
    return grant !== null;
  });
}

/** Ends all grants of an account, or of an app; returns how many there were. */
export async function endGrants(
  store: Store,
  where: Pick<Condition<GrantRow>, 'userId' | 'clientId'>,
): Promise<number> {
  const grants = await store.table(grantsTable).find(where);
  let ended = 0;
  for (const { id } of grants) if (await endGrant(store, id)) ended += 1;
  return ended;
}

/**
 * Removes an app and ends all access that it has; returns how many grants there were. The access ends before the app goes, so that
 * whoever was interrupted can ask again, and once more for what was given meanwhile.
 */
export async function removeApp(
  store: Store,
  { id, clientId }: AppRow,
  alongside: (inner: Store) => Promise<void>,
): Promise<number> {
  const ended = await endGrants(store, { clientId });
  await store.transaction(async (inner) => {
    await inner.table(appsTable).remove({ id });
    await alongside(inner);
  });
  return ended + (await endGrants(store, { clientId }));
}

/** The grants that can still be used, the newest first. */
export function listGrants(
  store: Store,
  where: Pick<Condition<GrantRow>, 'userId' | 'id'>,
  nowMs: number,
  page = { limit: mostListed, offset: 0 },
): Promise<GrantRow[]> {
  const standing = { ...where, expiresAt: { from: Math.floor(nowMs / 1000) + 1 } };
  return store.table(grantsTable).find(standing, { by: 'id', direction: 'desc' }, page);
}

const mostListed = 100;
