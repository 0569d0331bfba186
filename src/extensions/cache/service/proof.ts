import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { type ApiRequest, type Call, type ExtensionTable, type Store, wasInserted } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import type { ToolsetContext } from '../toolset-context.ts';
import type { Message } from './message.ts';

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

/** A part of a secret, as the handshake names it: a number of characters from an offset. */
export interface SecretSlice {
  readonly offset: number;
  readonly length: number;
}

const slice = (offset: number, length: number): SecretSlice => ({ offset, length });

/** Which part of which secret each side proves. Sent by the caller, unless the name says answer. */
export const slices = {
  token: slice(0, 8),
  tokenAnswer: slice(3, 8),
  apikey: slice(1, 8),
  checkImage: slice(4, 8),
  ipValidate: slice(0, 4),
  errDomains: slice(1, 8),
  cdnStatus: slice(3, 8),
  keyAnswer: slice(2, 4),
} as const;

/** The proof of knowing a part of a secret. */
export function proofOf(secret: string, { offset, length }: SecretSlice): string {
  return hash('md5', secret.slice(offset, offset + length));
}

/** The proof of knowing a whole secret. */
export const wholeProof = (secret: string): string => hash('md5', secret);

const proofForm = /^[0-9a-f]{32}$/;

/** Whether the sent proof is the expected one, compared in constant time. */
export function isProof(sent: unknown, expected: string): boolean {
  return typeof sent === 'string' && proofForm.test(sent) && timingSafeEqual(Buffer.from(sent), Buffer.from(expected));
}

const windowMs = 300_000;
const rememberedMs = 600_000;

interface NonceRow {
  nonce: string;
  atMs: number;
}

/** The signatures that were used, to prevent replays. */
export const nonceTable: ExtensionTable<NonceRow> = {
  name: 'cache_nonces',
  columns: { nonce: 'short', atMs: 'integer' },
  key: 'nonce',
  indexes: [['atMs']],
};

export interface Signed {
  readonly method: string;
  readonly path: string;
  readonly message: Message;
}

/** The headers that sign a message. */
export function signatureHeaders(key: string, signed: Signed, at: { nowMs: number; nonce: string }) {
  const time = String(Math.floor(at.nowMs / 1_000));
  return {
    'x-node-time': time,
    'x-node-nonce': at.nonce,
    'x-node-signature': signature(key, signed, time, at.nonce),
  };
}

/** Whether a request has a valid signature: within its time, for this message, and used for the first time. */
export async function judgeSignature(
  request: Pick<ApiRequest, 'headers' | 'method' | 'path'>,
  message: Message,
  key: string,
  { store, nowMs }: { store: Store; nowMs: number },
): Promise<'absent' | 'right' | 'wrong'> {
  const sent = request.headers['x-node-signature'];
  if (sent === undefined) return 'absent';
  const time = request.headers['x-node-time'] ?? '';
  const nonce = request.headers['x-node-nonce'] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs - Number(time) * 1_000) > windowMs) return 'wrong';
  if (!/^[\w-]{16,128}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(sent)) return 'wrong';
  const expected = signature(key, { method: request.method, path: request.path, message }, time, nonce);
  if (!timingSafeEqual(Buffer.from(sent), Buffer.from(expected))) return 'wrong';
  return (await isFirst(store, nonce, nowMs)) ? 'right' : 'wrong';
}

function signature(key: string, { method, path, message }: Signed, time: string, nonce: string): string {
  const text = [time, nonce, method.toUpperCase(), path, hash('sha256', canonical(message))].join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
}

async function isFirst(store: Store, nonce: string, nowMs: number): Promise<boolean> {
  const nonces = store.table(nonceTable);
  await nonces.remove({ atMs: { below: nowMs - rememberedMs } });
  return wasInserted(nonces.insert({ nonce, atMs: nowMs }));
}

/**
 * The message in its canonical form (RFC 8785): members ordered by name, no white space. A form and the
 * JSON with the same texts are the same message.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const ordered = members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${ordered.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
