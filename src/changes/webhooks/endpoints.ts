import { randomBytes, randomUUID } from 'node:crypto';
import { recordAudit } from '../../background/audit-log.ts';
import { enqueueJob } from '../../background/queue-jobs.ts';
import { FetchRefused, outboundUrl } from '../../lib/outbound-url.ts';
import type { FeedRow, Store } from '../../storage/store.ts';
import {
  type DeliveryRow,
  type DeliveryState,
  deliveriesTable,
  notedItemsTable,
  type WebhookRow,
  webhookPositionTable,
  webhooksTable,
} from './webhook-tables.ts';

/** The topic of the queue under which deliveries are sent. */
export const deliveryTopic = 'webhooks';
/** The name of the one row of the position. */
export const positionName = 'feed';
export const mostWebhooks = 100;

const endpointsLock = 'webhook endpoints';

/** What a person chooses of an endpoint. */
export type WebhookChoices = Pick<WebhookRow, 'url' | 'events' | 'description'>;

/** Who changes an endpoint, and when; 0 stands for the program and the command line. */
export interface WebhookActor {
  readonly nowMs: number;
  readonly userId: number;
  readonly address?: string;
  readonly by?: 'command';
}

/** Adds a change to the audit log. Paths and parameters of an address may hold secrets, so that only its host is noted. */
function note(
  store: Store,
  action: 'create' | 'update' | 'rotate' | 'disable' | 'delete',
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
  { by, ...actor }: WebhookActor,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const detail = { ...facts, ...(by ? { by } : {}) };
  return recordAudit(store, {
    ...actor,
    event: `webhook.${action}`,
    objectId: id,
    objectName: new URL(url).host,
    detail,
  });
}

/** Every endpoint, oldest first. */
export function listWebhooks(store: Store): Promise<WebhookRow[]> {
  return store.table(webhooksTable).find({}, { by: 'id', direction: 'asc' }, { limit: mostWebhooks, offset: 0 });
}

export async function webhookById(store: Store, id: number): Promise<WebhookRow | null> {
  const [row] = await store.table(webhooksTable).find({ id });
  return row ?? null;
}

/** Adds an endpoint, which is told of what happens from now on; null if there are too many. */
export async function addWebhook(
  store: Store,
  choices: WebhookChoices,
  actor: WebhookActor,
  salt = randomBytes(16).toString('base64url'),
): Promise<WebhookRow | null> {
  const now = await store.feed.newest();
  return store.transaction(async (inner) => {
    await inner.lock(endpointsLock);
    const rows = inner.table(webhooksTable);
    if ((await rows.count({})) >= mostWebhooks) return null;
    await beginAt(inner, now);
    const row: Omit<WebhookRow, 'id'> = {
      ...choices,
      status: 'enabled',
      reason: '',
      salt,
      generation: 1,
      oldSecretUntilMs: 0,
      createdAtMs: actor.nowMs,
      sinceSeq: now.seq,
      sincePos: now.pos,
      failingSinceMs: 0,
    };
    const made = { id: await rows.insert(row), ...row };
    await note(inner, 'create', made, actor);
    return made;
  });
}

/** Where nobody was told of anything so far, everything before now is passed over. */
async function beginAt(store: Store, { seq, pos, at }: FeedRow): Promise<void> {
  if ((await store.table(webhooksTable).count({ status: 'enabled' })) > 0) return;
  const positions = store.table(webhookPositionTable);
  const place = { seq, pos, at, noting: '', notedId: 0 };
  await store.table(notedItemsTable).remove({});
  if ((await positions.update({ name: positionName }, place)) > 0) {
    await positions.increase({ name: positionName }, { taken: 1 });
  } else if ((await positions.count({ name: positionName })) === 0) {
    await positions.insert({ name: positionName, ...place, taken: 1 });
  }
}

/** Changes an endpoint. One that is enabled again is not told of what happened meanwhile. */
export async function changeWebhook(
  store: Store,
  id: number,
  changes: Partial<WebhookChoices> & Partial<Pick<WebhookRow, 'status'>>,
  actor: WebhookActor,
): Promise<WebhookRow | null> {
  const now = await store.feed.newest();
  return store.transaction(async (inner) => {
    await inner.lock(endpointsLock);
    const before = await webhookById(inner, id);
    if (!before) return null;
    const isBack = changes.status === 'enabled' && before.status === 'disabled';
    if (isBack) await beginAt(inner, now);
    const fresh = { reason: '', failingSinceMs: 0, sinceSeq: now.seq, sincePos: now.pos };
    await inner.table(webhooksTable).update({ id }, { ...changes, ...(isBack ? fresh : {}) });
    const after = await webhookById(inner, id);
    const fields = Object.keys(changes);
    if (after && fields.length > 0) await note(inner, 'update', after, actor, { fields });
    return after;
  });
}

/** Whether an endpoint is that of the configuration. */
export const isConfigured = ({ salt }: Pick<WebhookRow, 'salt'>): boolean => salt === '';

/** Makes the endpoint of the configuration the one that there is: it is added, moved, enabled again or removed. */
export async function keepConfigured(store: Store, url: string, nowMs: number): Promise<void> {
  const actor: WebhookActor = { nowMs, userId: 0 };
  const [known, ...more] = (await listWebhooks(store)).filter(isConfigured);
  for (const { id } of url === '' && known ? [known, ...more] : more) await removeWebhook(store, id, actor);
  if (url === '') return;
  if (!known) {
    const choices = { url, events: ['*'], description: 'PLATEN_WEBHOOK_URL' };
    await addWebhook(store, choices, actor, '');
  } else if (known.url !== url || known.status === 'disabled') {
    await changeWebhook(store, known.id, { url, status: 'enabled' }, actor);
  }
}

