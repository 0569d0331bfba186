import type { ExtensionTable, Store } from '../storage/store.ts';
import type { HookKind } from './hook-kinds.ts';
import type { HookRecord, Hooks } from './hooks.ts';

/** What the audit log is about: the part of an event before the dot. */
export const auditKinds = [
  'session',
  'account',
  'user',
  'post',
  'media',
  'term',
  'comment',
  'settings',
  'cache',
  'exchange',
  'webhook',
  'person',
  'proposal',
  'release',
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** Something that happened, as `kind.action`. */
export type AuditEvent = `${AuditKind}.${string}`;

/** Who did what to what, when and from where. It names things; texts, titles and secrets are not in it. */
export interface AuditRow {
  id: number;
  /** Seconds since the epoch. */
  at: number;
  kind: AuditKind;
  event: string;
  /** 0 for a visitor, or for the program itself. */
  userId: number;
  objectId: number;
  /** The login of a user, the type of a post or file, the taxonomy of a term, the file of an import or export. */
  objectName: string;
  /** Empty where no request was the cause. */
  address: string;
  detail: Readonly<Record<string, unknown>> | null;
}

export const auditLogTable: ExtensionTable<AuditRow> = {
  name: 'audit',
  columns: {
    id: 'id',
    at: 'integer',
    kind: 'short',
    event: 'short',
    userId: 'integer',
    objectId: 'integer',
    objectName: 'short',
    address: 'short',
    detail: 'json',
  },
  key: 'id',
  indexes: [['at'], ['userId'], ['kind']],
};

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly nowMs: number;
  readonly userId: number;
  readonly objectId?: number;
  readonly objectName?: string;
  readonly address?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adds an entry; inside a transaction it is committed exactly if what it tells of is. */
export async function recordAudit(store: Store, entry: AuditEntry): Promise<void> {
  const { event, nowMs, userId, objectId = 0, objectName = '', address = '', detail = null } = entry;
  await store.table(auditLogTable).append({
    at: Math.floor(nowMs / 1000),
    // The type of an event says that a kind stands before the dot.
    kind: event.slice(0, event.indexOf('.')) as AuditKind,
    event: event.slice(0, 190),
    userId,
    objectId,
    objectName: objectName.slice(0, 190),
    address: address.slice(0, 100),
    detail,
  });
}

/** Removes entries older than this many days; returns how many. */
export function pruneAudit(store: Store, days: number, nowMs: number): Promise<number> {
  return store.table(auditLogTable).remove({ at: { below: Math.floor(nowMs / 1000) - days * 86_400 } });
}

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
