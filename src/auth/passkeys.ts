import { createHmac, hash as digest, randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Site } from '../rules/site.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { sameText } from './passwords/password-hash.ts';
import { secretKey } from './secrets.ts';

/** A passkey (WebAuthn credential) of a user. It holds a public key; the private one never leaves the authenticator. */
export interface PasskeyRow {
  id: number;
  userId: number;
  /** Authenticators send it to say whose passkey it is; random, so that it tells nothing of the user. */
  userHandle: string;
  credentialHash: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  /** How browsers reach it, separated by commas. */
  transports: string;
  /** Whether it is copied to other devices of its owner. */
  backedUp: number;
  name: string;
  /** Seconds since the epoch. */
  createdAt: number;
  lastUsedAt: number;
}

export const passkeysTable: ExtensionTable<PasskeyRow> = {
  name: 'passkeys',
  columns: {
    id: 'id',
    userId: 'integer',
    userHandle: 'short',
    credentialHash: 'short',
    credentialId: 'text',
    publicKey: 'text',
    counter: 'integer',
    transports: 'short',
    backedUp: 'integer',
    name: 'short',
    createdAt: 'integer',
    lastUsedAt: 'integer',
  },
  key: 'id',
  unique: [['credentialHash']],
  indexes: [['userId']],
};

interface UsedChallengeRow {
  hash: string;
  expiresAt: number;
}

/** Challenges that were answered, until they expire by themselves: each is good for one answer, on any instance. */
export const usedChallengesTable: ExtensionTable<UsedChallengeRow> = {
  name: 'used_challenges',
  columns: { hash: 'short', expiresAt: 'integer' },
  key: 'hash',
  indexes: [['expiresAt']],
};

export const mostPasskeys = 20;
const validSeconds = 600;

/** The site as authenticators know it: a passkey is bound to the host, and browsers tell the origin of the page. */
export type RelyingParty = Pick<Site, 'serverUrl' | 'title'>;

/** Whether browsers allow passkeys at this address: a host name, and HTTPS except on the machine itself. */
export function canHavePasskeys({ serverUrl }: RelyingParty): boolean {
  const { protocol, hostname } = new URL(serverUrl);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname);
}

const hostOf = ({ serverUrl }: RelyingParty): string => new URL(serverUrl).hostname;

/** What a challenge is for. An answer counts for nothing else. */
export type ChallengePurpose = 'login' | `second:${number}` | `add:${number}` | `invitation:${string}`;

interface Challenge {
  readonly purpose: string;
  readonly userHandle: string;
}

/** Signs what the answer must be for, so that no instance has to remember it. */
async function newChallenge(store: Store, purpose: ChallengePurpose, userHandle: string, nowMs: number) {
  const expiresAt = Math.floor(nowMs / 1000) + validSeconds;
  const text = [purpose, userHandle, expiresAt, randomBytes(16).toString('base64url')].join(' ');
  return Buffer.from(`${text} ${signature(await challengeKey(store), text)}`).toString('base64url');
}

async function readChallenge(store: Store, sent: string, nowMs: number): Promise<Challenge | null> {
  const bytes = Buffer.from(sent, 'base64url');
  // A challenge has one spelling, so that one that was used has no other.
  if (bytes.toString('base64url') !== sent) return null;
  const written = bytes.toString('utf8');
  const found = /^((\S{1,120}) (\S{0,64}) (\d{1,12}) [\w-]{22}) ([\w-]{43})$/.exec(written);
  if (!found) return null;
  const [, text = '', purpose = '', userHandle = '', expiresAt, signed = ''] = found;
  if (!sameText(signature(await challengeKey(store), text), signed) || Number(expiresAt) <= nowMs / 1000) return null;
  return { purpose, userHandle };
}

const challengeKey = (store: Store): Promise<Buffer> => secretKey(store, 'challenges of passkeys');
const signature = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Uses a challenge up; false where it was answered before. */
export async function useChallenge(store: Store, challenge: string, nowMs: number): Promise<boolean> {
  const now = Math.floor(nowMs / 1000);
  const rows = store.table(usedChallengesTable);
  await rows.remove({ expiresAt: { below: now } });
  try {
    await rows.insert({ hash: digest('sha256', challenge, 'hex'), expiresAt: now + validSeconds });
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.failure === 'duplicate') return false;
    throw error;
  }
}

