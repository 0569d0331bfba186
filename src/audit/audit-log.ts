import type { OwnTable, Store } from '../storage/store.ts';

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
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** Something that happened, as `kind.action`. */
export type AuditEvent = `${AuditKind}.${string}`;

/** Who did what to what, when and from where. It names things; texts, titles and secrets are not in it. */
export interface AuditRow {
  id: number;
  /** Seconds since the epoch. */
  at: number;
  kind: string;
  event: string;
  /** 0 for a visitor, or for the program itself. */
  userId: number;
  objectId: number;
  /** The login of a user, the type of a post or file, the taxonomy of a term. */
  objectName: string;
  /** Empty where no request was the cause. */
  address: string;
  detail: Readonly<Record<string, unknown>> | null;
}

export const auditLogTable: OwnTable<AuditRow> = {
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
    kind: event.slice(0, event.indexOf('.')),
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
