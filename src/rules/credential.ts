import type { Caller } from './capabilities.ts';
import type { Scope } from './scopes.ts';

/** What a request was identified by. */
export interface Credential {
  readonly kind: 'account-password' | 'application-password' | 'session' | 'access-token';
  /** Names it among those of its kind: the id of the application password, session or token; empty for a password. */
  readonly id: string;
  /** What it is limited to; null where it has all rights of the account. */
  readonly scopes: readonly Scope[] | null;
  /** Milliseconds since the epoch after which it is refused; null where it has no end, or is renewed by being used. */
  readonly expiresAtMs: number | null;
}

/** A credential that was checked, and whose it is. */
export interface CheckedCredential {
  readonly userId: number;
  readonly credential: Credential;
}

/** Who sent a request, and with which credential; a visitor has none. */
export interface Identified {
  readonly caller: Caller;
  readonly credential: Credential | null;
}

/** Whether a credential is as strong as the account: it may make others, which are as strong at most. */
export const isWhole = ({ kind, scopes, expiresAtMs }: Credential): boolean =>
  scopes === null && (kind === 'session' || expiresAtMs === null);
