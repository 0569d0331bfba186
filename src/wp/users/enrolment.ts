import type { RoleSource } from '../../auth/identity.ts';
import { type EnrolmentLimits, mostInvitations } from '../../auth/invitations.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import { defineErrors } from '../../lib/errors.ts';
import type { AccountWork } from './open-account.ts';

/** What invitations and registrations are handled with. */
export interface EnrolmentContext extends AccountWork {
  readonly roles: RoleSource;
  readonly mail: Pick<Outbox, 'enqueue' | 'isConfigured'>;
  readonly limits: EnrolmentLimits;
}

export const invitationErrors = defineErrors({
  platen_invitation_not_found: { status: 404, message: () => 'There is no invitation with this id.' },
  platen_invitation_invalid: {
    status: 403,
    message: () => 'This link was used before, was revoked, or is too old. Ask for a new one.',
  },
  platen_invitation_void: {
    status: 403,
    message: () => 'This invitation gives nothing any more. Ask the people of this site for a new one.',
  },
  platen_invitation_passkey: {
    status: 400,
    message: () => 'This passkey does not fit, or came too late. Try again, or choose a password.',
  },
  platen_invitation_role: { status: 403, message: () => 'You may not give this role to anybody.' },
  platen_invitation_no_mail: {
    status: 409,
    message: () => 'This site has no mail server. Pass the link on yourself: leave mail out.',
  },
  platen_invitations_full: {
    status: 409,
    message: () => `There are ${mostInvitations} open invitations. Revoke some of them first.`,
  },
  platen_registration_closed: { status: 403, message: () => 'Nobody can register at this site.' },
  platen_registration_no_mail: {
    status: 409,
    message: () => 'This site has no mail server, so it cannot confirm a registration.',
  },
  platen_registration_limit: {
    status: 429,
    message: (at: { seconds: number }) => `Too many requests. Try again in ${at.seconds} seconds.`,
  },
});
