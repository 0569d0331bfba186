import { json } from '../../lib/schema/json-schema.ts';
import { type DeliveryRow, deliveryStates, type WebhookRow } from './webhook-tables.ts';

const timeOf = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString() : null);

/** An endpoint as the interface shows it; its secret is shown where it is new, and never again. */
export const shownWebhook = (row: WebhookRow, nowMs: number) => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  status: row.status,
  reason: row.reason,
  created_gmt: timeOf(row.createdAtMs),
  failing_since_gmt: timeOf(row.failingSinceMs),
  old_secret_until_gmt: row.oldSecretUntilMs > nowMs ? timeOf(row.oldSecretUntilMs) : null,
});

export const shownDelivery = (row: DeliveryRow) => ({
  id: row.id,
  webhook: row.webhookId,
  message: row.message,
  event: row.event,
  item: row.itemKey,
  state: row.state,
  attempts: row.attempts,
  status: row.answerStatus,
  answer: row.answerText,
  error: row.error,
  created_gmt: timeOf(row.createdAtMs),
  attempted_gmt: timeOf(row.attemptedAtMs),
  delivered_gmt: timeOf(row.deliveredAtMs),
});

const time = json.orNull(json.instant);

const webhookMembers = {
  id: json.integer,
  url: json.string,
  events: json.listOf(json.string),
  description: json.string,
  status: json.words('enabled', 'disabled'),
  reason: json.string,
  created_gmt: time,
  failing_since_gmt: time,
  old_secret_until_gmt: time,
};

const deliveryMembers = {
  id: json.integer,
  webhook: json.integer,
  message: json.string,
  event: json.string,
  item: json.string,
  state: json.words(...deliveryStates),
  attempts: json.integer,
  status: json.integer,
  answer: json.string,
  error: json.string,
  created_gmt: time,
  attempted_gmt: time,
  delivered_gmt: time,
};

/** The exact forms of webhooks and deliveries. */
export const webhookSchemas = {
  webhook: json.object(webhookMembers),
  withSecret: json.object({ ...webhookMembers, secret: json.string }),
  delivery: json.object(deliveryMembers),
  withPayload: json.object({ ...deliveryMembers, payload: json.string }),
};
