import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { listApplicationPasswords, noteApplicationUse } from './application-passwords.ts';
import { authErrors } from './auth-errors.ts';
import type { Credentials } from './basic-credentials.ts';
import { BoundedMap } from './bounded-map.ts';
import { createCredentialMemory, type Verified } from './credential-memory.ts';
import type { IdentityOptions } from './identity.ts';
import type { PasswordCheck } from './password-check.ts';

/** Log-in by a name and password that come with every request: the id of the user. Refuses wrong credentials. */
export type BasicLogin = (credentials: Credentials, address: string, store: Store) => Promise<number>;

const noteEveryMs = 15 * 60_000;
const mostNoted = 1000;

export function createBasicLogin(check: PasswordCheck, options: IdentityOptions): BasicLogin {
  const { clock, log } = options;
  const accepted = { accountPassword: options.accountPasswords, applicationPasswords: true };
  const memory = createCredentialMemory(clock);
  const noted = new BoundedMap<string, number>(mostNoted);
  const judgeOnce = createShared<Verified | null>();

  const judge = async (credentials: Credentials, address: string, store: Store): Promise<Verified> => {
    const key = JSON.stringify([credentials.login, credentials.password, address]);
    const verified = await judgeOnce(key, () => check(store, credentials, address, accepted));
    if (!verified) {
      log.warn({ address }, 'refused a log-in: wrong name or password');
      throw authErrors.rest_invalid_credentials();
    }
    memory.remember(credentials, verified);
    return verified;
  };

  /** Now and then, so that reading does not turn into writing. */
  const noteUse = async ({ userId, applicationId }: Verified, address: string, store: Store) => {
    const nowMs = clock();
    if (applicationId === null || (noted.get(applicationId) ?? 0) > nowMs - noteEveryMs) return;
    noted.set(applicationId, nowMs);
    try {
      await noteApplicationUse(store, userId, { id: applicationId, address, nowMs });
    } catch (error) {
      log.warn({ err: error, userId }, 'could not note the use of an application password');
    }
  };

  return async (credentials, address, store) => {
    const remembered = memory.recall(credentials);
    const stands = remembered !== null && (await stillStands(remembered, store));
    const verified = stands ? remembered : await judge(credentials, address, store);
    await noteUse(verified, address, store);
    return verified.userId;
  };
}

/** Whether the account still holds what the credentials were verified against: a new password ends the old at once. */
async function stillStands({ userId, proof, applicationId }: Verified, store: Store): Promise<boolean> {
  const user: User | null = await store.users.byId(userId);
  if (!user || applicationId === null) return user?.passwordHash === proof;
  const kept = await listApplicationPasswords(store, userId);
  return kept.some((each) => each.id === applicationId && each.hash === proof);
}

/** Requests that arrive together with the same credentials are one attempt, judged once. */
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
