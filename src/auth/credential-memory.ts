import { hash, randomBytes } from 'node:crypto';
import type { Credentials } from './basic-credentials.ts';
import { BoundedMap } from './bounded-map.ts';

/** What is known of credentials that were verified a moment ago. */
export interface Verified {
  readonly userId: number;
  /** The stored hash they fitted. They count only while the account still holds it. */
  readonly proof: string;
  /** Which application password it was; null for the account's own password. */
  readonly applicationId: string | null;
}

/** Spares a client that sends its password with every request the cost of hashing it every time. */
export interface CredentialMemory {
  recall(credentials: Credentials): Verified | null;
  remember(credentials: Credentials, verified: Verified): void;
}

const ttlSeconds = 600;
const mostEntries = 1000;

/** Passwords are kept under a keyed hash whose key lives and dies with the process. */
export function createCredentialMemory(clock: () => number): CredentialMemory {
  const key = randomBytes(32).toString('base64');
  const entries = new BoundedMap<string, Verified & { readonly until: number }>(mostEntries);
  const keyOf = ({ login, password }: Credentials) =>
    hash('sha256', `${key}${login.length}:${login}${password}`, 'base64');
  return {
    recall(credentials) {
      const entry = entries.get(keyOf(credentials));
      return entry && entry.until > clock() ? entry : null;
    },
    remember(credentials, verified) {
      entries.set(keyOf(credentials), { ...verified, until: clock() + ttlSeconds * 1000 });
    },
  };
}
