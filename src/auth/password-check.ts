import { availableParallelism } from 'node:os';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { findApplicationPassword } from './application-passwords.ts';
import { authErrors } from './auth-errors.ts';
import type { Credentials } from './basic-credentials.ts';
import type { Verified } from './credential-memory.ts';
import { createGate } from './gate.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { nobodysHash, verifyPassword } from './password-hash.ts';

/** Which kinds of password open the door in question. */
export interface Accepted {
  readonly accountPassword: boolean;
  readonly applicationPasswords: boolean;
}

/** Judges a name and a password; null where they do not belong together, whatever the reason. */
export type PasswordCheck = (
  store: Store,
  credentials: Credentials,
  address: string,
  accepted: Accepted,
) => Promise<Verified | null>;

/** Hashing is slow on purpose; more at a time than the machine has cores would only slow everything else. */
const gateLimits = { running: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 200 };

export function createPasswordCheck(throttle: LoginThrottle): PasswordCheck {
  const gate = createGate(gateLimits);

  const fits = async (password: string, stored: string) => {
    const turn = gate.pass(() => verifyPassword(password, stored));
    if (!turn) throw authErrors.rest_busy(undefined, { headers: { 'Retry-After': '1' } });
    return turn;
  };

  return async (store, credentials, address, accepted) => {
    const attempt = { account: credentials.login, address };
    const seconds = throttle.begin(attempt);
    const user = await findUserByName(store, credentials.login);
    // Nobody guesses a random secret, so that a client with one keeps working while its owner's name is under attack.
    const verified =
      (user && accepted.applicationPasswords && (await byApplicationPassword(store, user, credentials, seconds > 0))) ||
      (seconds === 0 && (await byAccountPassword(user, credentials, accepted, fits)));
    if (verified) {
      throttle.succeeded(attempt);
      return verified;
    }
    if (seconds === 0) return null;
    throw authErrors.rest_too_many_attempts({ seconds }, { headers: { 'Retry-After': String(seconds) } });
  };
}

/** The user with this login, else with this e-mail address, in any letter case. */
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

/** Takes as long for a user who does not exist as for one who does. */
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
