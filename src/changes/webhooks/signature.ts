import { createHmac, hkdfSync } from 'node:crypto';
import type { WebhookRow } from './webhook-tables.ts';

/** The purpose of the key that the secrets of all endpoints are derived of. */
export const webhookSecretPurpose = 'secrets of webhooks';

/**
 * A secret of an endpoint as its receiver configures it, after the Standard Webhooks specification. It is derived of
 * the site's secret, so that no table holds it.
 */
export function webhookSecret(key: Buffer, { id, salt }: Pick<WebhookRow, 'id' | 'salt'>, generation: number): string {
  const bytes = hkdfSync('sha256', key, '', `${id} ${salt} ${generation}`, 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}

/** The secrets that sign a message now: the newest, and the one before it while both are valid. */
export function validSecrets(key: Buffer, webhook: WebhookRow, nowMs: number): string[] {
  const { generation, oldSecretUntilMs } = webhook;
  const generations = generation > 1 && oldSecretUntilMs > nowMs ? [generation, generation - 1] : [generation];
  return generations.map((one) => webhookSecret(key, webhook, one));
}

/** A message to be signed. */
export interface SignedMessage {
  readonly message: string;
  readonly payload: string;
  readonly nowMs: number;
}

/** The headers of a message: its id, when it is sent, and one signature per secret. */
export function webhookHeaders(
  secrets: readonly string[],
  { message, payload, nowMs }: SignedMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return {
    'webhook-id': message,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
