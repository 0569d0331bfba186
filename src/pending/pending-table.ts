import type { ExtensionTable } from '../storage/store.ts';

/** What became of a pending change. */
export const pendingStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;

export type PendingState = (typeof pendingStates)[number];

/** One field of a change, as it was and as it would be. */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

export interface PendingComment {
  readonly user: number;
  /** Seconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** A write that was checked as its author's roles would have it, and that nobody has carried out yet. */
export interface PendingRow {
  id: number;
  state: PendingState;
  /** The route of the write without the interface's own address: method, path, and the arguments besides the path. */
  method: 'POST' | 'DELETE';
  path: string;
  fields: Readonly<Record<string, unknown>>;
  /** The last segment of the collection, such as `posts`; what screens name and lists filter by. */
  type: string;
  /** 0 for an item that is to be made; the id of what was made, once it is accepted. */
  itemId: number;
  title: string;
  /** The version of the item that the change was made for; empty where there is none. */
  baseVersion: string;
  changes: Readonly<Record<string, FieldChange>>;
  /** Why, in the words of the author. */
  note: string;
  authorId: number;
  /** The credential it was proposed with: kind and id, such as `application-password 0f…`. */
  credential: string;
  /** Whose item it is; decides besides those with the capability. */
  ownerId: number;
  /** Who has it sees the change and decides. */
  capability: string;
  /** Whether its texts may hold what only some roles may write: 1 where the author may. */
  unfiltered: number;
  createdAt: number;
  changedAt: number;
  decidedBy: number;
  reason: string;
  comments: readonly PendingComment[];
  /** When it is to be carried out by itself, in seconds since the epoch; 0 for never. Null in rows of before. */
  publishAt: number | null;
  /** Whose rights it is then carried out with: who said so last. */
  publishBy: number | null;
  /** The release that it belongs to; 0 for none. */
  releaseId: number | null;
  /** Why it was not carried out when its time had come; null once somebody has taken it up again. */
  refusal: PendingRefusal | null;
}

/** Why something was not done at its time. */
export interface PendingRefusal {
  readonly code: string;
  readonly message: string;
  /** Seconds since the epoch. */
  readonly at: number;
}

/** What a change has that waits for nothing but a decision. */
export const notPlanned = { publishAt: 0, publishBy: 0, releaseId: 0, refusal: null } as const;

/** No public answer is made from it, so that its writes are no news for caches. */
export const pendingTable: ExtensionTable<PendingRow> = {
  name: 'pending_changes',
  columns: {
    id: 'id',
    state: 'short',
    method: 'short',
    path: 'short',
    fields: 'json',
    type: 'short',
    itemId: 'integer',
    title: 'text',
    baseVersion: 'short',
    changes: 'json',
    note: 'text',
    authorId: 'integer',
    credential: 'short',
    ownerId: 'integer',
    capability: 'short',
    unfiltered: 'integer',
    createdAt: 'integer',
    changedAt: 'integer',
    decidedBy: 'integer',
    reason: 'text',
    comments: 'json',
    publishAt: 'integer',
    publishBy: 'integer',
    releaseId: 'integer',
    refusal: 'json',
  },
  key: 'id',
  indexes: [
    ['state', 'capability', 'id'],
    ['authorId', 'id'],
    ['ownerId', 'id'],
    ['path', 'id'],
    ['releaseId', 'id'],
  ],
  isLogged: false,
};
