import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { BodyBudget } from '../../api/body-budgets.ts';
import { type Pair, readPairs } from '../../api/params.ts';
import type { Body } from '../../api/request.ts';
import { errors } from '../../errors.ts';
import { readJson } from './read-json.ts';

/** A body that has arrived completely, and its budget. */
export interface WholeBody {
  readonly kind: 'json' | 'form' | 'multipart';
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly budget: Omit<BodyBudget, 'tooLarge'>;
}

/** The parsed body. Form fields stay pairs: a tree of them cannot be sent between threads. */
export type ParsedBody =
  | Extract<Body, { kind: 'json' | 'broken' }>
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] };

/** Parses a complete body within its budget; runs in any thread. */
export async function parseBody({ kind, contentType, bytes, budget }: WholeBody): Promise<ParsedBody> {
  if (kind === 'json') return readJson(bytes, budget);
  if (kind === 'form') {
    const pairs = readPairs(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), budget.fields);
    if (!pairs) throw errors.rest_body_too_large({ why: `more than ${budget.fields} fields` });
    return { kind: 'pairs', pairs };
  }
  const { readMultipart } = await import('./read-multipart.ts');
  const source = Readable.from(slices(bytes));
  return { kind: 'pairs', pairs: await readMultipart(source, contentType, { ...budget, fileBytes: bytes.length }) };
}

/** Full of empty parts, this takes some milliseconds. */
const sliceBytes = 8_192;

/** The bytes piece by piece; whatever else this thread has to do goes on in between. */
async function* slices(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (at > 0) await setImmediate();
    yield Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(sliceBytes, bytes.length - at));
  }
}
