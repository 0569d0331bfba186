import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { countPasskeys } from './passkeys.ts';
import { secretKey } from './secrets.ts';
import { stepOfCode, toBase32 } from './totp.ts';

/** The second factor of a user. Secrets are encrypted with a key of the site. */
interface TwoFactorRow {
  userId: number;
  /** Of the app; empty until a code was confirmed, and where passkeys alone are the second factor. */
  secret: string;
  /** Seconds since the epoch; 0 until then. */
  enabledAt: number;
  /** The period of the last code that was accepted: neither it nor an earlier one is accepted again. */
  lastStep: number;
  /** A secret that was shown and waits for its first code. */
  pending: string;
  pendingAt: number;
}

export const twoFactorTable: ExtensionTable<TwoFactorRow> = {
  name: 'two_factor',
  columns: {
    userId: 'integer',
    secret: 'text',
    enabledAt: 'integer',
    lastStep: 'integer',
    pending: 'text',
    pendingAt: 'integer',
  },
  key: 'userId',
};

export interface TwoFactorState {
  /** Seconds since the epoch; null where it is off. */
  readonly enabledAt: number | null;
  readonly recoveryCodes: number;
  /** What the log-in takes after the password, besides recovery codes. */
  readonly methods: readonly ('app' | 'passkey')[];
}

const secretBytes = 20;
const pendingSeconds = 3600;

export async function twoFactorState(store: Store, userId: number): Promise<TwoFactorState> {
  const row = await rowOf(store, userId);
  if (!isOn(row)) return { enabledAt: null, recoveryCodes: 0, methods: [] };
  const [recoveryCodes, passkeys] = [await countRecoveryCodes(store, userId), await countPasskeys(store, userId)];
  const methods = [...(row.secret === '' ? [] : ['app' as const]), ...(passkeys > 0 ? ['passkey' as const] : [])];
  return { enabledAt: row.enabledAt, recoveryCodes, methods };
}

/** Whether a log-in with the password of this user needs a code as well. */
export async function hasTwoFactor(store: Store, userId: number): Promise<boolean> {
  return isOn(await rowOf(store, userId));
}

/** Makes a secret that waits for its first code, and returns it as people type it; null where an app is in use. */
export function beginTwoFactor(store: Store, userId: number, nowMs: number): Promise<string | null> {
  const secret = randomBytes(secretBytes);
  return changing(store, userId, async (inner, row) => {
    if (isOn(row) && row.secret !== '') return null;
    const pending = sealSecret(await sealingKey(inner), secret, ownerName(userId));
    const changes = { pending, pendingAt: Math.floor(nowMs / 1000) };
    if (row) await inner.table(twoFactorTable).update({ userId }, changes);
    else await inner.table(twoFactorTable).insert({ userId, ...changes });
    return toBase32(secret);
  });
}

/** Switches the factor on with the first code of the new secret; returns the recovery codes, or null for a wrong code. */
export function confirmTwoFactor(store: Store, userId: number, code: string, nowMs: number): Promise<string[] | null> {
  const now = Math.floor(nowMs / 1000);
  return changing(store, userId, async (inner, row) => {
    if (row?.secret !== '' || row.pending === '' || now - row.pendingAt > pendingSeconds) return null;
    const secret = unsealSecret(await sealingKey(inner), row.pending, ownerName(userId));
    const step = secret && stepOfCode(secret, digitsOf(code), nowMs);
    if (step === null) return null;
    const changes = { secret: row.pending, enabledAt: now, lastStep: step, pending: '', pendingAt: 0 };
    await inner.table(twoFactorTable).update({ userId }, changes);
    return makeRecoveryCodes(inner, userId);
  });
}

/** Whether a code of the app or a recovery code is right; either is then used up. */
export async function passesTwoFactor(store: Store, userId: number, code: string, nowMs: number): Promise<boolean> {
  const row = await rowOf(store, userId);
  if (!isOn(row)) return false;
  const secret = row.secret === '' ? null : unsealSecret(await sealingKey(store), row.secret, ownerName(userId));
  const step = secret && stepOfCode(secret, digitsOf(code), nowMs);
  if (step === null) return useRecoveryCode(store, userId, code);
  // The condition is part of the write: of two requests with one code, on any instance, one changes the row.
  return (await store.table(twoFactorTable).update({ userId, lastStep: { below: step } }, { lastStep: step })) > 0;
}

