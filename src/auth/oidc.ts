import { hash as digest } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Fetcher } from '../lib/fetcher.ts';
import { isLoopback, type OidcProvider } from '../rules/oidc-providers.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { secretKey } from './secrets.ts';
import { sealSecret, unsealSecret } from './two-factor.ts';

/** Who logs in with which identity of which issuer. */
export interface OidcIdentityRow {
  id: number;
  /** Of issuer and subject: an identity is one person at one issuer, whatever its mail address. */
  identityHash: string;
  issuer: string;
  subject: string;
  userId: number;
  /** Seconds since the epoch. */
  createdAt: number;
}

export const oidcIdentitiesTable: ExtensionTable<OidcIdentityRow> = {
  name: 'oidc_identities',
  columns: {
    id: 'id',
    identityHash: 'short',
    issuer: 'text',
    subject: 'text',
    userId: 'integer',
    createdAt: 'integer',
  },
  key: 'id',
  unique: [['identityHash']],
  indexes: [['userId']],
};

interface OwnEmailRow {
  userId: number;
  /** The address as it was set, folded by nobody: another one is another fact. */
  email: string;
}

/** Addresses that owners of accounts gave themselves and nobody has confirmed; no log-in elsewhere is linked by them. */
export const ownEmailsTable: ExtensionTable<OwnEmailRow> = {
  name: 'own_emails',
  columns: { userId: 'integer', email: 'text' },
  key: 'userId',
};

/** Notes that an account got this address from its owner, or that the address is confirmed. */
export async function noteEmail(store: Store, userId: number, email: string, isConfirmed: boolean): Promise<void> {
  const rows = store.table(ownEmailsTable);
  if (isConfirmed) await rows.remove({ userId });
  else await rows.put({ userId, email });
}

export async function isOwnEmail(store: Store, userId: number): Promise<boolean> {
  return (await store.table(ownEmailsTable).count({ userId })) > 0;
}

const identityHash = (issuer: string, subject: string): string => digest('sha256', `${issuer}\n${subject}`, 'hex');

export async function userOfIdentity(store: Store, issuer: string, subject: string): Promise<number | null> {
  const where = { identityHash: identityHash(issuer, subject) };
  return (await store.table(oidcIdentitiesTable).find(where))[0]?.userId ?? null;
}

/** Lets an identity log in to an account, and to no other. */
export async function linkIdentity(
  store: Store,
  { issuer, subject, userId }: Pick<OidcIdentityRow, 'issuer' | 'subject' | 'userId'>,
  nowMs: number,
): Promise<void> {
  const rows = store.table(oidcIdentitiesTable);
  const hash = identityHash(issuer, subject);
  await rows.remove({ identityHash: hash });
  await rows.insert({ identityHash: hash, issuer, subject, userId, createdAt: Math.floor(nowMs / 1000) });
}

export const unlinkIdentities = (store: Store, userId: number): Promise<number> =>
  store.table(oidcIdentitiesTable).remove({ userId });

