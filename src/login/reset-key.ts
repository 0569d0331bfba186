import { randomBytes } from 'node:crypto';
import { hashToken, verifyToken } from '../auth/passwords/token-hash.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';

const validSeconds = 86_400;

/** Makes the one-time key of a mail and stores its hash with the account; an earlier key is void. */
export async function makeResetKey(store: Store, user: User, nowMs: number): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await store.users.update(user.id, { activationKey: `${Math.floor(nowMs / 1000)}:${hashToken(key)}` });
  return key;
}

/** Whether a key is the account's, and not older than a day. Choosing a new password deletes it. */
export async function fitsResetKey(user: User, key: string, nowMs: number): Promise<boolean> {
  const [, seconds, hash] = /^(\d{1,12}):(.+)$/.exec(user.activationKey) ?? [];
  if (seconds === undefined || hash === undefined || key === '') return false;
  const ageSeconds = nowMs / 1000 - Number(seconds);
  return ageSeconds >= -60 && ageSeconds <= validSeconds && (await verifyToken(key, hash));
}
