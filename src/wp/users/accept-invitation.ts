import type { Call } from '../../api/call.ts';
import { type InvitationRow, invitationOf, useInvitation } from '../../auth/invitations.ts';
import { addPasskey, verifyNewPasskey } from '../../auth/passkeys.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { callerOf, canGiveRole, grantedBy, rulingCapabilities } from '../../rules/capabilities.ts';
import type { RoleTable } from '../../rules/roles.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { storePersonName } from '../../text/sanitise/store-text.ts';
import { type EnrolmentContext, invitationErrors } from './enrolment.ts';
import { openAccount } from './open-account.ts';

/** What the owner of the mail address chose. */
interface Chosen {
  readonly token: string;
  readonly username: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  /** What the browser answered to `invitationPasskey`. */
  readonly passkey?: string | undefined;
}

/** Makes the account of an invitation, once. The role is checked now: who invited may have lost the right to give it. */
export async function acceptInvitation(
  { token, username, name, password, passkey: answer }: Chosen,
  call: Call,
  context: EnrolmentContext,
): Promise<{ readonly id: number; readonly login: string }> {
  const { store, now, request } = call;
  const seconds = await context.limits.accept(request.remoteAddress);
  if (seconds > 0) throw tooMany(seconds);
  const row = await invitationOf(store, token, now);
  if (!row) throw invitationErrors.platen_invitation_invalid();
  const table = await context.roles(store);
  const role = await roleOf(row, table, call);
  const login = username.trim();
  const displayName = storePersonName(name ?? '').trim();
  const expected = { party: call.site, purpose: `invitation:${row.id}` as const, nowMs: now };
  const passkey = answer ? await verifyNewPasskey(store, answer, expected) : null;
  if (answer && !passkey) throw invitationErrors.platen_invitation_passkey();
  const account = {
    login,
    email: row.email,
    password: passkey ? null : (password ?? ''),
    role,
    ...(displayName ? { displayName } : {}),
  };
  const id = await openAccount(
    account,
    {
      table,
      work: context,
      async alongside(inner, userId) {
        if (!(await useInvitation(inner.store, row))) throw invitationErrors.platen_invitation_invalid();
        const added = passkey && { userId, name: 'Passkey', passkey, nowMs: now };
        if (added && !(await addPasskey(inner.store, added))) throw invitationErrors.platen_invitation_passkey();
        await recordAudit(inner.store, {
          event: row.kind === 'invited' ? 'account.invitation_accepted' : 'account.registered',
          nowMs: now,
          userId,
          objectId: userId,
          objectName: login,
          address: request.remoteAddress,
          detail: { role, ...(row.invitedBy > 0 ? { invited_by: row.invitedBy } : {}) },
        });
      },
    },
    call,
  );
  return { id, login };
}

export const tooMany = (seconds: number): Error =>
  invitationErrors.platen_registration_limit({ seconds }, { headers: { 'Retry-After': String(seconds) } });

/** The role that an invitation still gives, or the default role for a registration. */
async function roleOf(row: InvitationRow, table: RoleTable, { store }: Call): Promise<string> {
  if (row.kind === 'registered') return registeredRole(table, store);
  if (!table.has(row.role)) throw invitationErrors.platen_invitation_void();
  if (row.invitedBy === 0) return row.role;
  const stored = (await store.users.capabilities([row.invitedBy])).get(row.invitedBy) ?? {};
  const inviter = callerOf(row.invitedBy, stored, table);
  const mayStill = inviter.can('create_users') && canGiveRole(inviter, row.role, table);
  if (!mayStill || !(await store.users.byId(row.invitedBy))) throw invitationErrors.platen_invitation_void();
  return row.role;
}

/** The default role, where people may register and it is none that rules the site. */
export async function registeredRole(table: RoleTable, store: Call['store']): Promise<string> {
  const [isOpen, role] = [await readOption(store, 'users_can_register'), await readOption(store, 'default_role')];
  const found = table.get(role);
  if (!isOpen || !found || isRuling(grantedBy(found))) throw invitationErrors.platen_registration_closed();
  return role;
}

/** Whether whoever has these capabilities can become all that an administrator is. */
export const isRuling = (granted: readonly string[]): boolean =>
  rulingCapabilities.some((name) => granted.includes(name));
