import type { DeclaredTable, ExtensionTable } from '../../storage/store.ts';

/** An endpoint that is told of changes. */
export interface WebhookRow {
  id: number;
  url: string;
  /** What it is told of: `post.update`, `post.*`, `*.delete` or `*`. */
  events: string[];
  description: string;
  status: 'enabled' | 'disabled';
  /** Why it was disabled; empty where a person did. */
  reason: string;
  /** A random text of which its secrets are derived; empty for the endpoint of the configuration, which says its secret. */
  salt: string;
  /** The number of its newest secret; the one before it signs too for a while. */
  generation: number;
  oldSecretUntilMs: number;
  createdAtMs: number;
  /** Changes up to this place of the feed are not for it. */
  sinceSeq: number;
  sincePos: number;
  /** When the first of the failures came that no success has ended; 0 for none. */
  failingSinceMs: number;
}

/** `pending` is yet to be sent, or to be sent again; `failed` was given up. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event for one endpoint. */
export interface DeliveryRow {
  id: number;
  webhookId: number;
  /** The same at every attempt, so that receivers can tell a repetition. */
  message: string;
  event: string;
  /** The item, for the order of its events, such as `post:7`. */
  itemKey: string;
  /** The body as it is sent. */
  payload: string;
  state: DeliveryState;
  attempts: number;
  createdAtMs: number;
  attemptedAtMs: number;
  deliveredAtMs: number;
  /** The status of the last answer; 0 where there was none. */
  answerStatus: number;
  /** The first bytes of the last answer. */
  answerText: string;
  error: string;
}

/** How far the feed has been turned into deliveries. */
export interface WebhookPositionRow {
  name: string;
  seq: number;
  pos: number;
  at: number;
  /** Raised by whoever moves the position, so that two processes cannot move it from the same place. */
  taken: number;
  /** The kind and the last id up to which the addresses of the site were noted; `done` where all were. */
  noting: string;
  notedId: number;
}

/** What was last known of an item: its address may be gone when it has changed. */
export interface NotedItemRow {
  item: string;
  /** Its own addresses. */
  urls: string[];
  /** A digest of what visitors saw of it; empty where that is not known. */
  digest: string;
}

export const webhooksTable: ExtensionTable<WebhookRow> = {
  name: 'webhooks',
  columns: {
    id: 'id',
    url: 'text',
    events: 'json',
    description: 'text',
    status: 'short',
    reason: 'text',
    salt: 'short',
    generation: 'integer',
    oldSecretUntilMs: 'integer',
    createdAtMs: 'integer',
    sinceSeq: 'integer',
    sincePos: 'integer',
    failingSinceMs: 'integer',
  },
  key: 'id',
  isLogged: false,
};

export const deliveriesTable: ExtensionTable<DeliveryRow> = {
  name: 'webhook_deliveries',
  columns: {
    id: 'id',
    webhookId: 'integer',
    message: 'short',
    event: 'short',
    itemKey: 'short',
    payload: 'text',
    state: 'short',
    attempts: 'integer',
    createdAtMs: 'integer',
    attemptedAtMs: 'integer',
    deliveredAtMs: 'integer',
    answerStatus: 'integer',
    answerText: 'text',
    error: 'text',
  },
  key: 'id',
  indexes: [
    ['webhookId', 'state', 'id'],
    ['state', 'createdAtMs'],
  ],
  isLogged: false,
};

export const webhookPositionTable: ExtensionTable<WebhookPositionRow> = {
  name: 'webhook_position',
  columns: {
    name: 'short',
    seq: 'integer',
    pos: 'integer',
    at: 'integer',
    taken: 'integer',
    noting: 'short',
    notedId: 'integer',
  },
  key: 'name',
  isLogged: false,
};

export const notedItemsTable: ExtensionTable<NotedItemRow> = {
  name: 'webhook_items',
  columns: { item: 'short', urls: 'json', digest: 'short' },
  key: 'item',
  isLogged: false,
};

/** The tables of webhooks, for creating them. */
export const webhookTables: readonly DeclaredTable[] = [
  webhooksTable,
  deliveriesTable,
  webhookPositionTable,
  notedItemsTable,
];
