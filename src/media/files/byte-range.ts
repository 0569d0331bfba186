import type { ByteSpan } from './file-store.ts';

/**
 * Parses a `Range` header for a file size: the requested span, `unsatisfiable` when it is outside, null when the whole
 * file is to be sent (no range, another unit, several ranges, or an invalid header, which RFC 9110 lets a server
 * ignore).
 */
export function byteRange(header: string | undefined, size: number): ByteSpan | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
