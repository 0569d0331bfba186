import { createBoundedMap } from '../lib/bounded-map.ts';
import { hasPassed } from '../lib/elapsed.ts';
import type { ApiError } from '../lib/errors.ts';
import type { CheckedCredential } from '../rules/credential.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors } from './auth-errors.ts';
import { noteAccountPassword } from './passwords/account-password-use.ts';
import { listApplicationPasswords, noteApplicationUse } from './passwords/application-passwords.ts';
import type { CredentialMemory, Credentials, Verified } from './passwords/credential-memory.ts';
import type { PasswordCheck } from './passwords/password-check.ts';
import { noteFailure } from './passwords/password-check.ts';
import { hasTwoFactor } from './two-factor.ts';

/** Log-in with the name and password of an HTTP Basic header. Rejects wrong credentials. */
export type BasicLogin = (credentials: Credentials, address: string, store: Store) => Promise<CheckedCredential>;

export interface BasicLoginOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether HTTP Basic accepts the account's own password as well as application passwords. */
  readonly accountPasswords: boolean;
  /** Whether refusals have the codes of newer versions. None says whether the account exists. */
  readonly namedCodes?: boolean;
  /** Logs what a site owner may want to know, never a password. */
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

const noteEveryMs = 15 * 60_000;
const mostNoted = 1000;

export function createBasicLogin(
  check: PasswordCheck,
  memory: CredentialMemory,
  options: BasicLoginOptions,
): BasicLogin {
  const { clock, log } = options;
  const accepted = { accountPassword: options.accountPasswords, applicationPasswords: true };
  const noted = createBoundedMap<string, number>(mostNoted);

  /** Whether something was not noted for a while; it counts as noted then. */
  const isDue = (key: string): boolean => {
    const nowMs = clock();
    if (!hasPassed(noted.get(key) ?? 0, noteEveryMs, nowMs)) return false;
    noted.set(key, nowMs);
    return true;
  };

  const verify = async (credentials: Credentials, address: string, store: Store): Promise<Verified> => {
    const verified = await check(store, credentials, address, accepted);
    if (verified && !(await lacksCode(verified, store))) return verified;
    log.warn({ address }, 'refused a log-in: wrong name or password');
    // A forgotten program with the right password of an account with two factors asks for ever, and is not throttled.
    if (!verified || isDue(`code ${verified.userId}`))
      await noteFailure(options, { login: credentials.login, address, way: 'basic' }, store);
    throw refusal(credentials, options.namedCodes ?? false);
  };

  /** Recorded only at intervals, so that not every read causes a write. */
  const noteUse = async ({ userId, applicationId }: Verified, address: string, store: Store) => {
    if (!isDue(applicationId ?? `account ${userId}`)) return;
    const nowMs = clock();
    try {
      if (applicationId === null) await noteAccountPassword(store, { userId, address, nowMs });
      else await noteApplicationUse(store, userId, { id: applicationId, address, nowMs });
    } catch (error) {
      log.warn({ err: error, userId }, 'could not record the use of a password');
    }
  };

  return async (credentials, address, store) => {
    const remembered = memory.recall(credentials);
    // The form accepts account passwords even where HTTP Basic does not.
    const allowed = remembered !== null && (remembered.applicationId !== null || options.accountPasswords);
    const standing = allowed ? await stillValid(remembered, store) : null;
    const verified = remembered && standing ? remembered : await verify(credentials, address, store);
    const checked = standing ?? (await stillValid(verified, store));
    if (!checked) throw refusal(credentials, options.namedCodes ?? false);
    const { expiresAtMs } = checked.credential;
    if (expiresAtMs !== null && expiresAtMs <= clock()) throw authErrors.rest_credential_expired();
    await noteUse(verified, address, store);
    return checked;
  };
}

function refusal({ login, password }: Credentials, namedCodes: boolean): ApiError {
  if (!namedCodes) return authErrors.rest_invalid_credentials();
  if (login === '') return authErrors.empty_username();
  return password === '' ? authErrors.empty_password() : authErrors.incorrect_password();
}

/** The password of an account with a second factor is not enough, and HTTP Basic has no second step. */
async function lacksCode({ userId, applicationId }: Verified, store: Store): Promise<boolean> {
  return applicationId === null && (await hasTwoFactor(store, userId));
}

/**
 * The credential as it is stored now; null where the hash is not the one any more that the password was verified against:
 * a new password applies at once, and so do other scopes.
 */
async function stillValid({ userId, proof, applicationId }: Verified, store: Store): Promise<CheckedCredential | null> {
  const user: User | null = await store.users.byId(userId);
  if (!user) return null;
  if (applicationId === null) {
    const stands = user.passwordHash === proof && !(await hasTwoFactor(store, userId));
    return stands ? { userId, credential: accountPassword } : null;
  }
  const passwords = await listApplicationPasswords(store, userId);
  const found = passwords.find((each) => each.id === applicationId && each.hash === proof);
  if (!found) return null;
  const expiresAtMs = found.expiresAt === null ? null : found.expiresAt * 1000;
  return { userId, credential: { kind: 'application-password', id: found.id, scopes: found.scopes, expiresAtMs } };
}

const accountPassword = { kind: 'account-password', id: '', scopes: null, expiresAtMs: null } as const;
