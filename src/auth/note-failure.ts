import { recordAudit } from '../audit/audit-log.ts';
import type { Store } from '../storage/store.ts';
import { findUserByName } from './passwords/password-check.ts';

interface FailedAttempt {
  /** As it was typed. */
  readonly login: string;
  readonly address: string;
  readonly way: 'password' | 'code' | 'basic';
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
