import { hash, randomBytes } from 'node:crypto';
import { createBoundedMap } from '../../limits/bounded-map.ts';
import type { Credentials } from '../basic-credentials.ts';

/** The result of a recent verification of credentials. */
export interface Verified {
  readonly userId: number;
  /** The stored hash that matched. The result is valid only while the account still has this hash. */
  readonly proof: string;
  /** Which application password it was; null for the account's own password. */
  readonly applicationId: string | null;
}

/**
 * Caches verified credentials, so that a client which sends its password with every request is not hashed every time.
 */
export interface CredentialMemory {
  recall(credentials: Credentials): Verified | null;
  /** Whether these were right within the last day, even if they have to be verified again. */
  knows(credentials: Credentials): boolean;
  remember(credentials: Credentials, verified: Verified): void;
}

const ttlMs = 600_000;
const knownMs = 86_400_000;
const mostEntries = 1000;

/** Passwords are stored under a keyed hash; the key exists only in the memory of this process. */
export function createCredentialMemory(clock: () => number): CredentialMemory {
  const key = randomBytes(32).toString('base64');
  const entries = createBoundedMap<string, Verified & { readonly verifiedMs: number }>(mostEntries);
  const keyOf = ({ login, password }: Credentials) =>
    hash('sha256', `${key}${login.length}:${login}${password}`, 'base64');
  return {
    recall(credentials) {
      const entry = entries.get(keyOf(credentials));
      return entry && entry.verifiedMs + ttlMs > clock() ? entry : null;
    },
    knows(credentials) {
      const entry = entries.get(keyOf(credentials));
      return entry !== undefined && entry.verifiedMs + knownMs > clock();
    },
    remember(credentials, verified) {
      entries.set(keyOf(credentials), { ...verified, verifiedMs: clock() });
    },
  };
}
