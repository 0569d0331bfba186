import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Pair, readPairs } from '../../api/params.ts';
import type { Body, BodyBudget } from '../../api/request.ts';
import { errors } from '../../lib/errors.ts';

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

/** The limits for JSON. */
export type JsonBudget = Pick<BodyBudget, 'members' | 'values' | 'levels'>;

/** The codes and messages for invalid JSON that clients of this interface expect. */
const faults = {
  depth: { code: 1, why: 'Maximum stack depth exceeded' },
  syntax: { code: 4, why: 'Syntax error' },
  utf8: { code: 5, why: 'Malformed UTF-8 characters, possibly incorrectly encoded' },
  utf16: { code: 10, why: 'Single unpaired high surrogate in Unicode escape' },
};

/** Parses JSON within the budget; refuses anything larger before any value is built. */
export function readJson(bytes: Uint8Array, budget: JsonBudget): Extract<Body, { kind: 'json' | 'broken' }> {
  if (bytes.length === 0) return { kind: 'json', value: null };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { kind: 'broken', ...faults.utf8 };
  }
  const exceeded = exceededLimit(bytes, budget);
  if (exceeded === 'levels') return { kind: 'broken', ...faults.depth };
  if (exceeded) throw errors.rest_body_too_large({ why: `more than ${budget[exceeded]} ${exceeded} in its JSON` });
  try {
    const value: unknown = JSON.parse(text);
    if (text.includes('\\u') && !isWellFormed(value)) return { kind: 'broken', ...faults.utf16 };
    return { kind: 'json', value };
  } catch {
    return { kind: 'broken', ...faults.syntax };
  }
}

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [
  34, 92, 44, 58, 91, 93, 123, 125,
] as const;

/** The first limit that the JSON exceeds, found by scanning its bytes; null if it is within all limits. */
function exceededLimit(bytes: Uint8Array, budget: JsonBudget): keyof JsonBudget | null {
  let [members, values, level] = [0, 1, 0];
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case quote:
        i = endOfString(bytes, i + 1);
        break;
      case comma:
        if (++values > budget.values) return 'values';
        break;
      case colon:
        if (++members > budget.members) return 'members';
        break;
      case openList:
      case openObject:
        if (++level > budget.levels) return 'levels';
        if (++members > budget.members) return 'members';
        break;
      case closeList:
      case closeObject:
        level--;
    }
  }
  return null;
}

/** The position of the closing quote of a string. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let i = from; i < bytes.length; i++) {
    if (bytes[i] === quote) return i;
    if (bytes[i] === backslash) i++;
  }
  return bytes.length;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}
