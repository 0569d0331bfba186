import type { Call } from '../../api/call.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Store } from '../../storage/store.ts';
import { knownUser } from './user-permissions.ts';

/** Adds to the audit log what was done with the ways in which a user logs in. */
export async function recordAccount(
  store: Store,
  call: Call,
  event: `account.${string}`,
  { userId, detail }: { readonly userId: number; readonly detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { login } = await knownUser(userId, call);
  await recordAudit(store, {
    event,
    nowMs: call.now,
    userId: call.caller.userId,
    objectId: userId,
    objectName: login,
    address: call.request.remoteAddress,
    ...(detail ? { detail } : {}),
  });
}
