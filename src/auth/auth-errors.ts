import { defineErrors } from '../errors.ts';

/** Errors for rejected log-ins. No message reveals whether an account exists. */
export const authErrors = defineErrors({
  rest_invalid_credentials: { status: 401, message: () => 'The user name or the password is wrong.' },
  rest_too_many_attempts: {
    status: 429,
    message: (at: { seconds: number }) => `Too many failed attempts. Try again in ${at.seconds} seconds.`,
  },
  rest_busy: { status: 503, message: () => 'Too many log-ins are under way. Try again in a moment.' },
  rest_cookie_invalid_nonce: {
    status: 403,
    message: () => 'The nonce is missing or has expired. Load the page again.',
  },
});
