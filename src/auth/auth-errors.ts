import { defineErrors } from '../errors.ts';

/** Refusals of those who say who they are. None of them tells whether an account exists. */
export const authErrors = defineErrors({
  rest_invalid_credentials: { status: 401, message: () => 'The name and the password do not belong together.' },
  rest_too_many_attempts: {
    status: 429,
    message: (at: { seconds: number }) => `Too many failed attempts. Try again in ${at.seconds} seconds.`,
  },
  rest_busy: { status: 503, message: () => 'Too many people are logging in at this moment. Try again shortly.' },
  rest_cookie_invalid_nonce: {
    status: 403,
    message: () => 'The nonce of this session is missing its mark or too old.',
  },
});
