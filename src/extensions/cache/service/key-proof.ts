import type { Call } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import type { ToolsetContext } from '../toolset-context.ts';
import type { Message } from './message.ts';
import { isProof, proofOf, type SecretSlice, wholeProof } from './proof.ts';
import { judgeSignature } from './signature.ts';

/** How a call proved that it knows the key. */
export type KeyProof =
  | { readonly kind: 'proven'; readonly key: string; readonly signed: boolean }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'wrong' };

/** Verifies `hash` against a part of the key. */
export function keySliceProof(message: Message, slice: SecretSlice, call: Call, context: ToolsetContext) {
  return keyProof(message, (key) => isProof(message['hash'], proofOf(key, slice)), call, context);
}

/** Verifies `domain_key` against the whole key. */
export function wholeKeyProof(message: Message, call: Call, context: ToolsetContext) {
  return keyProof(message, (key) => isProof(message['domain_key'], wholeProof(key)), call, context);
}

async function keyProof(
  message: Message,
  shows: (key: string) => boolean,
  call: Call,
  { secrets }: ToolsetContext,
): Promise<KeyProof> {
  const key = await secrets.key(call.store);
  if (key === null) return { kind: 'no-key' };
  if (!shows(key)) return { kind: 'wrong' };
  const signature = await judgeSignature(call.request, message, key, { store: call.store, nowMs: call.now });
  if (signature === 'wrong') return { kind: 'wrong' };
  if (signature === 'absent' && (await readSetting(call.store, 'require_signature'))) return { kind: 'wrong' };
  return { kind: 'proven', key, signed: signature === 'right' };
}