/** What a browser needs to make a passkey, in the JSON form of WebAuthn. */
export async function creationOptions(
  store: Store,
  {
    party,
    purpose,
    name,
    displayName,
    userId,
    nowMs,
  }: {
    readonly party: RelyingParty;
    readonly purpose: ChallengePurpose;
    readonly name: string;
    readonly displayName: string;
    /** 0 for an account that is made with it. */
    readonly userId: number;
    readonly nowMs: number;
  },
): Promise<Record<string, unknown>> {
  const rows = userId > 0 ? await listPasskeys(store, userId) : [];
  const userHandle = rows[0]?.userHandle ?? randomBytes(32).toString('base64url');
  return {
    rp: { id: hostOf(party), name: party.title || hostOf(party) },
    user: { id: userHandle, name, displayName: displayName || name },
    challenge: await newChallenge(store, purpose, userHandle, nowMs),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: validSeconds * 1000,
    excludeCredentials: rows.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

/** What a browser needs to answer with a passkey: of this user, or of whoever has one. */
export async function requestOptions(
  store: Store,
  {
    party,
    purpose,
    userId,
    nowMs,
  }: {
    readonly party: RelyingParty;
    readonly purpose: ChallengePurpose;
    readonly userId: number | null;
    readonly nowMs: number;
  },
): Promise<Record<string, unknown>> {
  const rows = userId === null ? [] : await listPasskeys(store, userId);
  return {
    rpId: hostOf(party),
    challenge: await newChallenge(store, purpose, '', nowMs),
    timeout: validSeconds * 1000,
    allowCredentials: rows.map(descriptorOf),
    // As the only proof it must say that it knows its owner; after a password it need not.
    userVerification: userId === null ? 'required' : 'preferred',
  };
}

const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  type: 'public-key',
  id: credentialId,
  ...(transports === '' ? {} : { transports: transports.split(',') }),
});

/** A passkey that was verified and is not stored yet. */
export type NewPasskey = Pick<
  PasskeyRow,
  'userHandle' | 'credentialHash' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'
>;

/** Where an answer must have been made, and for what. */
export interface Expected {
  readonly party: RelyingParty;
  readonly purpose: ChallengePurpose;
  readonly nowMs: number;
}

/** The passkey of an answer to `creationOptions`; null where it is not one, was sent before, or is for something else. */
export async function verifyNewPasskey(
  store: Store,
  sent: string,
  { party, purpose, nowMs }: Expected,
): Promise<NewPasskey | null> {
  const answer = answerIn(sent);
  const challenge = answer && (await readChallenge(store, answer.challenge, nowMs));
  if (!answer || challenge?.purpose !== purpose) return null;
  const verified = await quietly(() =>
    verifyRegistrationResponse({
      // The library checks every member.
      response: answer.json as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: answer.challenge,
      expectedOrigin: new URL(party.serverUrl).origin,
      expectedRPID: hostOf(party),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified || !(await useChallenge(store, answer.challenge, nowMs))) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    userHandle: challenge.userHandle,
    credentialHash: credentialHash(credential.id),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? [])
      .filter((one) => /^[a-z-]{2,20}$/.test(one))
      .slice(0, 8)
      .join(','),
    backedUp: Number(credentialBackedUp),
  };
}

/**
 * The passkey that gave an answer to `requestOptions`; null where the answer is wrong, was given before, comes from
 * another site, is for something else, or from a copy of the authenticator (its counter goes back).
 */
