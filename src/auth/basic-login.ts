import { createBoundedMap } from '../limits/bounded-map.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors } from './auth-errors.ts';
import type { Credentials } from './basic-credentials.ts';
import { listApplicationPasswords, noteApplicationUse } from './passwords/application-passwords.ts';
import type { CredentialMemory, Verified } from './passwords/credential-memory.ts';
import type { PasswordCheck } from './passwords/password-check.ts';

/** Log-in with the name and password of an HTTP Basic header; resolves to the user's id. Rejects wrong credentials. */
export type BasicLogin = (credentials: Credentials, address: string, store: Store) => Promise<number>;

export interface BasicLoginOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether HTTP Basic accepts the account's own password as well as application passwords. */
  readonly accountPasswords: boolean;
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

  const verify = async (credentials: Credentials, address: string, store: Store): Promise<Verified> => {
    const verified = await check(store, credentials, address, accepted);
    if (!verified) {
      log.warn({ address }, 'refused a log-in: wrong name or password');
      throw authErrors.rest_invalid_credentials();
    }
    return verified;
  };

  /** Recorded only at intervals, so that not every read causes a write. */
  const noteUse = async ({ userId, applicationId }: Verified, address: string, store: Store) => {
    const nowMs = clock();
    if (applicationId === null || (noted.get(applicationId) ?? 0) > nowMs - noteEveryMs) return;
    noted.set(applicationId, nowMs);
    try {
      await noteApplicationUse(store, userId, { id: applicationId, address, nowMs });
    } catch (error) {
      log.warn({ err: error, userId }, 'could not record the use of an application password');
    }
  };

  return async (credentials, address, store) => {
    const remembered = memory.recall(credentials);
    // The form accepts account passwords even where HTTP Basic does not.
    const allowed = remembered !== null && (remembered.applicationId !== null || options.accountPasswords);
    const valid = allowed && (await stillValid(remembered, store));
    const verified = valid ? remembered : await verify(credentials, address, store);
    await noteUse(verified, address, store);
    return verified.userId;
  };
}

/** Whether the stored hash is still the one the credentials were verified against: a new password applies at once. */
async function stillValid({ userId, proof, applicationId }: Verified, store: Store): Promise<boolean> {
  const user: User | null = await store.users.byId(userId);
  if (!user || applicationId === null) return user?.passwordHash === proof;
  const passwords = await listApplicationPasswords(store, userId);
  return passwords.some((each) => each.id === applicationId && each.hash === proof);
}
