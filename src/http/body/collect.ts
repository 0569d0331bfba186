import type { IncomingMessage } from 'node:http';
import { ApiError, errors } from '../../errors.ts';
import { readChunks } from './read-chunks.ts';

/** Limits for reading a body. */
export interface ReadingLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Reads the whole body into one buffer of its own, which can be transferred to a thread; never more than the limit. */
export async function collect(message: IncomingMessage, limits: ReadingLimits): Promise<Uint8Array<ArrayBuffer>> {
  const expected = Number(message.headers['content-length'] ?? firstBytes);
  let buffer = new Uint8Array(Math.min(expected, limits.bytes));
  let size = 0;
  await withDeadline(message, limits.milliseconds, async () => {
    await readChunks(message, limits.bytes, (chunk) => {
      if (size + chunk.length > buffer.length) buffer = grow(buffer, size + chunk.length, limits.bytes);
      buffer.set(chunk, size);
      size += chunk.length;
    });
  });
  return size === buffer.length ? buffer : buffer.subarray(0, size);
}

const firstBytes = 65_536;

function grow(buffer: Uint8Array<ArrayBuffer>, needed: number, most: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(needed, Math.min(buffer.length * 2, most)));
  grown.set(buffer);
  return grown;
}

/** Runs the function that reads a body; a body that is late, incomplete or too large becomes an API error. */
export async function withDeadline<T>(
  message: IncomingMessage,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    message.destroy(new Error('The body did not arrive in time.'));
  }, milliseconds);
  try {
    return await work();
  } catch (error) {
    if (expired) throw errors.rest_body_timeout();
    throw error instanceof ApiError ? error : errors.rest_invalid_body({ why: 'it broke off' });
  } finally {
    clearTimeout(timer);
  }
}
