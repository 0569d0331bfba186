import { type ApiError, defineErrors } from '../../lib/errors.ts';

interface Why {
  readonly why: string;
}

/** Refusals with the codes of OAuth (RFC 6749, 7009, 7591, 8628, 8707). */
export const oauthErrors = defineErrors({
  invalid_request: { status: 400, message: ({ why }: Why) => why },
  invalid_client: { status: 400, message: ({ why }: Why) => why },
  invalid_grant: { status: 400, message: ({ why }: Why) => why },
  invalid_scope: { status: 400, message: ({ why }: Why) => why },
  invalid_target: { status: 400, message: ({ why }: Why) => why },
  unsupported_grant_type: { status: 400, message: ({ why }: Why) => why },
  unsupported_response_type: { status: 400, message: ({ why }: Why) => why },
  access_denied: { status: 400, message: () => 'The request was denied.' },
  authorization_pending: { status: 400, message: () => 'Nobody has decided yet. Ask again later.' },
  slow_down: { status: 400, message: () => 'Ask less often: five seconds more between two questions.' },
  expired_token: { status: 400, message: () => 'The code has expired. Begin again.' },
  invalid_redirect_uri: { status: 400, message: ({ why }: Why) => why },
  invalid_client_metadata: { status: 400, message: ({ why }: Why) => why },
  temporarily_unavailable: { status: 429, message: ({ why }: Why) => why },
  invalid_token: {
    status: 401,
    message: () => 'The token is not valid: it has expired, was revoked, or is for another address.',
  },
});

/** Whoever asks too often waits. */
export const waitFor = (seconds: number): ApiError =>
  oauthErrors.temporarily_unavailable(
    { why: `Too many requests. Try again in ${seconds} seconds.` },
    { headers: { 'Retry-After': String(seconds) } },
  );