export async function verifyPasskey(
  store: Store,
  sent: string,
  { party, purpose, nowMs }: Expected,
  { mustKnowOwner }: { readonly mustKnowOwner: boolean },
): Promise<PasskeyRow | null> {
  const answer = answerIn(sent);
  if (!answer) return null;
  const challenge = await readChallenge(store, answer.challenge, nowMs);
  const [row] = await store.table(passkeysTable).find({ credentialHash: credentialHash(answer.id) });
  if (!row || challenge?.purpose !== purpose) return null;
  if (answer.userHandle !== null && answer.userHandle !== row.userHandle) return null;
  const verified = await quietly(() =>
    verifyAuthenticationResponse({
      // The library checks every member.
      response: answer.json as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: answer.challenge,
      expectedOrigin: new URL(party.serverUrl).origin,
      expectedRPID: hostOf(party),
      requireUserVerification: mustKnowOwner,
      credential: {
        id: row.credentialId,
        publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
        counter: row.counter,
      },
    }),
  );
  if (!verified?.verified || !(await useChallenge(store, answer.challenge, nowMs))) return null;
  const { newCounter } = verified.authenticationInfo;
  // Part of the write: of two answers with one counter, on any instance, one changes the row.
  const unused = newCounter > 0 ? { counter: { below: newCounter } } : { counter: 0 };
  const used = { counter: newCounter, lastUsedAt: Math.floor(nowMs / 1000) };
  return (await store.table(passkeysTable).update({ id: row.id, ...unused }, used)) > 0 ? row : null;
}

/** What names the passkey of an answer before it is verified; empty where it names none. Its id is known to its owner alone. */
export function passkeyNamed(sent: string): string {
  const answer = answerIn(sent);
  return answer ? credentialHash(answer.id) : '';
}

const longestAnswer = 20_000;

/** An answer of a browser as far as it is looked at here; null where it is none. */
function answerIn(sent: string) {
  if (sent.length > longestAnswer) return null;
  try {
    const json: unknown = JSON.parse(sent);
    const response = memberOf(json, 'response');
    const [id, data] = [memberOf(json, 'id'), memberOf(response, 'clientDataJSON')];
    if (typeof id !== 'string' || typeof data !== 'string') return null;
    const challenge = memberOf(JSON.parse(Buffer.from(data, 'base64url').toString('utf8')), 'challenge');
    if (typeof challenge !== 'string') return null;
    const userHandle = memberOf(response, 'userHandle');
    return { json, id, challenge, userHandle: typeof userHandle === 'string' ? userHandle : null };
  } catch {
    return null;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The library throws for whatever is wrong with an answer. */
async function quietly<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

const credentialHash = (id: string): string => digest('sha256', id, 'hex');

/** Stores a passkey; null where the user has too many, or somebody has this one. */
export function addPasskey(
  store: Store,
  {
    userId,
    name,
    passkey,
    nowMs,
  }: {
    readonly userId: number;
    readonly name: string;
    readonly passkey: NewPasskey;
    readonly nowMs: number;
  },
): Promise<PasskeyRow | null> {
  return store.transaction(async (inner) => {
    await inner.lock(`passkeys of ${userId}`);
    const rows = inner.table(passkeysTable);
    if ((await rows.count({ userId })) >= mostPasskeys) return null;
    if ((await rows.count({ credentialHash: passkey.credentialHash })) > 0) return null;
    const row = { ...passkey, userId, name: name.slice(0, 100), createdAt: Math.floor(nowMs / 1000), lastUsedAt: 0 };
    return { ...row, id: await rows.insert(row) };
  });
}

export const listPasskeys = (store: Store, userId: number): Promise<PasskeyRow[]> =>
  store.table(passkeysTable).find({ userId }, { by: 'id', direction: 'asc' }, { limit: mostPasskeys, offset: 0 });

export async function passkeyById(store: Store, userId: number, id: number): Promise<PasskeyRow | null> {
  return (await store.table(passkeysTable).find({ userId, id }))[0] ?? null;
}

export const countPasskeys = (store: Store, userId: number): Promise<number> =>
  store.table(passkeysTable).count({ userId });

/** Whether anybody has one, so that the log-in page offers it. */
export async function hasAnyPasskey(store: Store): Promise<boolean> {
  return (await store.table(passkeysTable).find({}, undefined, { limit: 1, offset: 0 })).length > 0;
}

export async function renamePasskey(store: Store, userId: number, id: number, name: string): Promise<void> {
  await store.table(passkeysTable).update({ userId, id }, { name: name.slice(0, 100) });
}

export async function removePasskey(store: Store, userId: number, id: number): Promise<boolean> {
  return (await store.table(passkeysTable).remove({ userId, id })) > 0;
}

export async function removePasskeysOf(store: Store, userId: number): Promise<void> {
  await store.table(passkeysTable).remove({ userId });
}
