import { type AuditEvent, recordAudit } from '../audit/audit-log.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';

/** Adds to the audit log what was done at the terminal, where nobody is logged in. */
export function recordCommand(
  store: Store,
  nowMs: number,
  event: AuditEvent,
  { user, detail = {} }: { readonly user?: Pick<User, 'id' | 'login'>; readonly detail?: Record<string, unknown> } = {},
): Promise<void> {
  const object = user ? { objectId: user.id, objectName: user.login } : {};
  return recordAudit(store, { event, nowMs, userId: 0, ...object, detail: { ...detail, by: 'command' } });
}
