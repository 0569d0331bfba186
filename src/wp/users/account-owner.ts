import type { Call } from '../../api/call.ts';
import type { Identity } from '../../auth/identity.ts';
import { hasPassword } from '../../auth/passwords/password-hash.ts';
import { listSessions } from '../../auth/sessions.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { defineErrors, errors } from '../../lib/errors.ts';
import { canEditUser, coversOwn } from '../../rules/capabilities.ts';
import { isWhole } from '../../rules/credential.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { CoreContext } from '../context/core-context.ts';
import { isAboveCaller, knownUser } from './user-permissions.ts';

interface Owner {
  readonly user_id?: string;
}

/** The user whom a path names by id or as `me`. */
export function ownerOf({ user_id: owner }: Owner, call: Call): Promise<User> {
  if (call.caller.userId === 0) throw errors.rest_not_logged_in();
  return knownUser(owner === 'me' ? call.caller.userId : Number(owner), call);
}

/** For the user and for those who may edit the user. */
export const permitOwner =
  (context: Pick<CoreContext, 'roles'>) =>
  async (input: Owner, call: Call): Promise<void> => {
    call.keepPrivate();
    const { id } = await ownerOf(input, call);
    const isHigher = () => isAboveCaller(id, call, context);
    if (!canEditUser(call.caller, id) || !coversOwn(call.caller, 'users') || (await isHigher()))
      throw errors.rest_forbidden();
  };

/** For the user alone. */
export async function permitSelf(input: Owner, call: Call): Promise<void> {
  call.keepPrivate();
  if ((await ownerOf(input, call)).id !== call.caller.userId) throw errors.rest_forbidden();
}

/**
 * Refuses credentials that are weaker than their account: with what an account logs in with, they could make themselves
 * stronger.
 */
export function requireWhole({ credential }: Pick<Call, 'credential'>): void {
  if (credential !== null && !isWhole(credential)) throw accountOwnerErrors.rest_credential_limited();
}

export const accountOwnerErrors = defineErrors({
  rest_credential_limited: {
    status: 403,
    message: () =>
      'A credential with scopes or an end cannot read or change what accounts log in with. Log in with a browser for that.',
  },
  platen_two_factor_needs_session: {
    status: 403,
    message: () => 'Programs with a password or token of their own cannot change how people log in. Use a browser.',
  },
  platen_fresh_login_needed: { status: 403, message: () => 'Log out and in again, then do this within ten minutes.' },
});

const freshSeconds = 600;

/**
 * The user who asks, once they have proved that it is them: with the password, or right after a log-in where the account
 * has none. Programs cannot: an application password can set the password of its account, so that both together prove
 * nothing more.
 */
export const confirmOwner =
  ({ confirmPassword }: Pick<Identity, 'confirmPassword'>) =>
  async (input: Owner & { readonly password?: string | undefined }, call: Call): Promise<User> => {
    if (call.credential?.kind === 'application-password' || call.credential?.kind === 'access-token')
      throw accountOwnerErrors.platen_two_factor_needs_session();
    const user = await ownerOf(input, call);
    if (hasPassword(user.passwordHash)) {
      const sent = { password: input.password ?? '', address: call.request.remoteAddress };
      await confirmPassword(user, sent, call.store);
      return user;
    }
    const id = call.credential?.kind === 'session' ? Number(call.credential.id) : 0;
    const session = (await listSessions(call.store, user, call.now)).find((row) => row.id === id);
    if (!session || call.now / 1000 - session.createdAt > freshSeconds)
      throw accountOwnerErrors.platen_fresh_login_needed();
    return user;
  };

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
