import type { Call } from '../../api/call.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { errors } from '../../lib/errors.ts';
import { canEditUser } from '../../rules/capabilities.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { knownUser } from './user-permissions.ts';

interface Owner {
  readonly user_id?: string;
}

/** The user whom a path names by id or as `me`. */
export function ownerOf({ user_id: owner }: Owner, call: Call): Promise<User> {
  if (call.caller.userId === 0) throw errors.rest_not_logged_in();
  return knownUser(owner === 'me' ? call.caller.userId : Number(owner), call);
}

/** For the user and for those who may edit the user. */
export async function permitOwner(input: Owner, call: Call): Promise<void> {
  call.keepPrivate();
  if (!canEditUser(call.caller, (await ownerOf(input, call)).id)) throw errors.rest_forbidden();
}

/** For the user alone. */
export async function permitSelf(input: Owner, call: Call): Promise<void> {
  call.keepPrivate();
  if ((await ownerOf(input, call)).id !== call.caller.userId) throw errors.rest_forbidden();
}

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
