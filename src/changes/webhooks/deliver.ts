import { makeJobsDue } from '../../background/queue-jobs.ts';
import type { QueueJob, QueueTopic } from '../../background/queue-topic.ts';
import type { Fetcher } from '../../lib/fetcher.ts';
import type { Store } from '../../storage/store.ts';
import { deliveryById, deliveryTopic, disableWebhook, isConfigured, queueKeyOf, webhookById } from './endpoints.ts';
import { validSecrets, webhookHeaders } from './signature.ts';
import { type DeliveryRow, deliveriesTable, type WebhookRow, webhooksTable } from './webhook-tables.ts';

export interface DeliveryContext {
  readonly store: Store;
  readonly fetch: Fetcher;
  /** What the configuration says of its own endpoint, and the way to it. */
  readonly configured: { readonly secret: string; readonly fetch: Fetcher };
  readonly clock: () => number;
  /** The key that the secrets of endpoints are derived of. */
  readonly key: () => Promise<Buffer>;
}

/** How often a message is tried: over about three days, with pauses of five seconds to six hours. */
export const deliveryRetries = { maxAttempts: 30, firstDelayMs: 5_000, longestDelayMs: 6 * 3_600_000 };
/** An endpoint that has taken nothing for this long is disabled. */
const longestFailureMs = 3 * 86_400_000;
const answerMs = 15_000;
/** How much of an answer is kept. */
const keptBytes = 1_000;

/** Sends deliveries from the durable queue: at least once each, in order per endpoint and item. */
export function deliveriesTopic(context: DeliveryContext): QueueTopic {
  return {
    name: deliveryTopic,
    handle: (job) => handleJob(job, context),
    deadlineMs: 30_000,
    concurrency: 8,
    retries: deliveryRetries,
  };
}

/** The endpoint did not take a delivery, as the delivery itself tells. */
export class Undelivered extends Error {}

/** What came of an attempt. */
interface Attempted {
  readonly isDelivered: boolean;
  readonly status: number;
  readonly answer: string;
  readonly error: string;
}

async function handleJob(job: QueueJob, context: DeliveryContext): Promise<void> {
  const { store, clock } = context;
  // Only `enqueueDelivery` queues jobs under this topic.
  const { delivery: id } = job.payload as { readonly delivery: number };
  const delivery = await deliveryById(store, id);
  // One that was made already: the process ended before the queue knew.
  if (delivery?.state !== 'pending') return;
  const webhook = await webhookById(store, delivery.webhookId);
  if (webhook?.status !== 'enabled') return endUnsent(store, id);
  const attempted = await send(webhook, delivery, job.signal, context);
  // A process that stops gives the job back; the attempt does not count.
  if (job.signal.aborted) throw new Error('The attempt was cut short.');
  const nowMs = clock();
  const isLast = !attempted.isDelivered && job.attempt >= deliveryRetries.maxAttempts;
  await store.table(deliveriesTable).increase({ id }, { attempts: 1 });
  await store.table(deliveriesTable).update(
    { id },
    {
      attemptedAtMs: nowMs,
      answerStatus: attempted.status,
      answerText: attempted.answer,
      error: attempted.error,
      ...(attempted.isDelivered ? { state: 'delivered' as const, deliveredAtMs: nowMs } : {}),
      ...(isLast ? { state: 'failed' as const } : {}),
    },
  );
  if (await noteHealth(store, webhook, attempted, nowMs)) return endUnsent(store, id);
  if (!attempted.isDelivered && !isLast) throw new Undelivered(attempted.error);
}

async function endUnsent(store: Store, id: number): Promise<void> {
  const error = 'The endpoint is disabled.';
  await store.table(deliveriesTable).update({ id, state: 'pending' }, { state: 'failed', error });
}

async function send(
  webhook: WebhookRow,
  { message, payload }: DeliveryRow,
  signal: AbortSignal,
  context: DeliveryContext,
): Promise<Attempted> {
  const { clock, key, configured } = context;
  const nowMs = clock();
  const isOwn = isConfigured(webhook);
  const secrets = isOwn ? [configured.secret] : validSecrets(await key(), webhook, nowMs);
  const headers = webhookHeaders(secrets, { message, payload, nowMs });
  const fetch = isOwn ? configured.fetch : context.fetch;
  try {
    const { status, body } = await fetch(webhook.url, {
      post: { type: 'application/json', text: payload, headers },
      timeoutMs: answerMs,
      keepBytes: keptBytes,
      signal,
    });
    const isDelivered = status >= 200 && status < 300;
    const error = isDelivered ? '' : `The answer had the status ${status}.`;
    return { isDelivered, status, answer: readable(body), error };
  } catch (error) {
    return { isDelivered: false, status: 0, answer: '', error: error instanceof Error ? error.message : String(error) };
  }
}

/** Text that every database can hold, whatever the receiver sent. */
const readable = (body: Buffer): string =>
  body
    .subarray(0, keptBytes)
    .toString('utf8')
    .replace(/[\p{Cc}\uFFFD]/gu, ' ');

/** What a server that is down answers, or the proxy before it; 0 is no answer. */
const down = [0, 502, 503, 504];
/** Later attempts are hours apart; one that never gets an answer has them in their time. */
const mostEarlyAttempts = 10;
const mostMissed = 500;

/** Sends at once what could not be delivered while a receiver was down, such as a front end that was being replaced. */
async function sendMissed(store: Store, webhookId: number, nowMs: number): Promise<void> {
  const missed = await store.table(deliveriesTable).find(
    {
      webhookId,
      state: 'pending',
      attempts: { from: 1, below: mostEarlyAttempts + 1 },
      answerStatus: { in: down },
    },
    { by: 'id', direction: 'asc' },
    { limit: mostMissed, offset: 0 },
  );
  if (missed.length > 0) await makeJobsDue(store, deliveryTopic, nowMs, [...new Set(missed.map(queueKeyOf))]);
}

/** Remembers since when an endpoint fails; true if it was disabled for that. */
async function noteHealth(
  store: Store,
  { id, failingSinceMs, url }: WebhookRow,
  { isDelivered, status, error }: Attempted,
  nowMs: number,
): Promise<boolean> {
  const rows = store.table(webhooksTable);
  if (isDelivered) {
    // The row may be older than a failure of another delivery at the same time.
    const isBack = (await rows.update({ id, failingSinceMs: { from: 1 } }, { failingSinceMs: 0 })) > 0;
    if (isBack) await sendMissed(store, id, nowMs);
    return false;
  }
  if (status === 410) {
    const reason = `${url} answered 410 Gone: it wants no more messages. Enable it again if it does.`;
    await disableWebhook(store, { id, url }, reason, nowMs);
    return true;
  }
  if (failingSinceMs === 0) await rows.update({ id, failingSinceMs: 0 }, { failingSinceMs: nowMs });
  if (failingSinceMs === 0 || nowMs - failingSinceMs < longestFailureMs) return false;
  const days = Math.floor((nowMs - failingSinceMs) / 86_400_000);
  const reason = `Nothing was delivered to ${url} for ${days} days; the last attempt failed: ${error} Repair it and enable it again.`;
  await disableWebhook(store, { id, url }, reason.slice(0, 1_000), nowMs);
  return true;
}
