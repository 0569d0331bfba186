import { defineErrors } from '../../lib/errors.ts';

/** Why a role is not changed. */
export const roleErrors = defineErrors({
  platen_role_not_found: { status: 404, message: () => 'There is no role of this name.' },
  platen_role_exists: { status: 409, message: () => 'There is a role of this name. Choose another.' },
  platen_role_name: {
    status: 400,
    message: () => 'This name is, or could be, the name of a capability. Choose another.',
  },
  platen_roles_denied: { status: 'denied', message: () => 'You may not change roles.' },
  platen_role_capability: {
    status: 403,
    message: (at: { names: string }) => `You cannot give what you do not have yourself: ${at.names}.`,
  },
  platen_role_above: { status: 403, message: () => 'This role allows more than you may do; you cannot change it.' },
  platen_role_default: {
    status: 409,
    message: () => 'This is the default role of the site. Choose another default in the settings first.',
  },
  platen_role_in_use: {
    status: 409,
    message: (at: { count: number }) => `${at.count} users have this role. Name the role that they get in reassign.`,
  },
  platen_role_reassign: {
    status: 400,
    message: () => 'Users can only get another role, and one that you may give.',
  },
  platen_role_lock_out: {
    status: 409,
    message: () => 'After this, you or everybody could no longer change roles and users. Nothing was changed.',
  },
});
