import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { type ApiRequest, type OwnTable, type Store, StoreError } from '../../../extension.ts';
import type { Message } from './message.ts';

const windowMs = 300_000;
const rememberedMs = 600_000;

interface NonceRow {
  nonce: string;
  atMs: number;
}

/** The signatures that were used, to prevent replays. */
export const nonceTable: OwnTable<NonceRow> = {
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
  try {
    await nonces.insert({ nonce, atMs: nowMs });
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.failure === 'duplicate') return false;
    throw error;
  }
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
