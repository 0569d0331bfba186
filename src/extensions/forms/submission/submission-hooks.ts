import { type Call, type Members, networkOf, type Site, type Store, s } from '../../../extension.ts';
import { formErrors } from '../model/form-errors.ts';
import type { ContactForm } from '../model/form-properties.ts';
import type { FormTag } from '../template/form-tag.ts';
import { sizeLimit } from '../template/upload-rules.ts';
import type { FormsContext } from './forms-context.ts';
import type { PostedBody } from './posted-data.ts';
import type { Submission } from './submission.ts';

/**
 * The posted fields as the hooks of other extensions leave them; throws if one refuses. They are checked afterwards like
 * those of a visitor.
 */
export async function askBeforeSubmit(
  form: ContactForm,
  body: PostedBody,
  userId: number,
  { hooks }: Pick<FormsContext, 'hooks'>,
): Promise<PostedBody> {
  const listening = hooks();
  if (!listening) return body;
  const fields = Object.fromEntries([...body].filter(([name]) => !name.startsWith('_')));
  const changes = await listening.before({
    kind: 'form',
    actions: ['submit'],
    item: { formId: form.id, formTitle: form.title, messageId: 0, fields },
    draft: { fields },
    shape: { fields: { schema: s.object({ check: fieldsProblem(fields) }), limit: { sent: maxFieldBytes } } },
    userId,
  });
  return changes.fields ? new Map([...body, ...Object.entries(changes.fields)]) : body;
}

/** Records an accepted submission. The values of a form that stores nothing are not stored here either. */
export async function recordSubmit(
  store: Store,
  { form, posted, userId, nowMs }: Submission,
  messageId: number,
  { hooks }: Pick<FormsContext, 'hooks'>,
): Promise<void> {
  const fields = messageId > 0 ? Object.fromEntries(posted.values) : {};
  await hooks()?.record(store, {
    kind: 'form',
    actions: ['submit'],
    id: form.id,
    item: { formId: form.id, formTitle: form.title, messageId, fields },
    userId,
    atMs: nowMs,
  });
}

function fieldsProblem(sent: Readonly<Record<string, unknown>>) {
  return (fields: Members): string | null => {
    for (const [name, value] of Object.entries(fields)) {
      if (!Object.hasOwn(sent, name)) return `fields.${name.slice(0, 60)} was not sent.`;
      const isText =
        typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
      if (!isText) return `fields.${name.slice(0, 60)} is text or a list of texts.`;
    }
    return null;
  };
}

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
