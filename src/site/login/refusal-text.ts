import type { ApiError } from '../../lib/errors.ts';
import { filled, type Words } from '../theme/words.ts';
import type { Answered } from './ask-as-user.ts';

/** The words for refusals of the interface that pages around the log-in show. */
const refusals: Readonly<Record<string, keyof Words>> = {
  rest_invalid_credentials: 'refusedPassword',
  rest_too_many_attempts: 'refusedAttempts',
  rest_invalid_code: 'refusedCode',
  rest_invalid_passkey: 'passkeyRefused',
  rest_login_expired: 'refusedExpired',
  rest_busy: 'refusedBusy',
  existing_user_login: 'refusedNameTaken',
  existing_user_email: 'refusedEmailTaken',
  invalid_username: 'refusedName',
  invalid_email: 'refusedEmail',
  invalid_password: 'refusedNewPassword',
  platen_invitation_invalid: 'invitationInvalid',
  platen_invitation_void: 'refusedInvitation',
  platen_invitation_passkey: 'refusedInvitationPasskey',
  platen_registration_closed: 'registrationClosed',
  platen_registration_no_mail: 'noMailToRegister',
  platen_registration_limit: 'refusedRequests',
  invalid_client: 'refusedApp',
  invalid_redirect_uri: 'refusedRedirect',
  invalid_request: 'refusedQuestion',
  invalid_scope: 'refusedQuestion',
  invalid_target: 'refusedQuestion',
  unsupported_response_type: 'refusedQuestion',
};

interface Refusal extends Pick<ApiError, 'code' | 'message'>, Pick<Answered, 'headers'> {}

/** Why something was refused, in the language of the site. */
export function refusalText(words: Words, { code, message, headers }: Refusal): string {
  const seconds = String(headers['Retry-After'] ?? '');
  const waits = code === 'temporarily_unavailable' && seconds !== '';
  const name = waits ? 'refusedRequests' : (refusals[code] ?? 'refusedOther');
  return filled(words[name], { why: message, seconds });
}

/** The same for what the interface answered. */
export function refusalIn(words: Words, { body, headers }: Answered): string {
  const said = typeof body === 'object' && body !== null ? body : {};
  const { code = '', message = '' }: { code?: unknown; message?: unknown } = said;
  return refusalText(words, { code: String(code), message: String(message), headers });
}
