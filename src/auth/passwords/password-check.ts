import { availableParallelism } from 'node:os';
import { createWorkQueue } from '../../limits/work-queue.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { authErrors } from '../auth-errors.ts';
import type { Credentials } from '../basic-credentials.ts';
import type { LoginThrottle } from '../login-throttle.ts';
import { findApplicationPassword } from './application-passwords.ts';
import type { Verified } from './credential-memory.ts';
import { nobodysHash, verifyPassword } from './password-hash.ts';

/** Which kinds of password are accepted. */
export interface Accepted {
  readonly accountPassword: boolean;
  readonly applicationPasswords: boolean;
}

/** Checks a name and a password; null where either is wrong, without saying which. */
export type PasswordCheck = (
  store: Store,
  credentials: Credentials,
  address: string,
  accepted: Accepted,
) => Promise<Verified | null>;

/** Hashing is slow on purpose; more hashes in parallel than cores would only slow down everything else. */
const hashingLimits = { running: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 200 };

export function createPasswordCheck(throttle: LoginThrottle): PasswordCheck {
  const hashing = createWorkQueue(hashingLimits);

  const fits = async (password: string, stored: string) => {
    if (hashing.isFull) throw authErrors.rest_busy(undefined, { headers: { 'Retry-After': '1' } });
    return hashing.run(() => verifyPassword(password, stored));
  };

  return async (store, credentials, address, accepted) => {
    const attempt = { account: credentials.login, address };
    const seconds = await throttle.begin(attempt);
    const user = await findUserByName(store, credentials.login);
    // A random secret cannot be guessed, so its client is not throttled while somebody attacks its owner's name.
    const verified =
      (user && accepted.applicationPasswords && (await byApplicationPassword(store, user, credentials, seconds > 0))) ||
      (seconds === 0 && (await byAccountPassword(user, credentials, accepted, fits)));
    if (verified) {
      await throttle.succeeded(attempt);
      return verified;
    }
    if (seconds === 0) return null;
    throw authErrors.rest_too_many_attempts({ seconds }, { headers: { 'Retry-After': String(seconds) } });
  };
}

/** The user with this login, else with this e-mail address, ignoring letter case. */
export async function findUserByName(store: Store, name: string): Promise<User | null> {
  const text = name.trim();
  if (text === '') return null;
  const byLogin = await store.users.byLogin(text);
  return byLogin ?? (text.includes('@') ? store.users.byEmail(text) : null);
}

async function byApplicationPassword(
  store: Store,
  user: User,
  credentials: Credentials,
  fastOnly: boolean,
): Promise<Verified | null> {
  const found = await findApplicationPassword(store, user.id, credentials.password, { fastOnly });
  return found && { userId: user.id, proof: found.hash, applicationId: found.id };
}

/** Takes the same time for a user who does not exist as for one who does. */
async function byAccountPassword(
  user: User | null,
  { password }: Credentials,
  accepted: Accepted,
  fits: (password: string, stored: string) => Promise<boolean>,
): Promise<Verified | null> {
  const stored = user && accepted.accountPassword ? user.passwordHash : nobodysHash;
  const right = await fits(password, stored);
  return user && accepted.accountPassword && right ? { userId: user.id, proof: stored, applicationId: null } : null;
}
