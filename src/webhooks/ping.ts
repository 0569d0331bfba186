import { randomUUID } from 'node:crypto';
import type { Store } from '../storage/store.ts';
import { queueDelivery } from './endpoints.ts';
import type { DeliveryRow, WebhookRow } from './webhook-tables.ts';
import { webhookText } from './webhook-text.ts';

/** Queues a message that says nothing, with which an endpoint can be tried. */
export function pingWebhook(store: Store, { id }: WebhookRow, nowMs: number): Promise<DeliveryRow> {
  const payload = webhookText('webhook.ping', nowMs, { webhook: id });
  const delivery = { webhookId: id, event: 'webhook.ping', itemKey: 'webhook', payload, message: newMessageId() };
  return store.transaction((inner) => queueDelivery(inner, delivery, nowMs));
}

/** The id of a new message. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;
