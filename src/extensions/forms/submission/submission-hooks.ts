import { type Members, type Store, s } from '../../../extension.ts';
import type { ContactForm } from '../model/form-properties.ts';
import type { PostedBody } from '../posted/posted-data.ts';
import { maxFieldBytes } from './admit.ts';
import type { FormsContext } from './forms-context.ts';
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
