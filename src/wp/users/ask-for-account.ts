import type { Call } from '../../api/call.ts';
import { isLogin } from '../../auth/accounts.ts';
import { addRegistration, invitationPath } from '../../auth/invitations.ts';
import { registeredRole, tooMany } from './accept-invitation.ts';
import { mailDate, sendAccountMail } from './account-mails.ts';
import { type EnrolmentContext, invitationErrors } from './enrolment.ts';

/**
 * Sends the mail with which somebody registers. There is no account before its link was opened and a password chosen, so
 * that nobody can prepare one for the owner of an address. An address with an account gets a mail that says so; what is
 * read, written and answered is the same for both.
 */
export async function askForAccount(
  { email, login }: { readonly email: string; readonly login: string },
  call: Call,
  context: EnrolmentContext,
): Promise<void> {
  const { store, now, site, request } = call;
  await registeredRole(await context.roles(store), store);
  if (!context.mail.isConfigured) throw invitationErrors.platen_registration_no_mail();
  const seconds = await context.limits.register(email, request.remoteAddress);
  if (seconds > 0) throw tooMany(seconds);
  const wish = login.trim();
  await store.transaction(async (inner) => {
    const known = await inner.users.byEmail(email);
    const made = await addRegistration(inner, { email, login: isLogin(wish) && wish.length <= 60 ? wish : '' }, now);
    const link = known ? `${site.serverUrl}/wp-login.php` : site.serverUrl + invitationPath(made.token);
    const values = { link, login: known?.login ?? '', until: `${mailDate(made.row.expiresAt, site)} UTC` };
    const to = { email: known?.email ?? email, values };
    await sendAccountMail(known ? 'known' : 'registered', to, { site, mail: context.mail, store: inner, now });
  });
}
