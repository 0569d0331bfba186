import { createHmac } from 'node:crypto';
import type { Store } from '../storage/store.ts';
import { sameText } from './passwords/password-hash.ts';
import { secretKey } from './secrets.ts';

/** Signs short texts for one purpose with the site's secret; every process of the site makes the same signatures. */
export interface TextSigner {
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

/** `store` should be one that notes no dependencies: what is signed must not make a page depend on the secret. */
export async function textSigner(store: Store, purpose: string): Promise<TextSigner> {
  const key = await secretKey(store, purpose);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32);
  return { sign, isSigned: (text, signature) => sameText(sign(text), signature) };
}
