import type { HookKind } from '../hooks/hook-kinds.ts';
import type { HookRecord, Hooks } from '../hooks/hooks.ts';
import type { Store } from '../storage/store.ts';
import { type AuditKind, recordAudit } from './audit-log.ts';

/** The actions that are recorded, by kind. Drafts that are saved and what visitors send would drown everything else. */
const audited: Readonly<Partial<Record<HookKind & AuditKind, readonly string[]>>> = {
  post: ['publish', 'trash', 'restore', 'delete'],
  media: ['create', 'update', 'trash', 'restore', 'delete'],
  term: ['create', 'update', 'delete'],
  comment: ['approve', 'trash', 'restore', 'delete'],
  user: ['create', 'update', 'delete'],
  settings: ['update'],
};

/**
 * The hooks of extensions, if there are any, with the audit log: what happened is added to it in the transaction of the
 * write.
 */
export function auditedHooks(inner: Hooks | null): Hooks {
  return {
    asks: (kind, actions) => inner?.asks(kind, actions) ?? false,
    before: async (question) => (inner ? inner.before(question) : {}),
    async record(store, record) {
      await recordWrite(store, record);
      await inner?.record(store, record);
    },
    wake: () => inner?.wake(),
    inside: () => auditedHooks(inner?.inside() ?? null),
    without: (extension) => auditedHooks(inner?.without(extension) ?? null),
  };
}

async function recordWrite<K extends HookKind>(store: Store, record: HookRecord<K>): Promise<void> {
  const { kind, actions, id, item, userId, atMs, changed, address = '' } = record;
  if (!isAudited(kind)) return;
  // A visitor's comment is content; what moderators do with it is not.
  if (kind === 'comment' && userId === 0) return;
  const detail = { ...detailOf(item), ...changed };
  for (const action of actions) {
    if (!audited[kind]?.includes(action)) continue;
    await recordAudit(store, {
      event: `${kind}.${action}`,
      nowMs: atMs,
      userId,
      objectId: id,
      objectName: nameOf(item),
      address,
      ...(Object.keys(detail).length > 0 ? { detail } : {}),
    });
  }
}

const isAudited = (kind: HookKind): kind is HookKind & AuditKind => Object.hasOwn(audited, kind);

/** What an item is called without telling what is in it. */
function nameOf(item: object): string {
  for (const name of ['login', 'mimeType', 'taxonomy', 'type']) {
    const value: unknown = Reflect.get(item, name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

const detailOf = (item: object): object => ('names' in item ? { fields: item.names } : {});
