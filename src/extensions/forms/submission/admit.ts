import { type Call, networkOf, type Site } from '../../../extension.ts';
import { formErrors } from '../model/form-errors.ts';
import type { FormTag } from '../template/form-tag.ts';
import { sizeLimit } from '../uploads/upload-rules.ts';
import type { FormsContext } from './forms-context.ts';

/** Maximum size of the fields of a body as sent: an encoded field is larger than its value. */
export const maxFieldBytes = 2_097_152;

/** Rejects before the body is read: other origins that are not listed, too many messages, bodies that are too large. */
export async function admit(
  formId: number,
  files: readonly FormTag[],
  call: Call,
  { rateLimit, store }: FormsContext,
): Promise<void> {
  const { headers, remoteAddress } = call.request;
  const origin = headers['origin'];
  if (origin !== undefined && !isOwnOrigin(origin, call.site) && !(await isListed(origin, store)))
    throw formErrors.forms_forbidden();
  const wait = (await rateLimit?.take(networkOf(remoteAddress), formId)) ?? 0;
  if (wait > 0) throw formErrors.forms_rate_limited(undefined, { headers: { 'Retry-After': String(wait) } });
  const room = files.reduce((sum, tag) => sum + sizeLimit(tag) + 65_536, maxFieldBytes);
  if (Number(headers['content-length'] ?? 0) > room) throw formErrors.forms_payload_too_large();
}

/** The site itself, and the server that its interface answers on. */
function isOwnOrigin(origin: string, { url, serverUrl }: Site): boolean {
  return origin === new URL(url).origin || origin === new URL(serverUrl).origin;
}

async function isListed(origin: string, store: FormsContext['store']): Promise<boolean> {
  const listed = ((await store.options.get('platen_form_origins')) ?? '').split(/[\s,]+/);
  return listed.includes('*') || listed.includes(origin);
}
