import { hash as digest } from 'node:crypto';
import type { Scope } from '../../rules/scopes.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { sameText } from '../passwords/password-hash.ts';
import { passwordMark } from '../sessions.ts';
import { appName } from './apps.ts';
import { endStolen, isStanding, issueTokens, removeExpired, startGrant, type TokenAnswer } from './grants.ts';
import { oauthErrors } from './oauth-errors.ts';
import type { OAuthServer } from './oauth-server.ts';
import { type AppRow, type CodeRow, codesTable } from './oauth-tables.ts';
import { hashOf, hashOfOpaque, makeOpaque } from './opaque-token.ts';

/** A code is exchanged at once; its row stays a while longer, so that a second use is noticed. */
const codeSeconds = 60;
const rememberedSeconds = 3_600;

export interface Approval {
  readonly app: Pick<AppRow, 'clientId' | 'name'>;
  readonly user: User;
  readonly scopes: readonly Scope[];
  readonly resource: string;
}

export interface CodeApproval extends Approval {
  readonly redirect: string;
  readonly challenge: string;
}

export const boundOf = ({ app, user, scopes, resource }: Approval) => ({
  userId: user.id,
  clientId: app.clientId,
  scopes: scopes.join(' '),
  resource,
  passwordMark: passwordMark(user),
});

/** The form of a challenge: the digest of a secret, never the secret itself. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Makes the code that the browser of a person carries to an app. */
export async function makeCode({ clock }: OAuthServer, store: Store, approval: CodeApproval): Promise<string> {
  const now = Math.floor(clock() / 1000);
  const code = makeOpaque('code');
  const rows = store.table(codesTable);
  await rows.remove({ expiresAt: { below: now - rememberedSeconds } });
  await rows.insert({
    ...boundOf(approval),
    codeHash: hashOf(code),
    appName: appName(approval.app),
    redirect: approval.redirect,
    challenge: approval.challenge,
    expiresAt: now + codeSeconds,
    usedAt: 0,
    grantId: 0,
  });
  return code;
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  /** Clients of OAuth 2.0 repeat it, those of 2.1 do not. */
  readonly redirect: string | undefined;
  readonly verifier: string;
  readonly resource: string | undefined;
  readonly address: string;
}

const invalid = (why = 'This code is not valid: it was used, has expired, or is of another app.') =>
  oauthErrors.invalid_grant({ why });

/** Exchanges a code for tokens. One that comes twice is in two hands, so that what the first one led to ends. */
export async function exchangeCode(server: OAuthServer, store: Store, asked: CodeExchange): Promise<TokenAnswer> {
  const codeHash = hashOfOpaque(asked.code, 'code');
  const [row] = codeHash === null ? [] : await store.table(codesTable).find({ codeHash });
  const nowMs = server.clock();
  if (!row || row.clientId !== asked.clientId) throw invalid();
  if (row.usedAt > 0) return endStolen(store, row, asked.address, nowMs);
  refuseOther(row, asked, nowMs);
  if (!(await isStanding(store, row))) throw invalid();
  await removeExpired(store, nowMs);
  const answer = await store.transaction(async (inner) => {
    const rows = inner.table(codesTable);
    const usedAt = Math.max(1, Math.floor(nowMs / 1000));
    // Of two requests with one code, on any instance, one changes the row.
    if ((await rows.update({ id: row.id, usedAt: 0 }, { usedAt })) === 0) return null;
    const { userId, clientId, scopes, resource, passwordMark: mark } = row;
    const bound = { userId, clientId, scopes, resource, passwordMark: mark };
    const lifetimeSeconds = Math.max(server.rules.refreshSeconds, server.rules.accessSeconds);
    const { appName: name } = row;
    const grant = { bound, appName: name, way: 'code', address: asked.address, lifetimeSeconds } as const;
    const grantId = await startGrant(inner, grant, nowMs);
    await rows.update({ id: row.id }, { grantId });
    return issueTokens(server, inner, { ...bound, id: grantId });
  });
  if (answer) return answer;
  const [used] = await store.table(codesTable).find({ id: row.id });
  return endStolen(store, used ?? row, asked.address, nowMs);
}

function refuseOther(row: CodeRow, { redirect, verifier, resource }: CodeExchange, nowMs: number): void {
  if (row.expiresAt <= nowMs / 1000) throw invalid('This code has expired. Ask the person again.');
  if (redirect !== undefined && redirect !== row.redirect) throw invalid('The code was sent to another redirect_uri.');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) throw invalid('code_verifier is missing, or has not 43 to 128 characters.');
  const challenge = digest('sha256', verifier, 'base64url');
  if (!sameText(challenge, row.challenge)) throw invalid('code_verifier does not belong to this code.');
  if (resource !== undefined && resource !== row.resource)
    throw oauthErrors.invalid_target({ why: 'This access was given for another address.' });
}