/** Disables an endpoint that has failed for long, with a sentence for its owner. */
export function disableWebhook(
  store: Store,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
  reason: string,
  nowMs: number,
): Promise<void> {
  return store.transaction(async (inner) => {
    const rows = inner.table(webhooksTable);
    const changed = await rows.update({ id, status: 'enabled' }, { status: 'disabled', reason });
    if (changed > 0) await note(inner, 'disable', { id, url }, { nowMs, userId: 0 });
  });
}

/** Gives an endpoint another secret; the one before signs as well until then. */
export function rotateSecret(
  store: Store,
  id: number,
  oldSecretUntilMs: number,
  actor: WebhookActor,
): Promise<WebhookRow | null> {
  return store.transaction(async (inner) => {
    const rows = inner.table(webhooksTable);
    await rows.update({ id }, { oldSecretUntilMs });
    await rows.increase({ id }, { generation: 1 });
    const after = await webhookById(inner, id);
    if (after) await note(inner, 'rotate', after, actor);
    return after;
  });
}

/** Removes an endpoint with its deliveries. */
export function removeWebhook(store: Store, id: number, actor: WebhookActor): Promise<boolean> {
  return store.transaction(async (inner) => {
    const before = await webhookById(inner, id);
    if (!before || (await inner.table(webhooksTable).remove({ id })) === 0) return false;
    await inner.table(deliveriesTable).remove({ webhookId: id });
    await note(inner, 'delete', before, actor);
    return true;
  });
}

export interface WantedDeliveries {
  readonly webhookId?: number;
  readonly state?: DeliveryState;
  readonly limit: number;
  readonly offset: number;
}

/** Deliveries, newest first. */
export function listDeliveries(store: Store, wanted: WantedDeliveries): Promise<DeliveryRow[]> {
  const { limit, offset, ...where } = wanted;
  return store.table(deliveriesTable).find(where, { by: 'id', direction: 'desc' }, { limit, offset });
}

export function countDeliveries(store: Store, where: Pick<WantedDeliveries, 'webhookId' | 'state'>): Promise<number> {
  return store.table(deliveriesTable).count(where);
}

export async function deliveryById(store: Store, id: number): Promise<DeliveryRow | null> {
  const [row] = await store.table(deliveriesTable).find({ id });
  return row ?? null;
}

/** A delivery to be made. */
export type NewDelivery = Pick<DeliveryRow, 'webhookId' | 'event' | 'itemKey' | 'payload' | 'message'>;

/** Stores a delivery and queues it behind the others of its endpoint and item. */
export async function queueDelivery(store: Store, delivery: NewDelivery, nowMs: number): Promise<DeliveryRow> {
  const row = { ...freshDelivery, ...delivery, createdAtMs: nowMs };
  const id = await store.table(deliveriesTable).insert(row);
  await enqueueDelivery(store, { id, ...row }, nowMs);
  return { id, ...row };
}

const freshDelivery = {
  state: 'pending' as const,
  attempts: 0,
  attemptedAtMs: 0,
  deliveredAtMs: 0,
  answerStatus: 0,
  answerText: '',
  error: '',
};

/** Sends a delivery once more, with the same id and text; false if it is yet to be sent anyway. */
export function repeatDelivery(store: Store, { id, ...row }: DeliveryRow, nowMs: number): Promise<boolean> {
  return store.transaction(async (inner) => {
    const ended = { in: ['delivered', 'failed'] } as const;
    const changed = await inner.table(deliveriesTable).update({ id, state: ended }, { state: 'pending', error: '' });
    if (changed > 0) await enqueueDelivery(inner, { id, ...row }, nowMs);
    return changed > 0;
  });
}

async function enqueueDelivery(store: Store, row: DeliveryRow, nowMs: number): Promise<void> {
  await enqueueJob(store, { topic: deliveryTopic, key: queueKeyOf(row), payload: { delivery: row.id } }, nowMs);
}

/** Deliveries of one endpoint and item wait for each other. */
export const queueKeyOf = ({ webhookId, itemKey }: Pick<DeliveryRow, 'webhookId' | 'itemKey'>): string =>
  `${webhookId} ${itemKey}`;

const longestUrl = 2_000;

/** Why messages are not sent to an address; null if they are. What its name resolves to is checked at every attempt. */
export function refusedUrl(url: string): string | null {
  if (url.length > longestUrl) return `The address has at most ${longestUrl} characters.`;
  try {
    outboundUrl(url);
    return null;
  } catch (error) {
    if (error instanceof FetchRefused) return `Messages cannot be sent to this address: ${error.message}.`;
    throw error;
  }
}

/** Queues a message that says nothing, with which an endpoint can be tried. */
export function pingWebhook(store: Store, { id }: WebhookRow, nowMs: number): Promise<DeliveryRow> {
  const payload = webhookText('webhook.ping', nowMs, { webhook: id });
  const delivery = { webhookId: id, event: 'webhook.ping', itemKey: 'webhook', payload, message: newMessageId() };
  return store.transaction((inner) => queueDelivery(inner, delivery, nowMs));
}

/** The id of a new message. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** The body of a message, after the Standard Webhooks specification. */
export function webhookText(type: string, atMs: number, data: unknown): string {
  return JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data });
}
