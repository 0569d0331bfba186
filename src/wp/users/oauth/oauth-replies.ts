import type { RefusalReply, Reply } from '../../../api/reply.ts';
import type { ApiRequest } from '../../../api/request.ts';
import { oauthErrors } from '../../../auth/oauth/oauth-errors.ts';
import { json, type OutputOf } from '../../../lib/schema/json-schema.ts';

/** A refusal in the form of OAuth (RFC 6749, 5.2). What the interface itself refuses is an invalid request. */
export function oauthRefusal({ status, headers, body }: RefusalReply): Reply<OutputOf<typeof refusalSchema>> {
  const code = String(body['code']);
  const error = Object.hasOwn(oauthErrors, code) ? code : codeFor(status);
  // Quotes and what is not ASCII are not allowed there.
  const description = String(body['message'])
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');
  return { status, headers, body: { error, error_description: description } };
}

function codeFor(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request';
}

export const refusalSchema = json.object({ error: json.string, error_description: json.string });

/** Secrets belong into the body: addresses are logged, remembered and sent on. */
export function refuseInAddress({ query }: Pick<ApiRequest, 'query'>, names: readonly string[]): void {
  const sent = names.find((name) => query[name] !== undefined);
  if (sent !== undefined)
    throw oauthErrors.invalid_request({ why: `${sent} belongs into the body, not into the address.` });
}

/** The value of a parameter that has to be there. */
export function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw oauthErrors.invalid_request({ why: `${name} is missing.` });
  return value;
}