/** Switches the factor on with the passkeys of the user alone; returns the recovery codes, or null where that cannot be. */
export function switchOnWithPasskeys(store: Store, userId: number, nowMs: number): Promise<string[] | null> {
  return changing(store, userId, async (inner, row) => {
    if (isOn(row) || (await countPasskeys(inner, userId)) === 0) return null;
    const changes = { secret: '', enabledAt: Math.floor(nowMs / 1000), lastStep: 0 };
    if (row) await inner.table(twoFactorTable).update({ userId }, changes);
    else await inner.table(twoFactorTable).insert({ userId, pending: '', pendingAt: 0, ...changes });
    return makeRecoveryCodes(inner, userId);
  });
}

/** Whether the second factor of a user is passkeys, and there is none. */
export async function lacksPasskey(store: Store, userId: number): Promise<boolean> {
  await store.lock(`two-factor of ${userId}`);
  const row = await rowOf(store, userId);
  return isOn(row) && row.secret === '' && (await countPasskeys(store, userId)) === 0;
}

/** Replaces the recovery codes; null where the factor is off. */
export function renewRecoveryCodes(store: Store, userId: number): Promise<string[] | null> {
  return changing(store, userId, async (inner, row) => (isOn(row) ? makeRecoveryCodes(inner, userId) : null));
}

/** Switches the factor off; false where it was off. */
export function removeTwoFactor(store: Store, userId: number): Promise<boolean> {
  return changing(store, userId, async (inner, row) => {
    await inner.table(twoFactorTable).remove({ userId });
    await removeRecoveryCodes(inner, userId);
    return isOn(row);
  });
}

async function rowOf(store: Store, userId: number): Promise<TwoFactorRow | undefined> {
  return (await store.table(twoFactorTable).find({ userId }))[0];
}

const isOn = (row: TwoFactorRow | undefined): row is TwoFactorRow => row !== undefined && row.enabledAt > 0;

function changing<T>(
  store: Store,
  userId: number,
  change: (inner: Store, row: TwoFactorRow | undefined) => Promise<T>,
): Promise<T> {
  return store.transaction(async (inner) => {
    await inner.lock(`two-factor of ${userId}`);
    return change(inner, await rowOf(inner, userId));
  });
}

const sealingKey = (store: Store): Promise<Buffer> => secretKey(store, 'two-factor secrets');
const ownerName = (userId: number): string => `user ${userId}`;
/** Apps show codes in two groups. */
const digitsOf = (code: string): string => code.replace(/[\s-]/g, '');

interface RecoveryCodeRow {
  id: number;
  userId: number;
  /** Only whoever was shown it has the code itself. */
  codeHash: string;
}

export const recoveryCodesTable: ExtensionTable<RecoveryCodeRow> = {
  name: 'recovery_codes',
  columns: { id: 'id', userId: 'integer', codeHash: 'short' },
  key: 'id',
  indexes: [['userId', 'codeHash']],
};

const count = 10;
const codeBytes = 10;

/** Replaces the codes of a user; they are returned only here, in groups of four. */
export async function makeRecoveryCodes(store: Store, userId: number): Promise<string[]> {
  const key = await secretKey(store, purpose);
  const codes = Array.from({ length: count }, () => toBase32(randomBytes(codeBytes)).toLowerCase());
  const rows = store.table(recoveryCodesTable);
  await rows.remove({ userId });
  for (const code of codes) await rows.insert({ userId, codeHash: hashed(key, userId, code) });
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Uses a code up; false where it is wrong or was used. Of two requests with one code, one removes its row. */
export async function useRecoveryCode(store: Store, userId: number, typed: string): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[^a-z2-7]/g, '');
  if (code.length !== (codeBytes * 8) / 5) return false;
  const codeHash = hashed(await secretKey(store, purpose), userId, code);
  return (await store.table(recoveryCodesTable).remove({ userId, codeHash })) > 0;
}

export function countRecoveryCodes(store: Store, userId: number): Promise<number> {
  return store.table(recoveryCodesTable).count({ userId });
}

export async function removeRecoveryCodes(store: Store, userId: number): Promise<void> {
  await store.table(recoveryCodesTable).remove({ userId });
}

const purpose = 'recovery codes';

const hashed = (key: Uint8Array, userId: number, code: string): string =>
  createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url');

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a secret for storage (AES-256-GCM), bound to its owner: it is of no use in the row of somebody else. */
export function sealSecret(key: Uint8Array, secret: Uint8Array, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** The secret again; null where the text was changed, or belongs to another owner or key. */
export function unsealSecret(key: Uint8Array, sealed: string, owner: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return null;
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  try {
    return Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]);
  } catch {
    return null;
  }
}
