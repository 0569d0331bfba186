import { hkdfSync, randomBytes } from 'node:crypto';
import type { Store } from '../storage/store.ts';

/** The option that holds the site's secret; it is drawn once, on first use. */
const secretOption = 'platen_secret';

/**
 * A key for one purpose, derived from the site's secret. Every process over the same database derives the same; the
 * option is read each time, so that two processes that both drew a secret on their first start agree a moment later.
 */
export async function secretKey(store: Store, purpose: string): Promise<Buffer> {
  const secret = (await store.options.get(secretOption)) ?? (await drawSecret(store));
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, 32));
}

async function drawSecret(store: Store): Promise<string> {
  return store.transaction(async (inner) => {
    const drawnMeanwhile = await inner.options.get(secretOption);
    if (drawnMeanwhile !== null) return drawnMeanwhile;
    const secret = randomBytes(32).toString('base64url');
    await inner.options.set(secretOption, secret, 'early');
    return secret;
  });
}