/** What the browser brings back from the provider is compared with; it keeps it in a sealed cookie. */
interface Begun {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectTo: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

export const oidcSeconds = 600;
const longestTarget = 500;

/** Who somebody is, as a provider says. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Null where it sent none, or does not say that it has verified it. */
  readonly verifiedEmail: string | null;
  readonly name: string;
  /** A wish for the user name. */
  readonly login: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The log-in at one provider. */
export interface OidcClient {
  /** Where to send the browser, and the sealed text of its cookie. */
  begin(at: At, redirectTo: string): Promise<{ readonly url: string; readonly sealed: string }>;
  /** Who came back, and where they wanted to go; null where the cookie is missing, forged, old, or of another log-in. */
  finish(at: At, sealed: string, search: string): Promise<OidcFinished | null>;
  /** Where logging out there begins; null where it does not. */
  endSession(home: string): Promise<string | null>;
}

export interface OidcFinished {
  readonly person: OidcPerson;
  readonly redirectTo: string;
  /** Can be used once. */
  readonly state: string;
}

interface At {
  readonly store: Store;
  /** The address that the provider sends the browser back to. */
  readonly callback: string;
  readonly nowMs: number;
}

/** How long the description of a provider is good for; its keys are read anew when a signature names another. */
const discoveryMs = 3_600_000;
const toleranceSeconds = 60;

export function createOidcClient(
  name: string,
  provider: OidcProvider,
  fetch: Fetcher,
  clock: () => number,
): OidcClient {
  let known: { readonly atMs: number; readonly config: Promise<Configuration> } | null = null;
  const configuration = (): Promise<Configuration> => {
    if (known && clock() - known.atMs < discoveryMs) return known.config;
    const config = discover(provider, fetch);
    known = { atMs: clock(), config };
    // A provider that is down now is asked again by the next who comes.
    config.catch(() => {
      if (known?.config === config) known = null;
    });
    return config;
  };
  return {
    async begin({ store, callback, nowMs }, redirectTo) {
      const config = await configuration();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: provider.scopes ?? 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      const expiresAt = Math.floor(nowMs / 1000) + oidcSeconds;
      const target = redirectTo.length <= longestTarget ? redirectTo : '';
      const begun: Begun = { provider: name, state, nonce, verifier, redirectTo: target, expiresAt };
      const sealed = sealSecret(await sealingKey(store), Buffer.from(JSON.stringify(begun)), owner);
      return { url: url.href, sealed };
    },
    async finish({ store, callback, nowMs }, sealed, search) {
      const opened = unsealSecret(await sealingKey(store), sealed, owner);
      // What is sealed was written above.
      const begun = opened && (JSON.parse(opened.toString('utf8')) as Begun);
      if (begun?.provider !== name || begun.expiresAt <= nowMs / 1000) return null;
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, new URL(`${callback}?${search}`), {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      });
      const said = tokens.claims();
      if (!said) return null;
      const isThin = said['email'] === undefined || (provider.roleClaim && said[provider.roleClaim] === undefined);
      const hasMore = isThin && config.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await fetchUserInfo(config, tokens.access_token, said.sub) : {};
      const person = personOf({ ...more, ...said }, said.iss, said.sub);
      return { person, redirectTo: begun.redirectTo, state: begun.state };
    },
    async endSession(home) {
      if (!provider.logout) return null;
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(config, { post_logout_redirect_uri: home }).href;
    },
  };
}

const owner = 'log-in at a provider';
const sealingKey = (store: Store): Promise<Buffer> => secretKey(store, owner);

function personOf(claims: Readonly<Record<string, unknown>>, issuer: string, subject: string): OidcPerson {
  const text = (name: string): string => (typeof claims[name] === 'string' ? claims[name] : '');
  const email = text('email').trim();
  // Some providers write booleans as text.
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return {
    issuer,
    subject,
    verifiedEmail: isVerified && email !== '' && email.length <= 100 ? email : null,
    name: text('name').slice(0, 250),
    login: text('preferred_username') || email.split('@')[0] || '',
    claims,
  };
}

function discover({ issuer, clientId, clientSecret }: OidcProvider, fetch: Fetcher): Promise<Configuration> {
  const metadata = { [clockTolerance]: toleranceSeconds, ...(clientSecret ? { client_secret: clientSecret } : {}) };
  const how = clientSecret ? ClientSecretPost(clientSecret) : None();
  return discovery(new URL(issuer), clientId, metadata, how, {
    [customFetch]: guardedFetch(fetch),
    // Signatures are checked too where TLS would do, as it does for the token endpoint.
    execute: [enableNonRepudiationChecks, ...(isLoopback(new URL(issuer).hostname) ? [allowInsecureRequests] : [])],
    timeout: 10,
  });
}

const mostBytes = 1_048_576;

/** The guarded way out in the form of `fetch`. What carries a token is sent as a POST, which every UserInfo endpoint takes. */
function guardedFetch(fetch: Fetcher) {
  return async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const { authorization } = headers;
    const isPost = method === 'POST' || authorization !== undefined;
    const answer = await fetch(url, {
      accept: headers['accept'] ?? 'application/json',
      maxBytes: mostBytes,
      timeoutMs: 10_000,
      ...(isPost
        ? {
            post: {
              type: 'application/x-www-form-urlencoded',
              text: body === undefined || body === null ? '' : String(body),
              headers: authorization === undefined ? {} : { authorization },
            },
          }
        : {}),
    });
    const type = answer.contentType === '' ? {} : { 'content-type': answer.contentType };
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: type });
  };
}
