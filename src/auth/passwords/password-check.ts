import { recordAudit } from '../../background/audit-log.ts';
import { networkOf } from '../../limits/network-of.ts';
import { fold } from '../../rules/fold.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { tooManyAttempts } from '../auth-errors.ts';
import { type LoginThrottle, uncountedAttempt } from '../login-throttle.ts';
import { findApplicationPassword } from './application-passwords.ts';
import type { CredentialMemory, Credentials, Verified } from './credential-memory.ts';
import { createHashingQueue } from './hashing-queue.ts';
import { nobodysHash, paddingFor, verifyPassword } from './password-hash.ts';

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

type Fits = (password: string, stored: string) => Promise<boolean>;

export function createPasswordCheck(
  throttle: LoginThrottle,
  memory: CredentialMemory,
  verify: Fits = verifyPassword,
): PasswordCheck {
  const hashing = createHashingQueue();

  const check: PasswordCheck = async (store, credentials, address, accepted) => {
    const user = await findUserByName(store, credentials.login);
    const account = accountKey(user, credentials.login);
    // What was right before is no guess: it neither counts nor waits because of others.
    const known = memory.knows(credentials);
    const attempt = known ? uncountedAttempt : await throttle.begin({ account, address });
    const wait = attempt.waitSeconds;
    const from = { network: networkOf(address), account, known };
    const fits: Fits = (password, stored) => hashing.run(from, () => verify(password, stored));
    try {
      // A random secret cannot be guessed, so its client is not throttled while somebody attacks its owner's name.
      const verified =
        (user &&
          accepted.applicationPasswords &&
          (await byApplicationPassword(store, user, credentials, wait > 0, fits))) ||
        (wait === 0 && (await byAccountPassword(user, credentials, accepted, fits)));
      if (!verified) {
        if (wait === 0) return null;
        throw tooManyAttempts(wait);
      }
      await attempt.succeeded();
      memory.remember(credentials, verified);
      return verified;
    } catch (error) {
      await attempt.abandoned();
      throw error;
    }
  };

  const checkOnce = createShared<Verified | null>();
  return (store, credentials, address, accepted) => {
    const key = JSON.stringify([credentials.login, credentials.password, address, accepted]);
    return checkOnce(key, () => check(store, credentials, address, accepted));
  };
}

/** One key for an account, whether its login or its e-mail address was typed, in any spelling. */
function accountKey(user: User | null, name: string): string {
  return user ? `user ${user.id}` : `name ${fold(name.trim().replace(/\s+/g, ' ')).slice(0, 200)}`;
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
  fits: Fits,
): Promise<Verified | null> {
  const found = await findApplicationPassword(store, user.id, credentials.password, { fastOnly, fits });
  return found && { userId: user.id, proof: found.hash, applicationId: found.id };
}

/** Takes the same time for a user who does not exist as for one who does, in whatever format the password is stored. */
async function byAccountPassword(
  user: User | null,
  { password }: Credentials,
  accepted: Accepted,
  fits: Fits,
): Promise<Verified | null> {
  const stored = user && accepted.accountPassword ? user.passwordHash : nobodysHash;
  const right = await fits(password, stored);
  if (!right) for (const hash of paddingFor(stored)) await fits(password, hash);
  return user && accepted.accountPassword && right ? { userId: user.id, proof: stored, applicationId: null } : null;
}

/** Concurrent requests with the same credentials share one attempt, which is verified once. */
function createShared<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const before = underWay.get(key);
    if (before) return before;
    const started = work().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}

interface FailedAttempt {
  /** As it was typed. */
  readonly login: string;
  readonly address: string;
  readonly way: 'password' | 'code' | 'basic' | 'passkey';
}

interface NotingOptions {
  readonly clock: () => number;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

/**
 * Adds a failed log-in to the audit log. A name that no account has is left out: it may be a password that was typed
 * into the wrong field.
 */
export async function noteFailure({ clock, log }: NotingOptions, failed: FailedAttempt, store: Store): Promise<void> {
  try {
    const user = await findUserByName(store, failed.login);
    const object = user ? { objectId: user.id, objectName: user.login } : {};
    const detail = { with: failed.way };
    await recordAudit(store, {
      event: 'session.failed',
      nowMs: clock(),
      userId: 0,
      address: failed.address,
      ...object,
      detail,
    });
  } catch (error) {
    log.warn({ err: error }, 'could not add a failed log-in to the audit log');
  }
}
