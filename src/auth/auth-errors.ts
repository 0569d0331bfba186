import { type ApiError, defineErrors } from '../lib/errors.ts';

/** Errors for rejected log-ins. No message reveals whether an account exists. */
export const authErrors = defineErrors({
  rest_invalid_credentials: { status: 401, message: () => 'The user name or the password is wrong.' },
  // Codes that newer versions of the interface name. Only what was not sent at all has one of its own.
  incorrect_password: { status: 401, message: () => 'The user name or the password is wrong.' },
  empty_username: { status: 401, message: () => 'The user name is missing.' },
  empty_password: { status: 401, message: () => 'The password is missing.' },
  rest_credential_expired: {
    status: 401,
    message: () => 'This application password or token has expired. Make a new one.',
  },
  rest_too_many_attempts: {
    status: 429,
    message: (at: { seconds: number }) => `Too many failed attempts. Try again in ${at.seconds} seconds.`,
  },
  rest_code_needed: { status: 401, message: () => 'Enter the code of your authenticator app to go on.' },
  rest_invalid_code: { status: 401, message: () => 'This code is wrong, or was used before. Enter the next one.' },
  rest_invalid_passkey: {
    status: 401,
    message: () => 'This passkey was not accepted. Try again, or log in another way.',
  },
  rest_login_expired: { status: 401, message: () => 'Too much time has passed. Log in again.' },
  rest_link_invalid: { status: 403, message: () => 'This link was used before, or is too old. Make a new one.' },
  rest_wrong_password: { status: 403, message: () => 'This is not your password.' },
  rest_busy: { status: 503, message: () => 'Too many log-ins are under way. Try again in a moment.' },
  rest_cookie_invalid_nonce: {
    status: 403,
    message: () => 'The nonce is missing or has expired. Load the page again.',
  },
});

/** The refusal of an attempt that has to wait. */
export const tooManyAttempts = (seconds: number): ApiError =>
  authErrors.rest_too_many_attempts({ seconds }, { headers: { 'Retry-After': String(seconds) } });
