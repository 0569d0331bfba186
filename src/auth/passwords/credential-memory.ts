import { hash, randomBytes } from 'node:crypto';
import { createBoundedMap } from '../../lib/bounded-map.ts';

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

export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/**
 * The name and password of an `Authorization: Basic` header; null for anything else, which is treated as no
 * credentials.
 */
export function basicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})\s*$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = decode(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  return colon < 0 ? null : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Most clients send UTF-8; very old ones send Latin-1. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}
