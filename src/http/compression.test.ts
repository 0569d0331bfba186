import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedEncoding, compress, isCompressible } from './compression.ts';

describe('the encoding of a response', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'zstd'],
    ['BR', 'br'],
    ['gzip;q=nonsense', null],
    [`gzip${',x'.repeat(200)}`, null],
  ] as const)('for Accept-Encoding: %s is %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
    expect(acceptedEncoding(header)).toBe(encoding);
  });

  it('stays right for more headers than are remembered', () => {
    for (let n = 0; n < 500; n += 1) expect(acceptedEncoding(`gzip, x${n}`)).toBe('gzip');
  });
});

it('texts above a kilobyte are compressed, pictures and short texts are not', () => {
  const sizes = [1023, 1024] as const;
  expect(sizes.map((bytes) => isCompressible('application/json; charset=UTF-8', bytes))).toEqual([false, true]);
  const types = ['text/html; charset=UTF-8', 'text/css', 'text/javascript', 'application/rss+xml', 'image/svg+xml'];
  expect(types.map((type) => isCompressible(type, 5000))).toEqual(types.map(() => true));
  expect(['image/png', 'application/zip', 'video/mp4'].some((type) => isCompressible(type, 5000))).toBe(false);
});

it.each([
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s gives the same text back', async (encoding, undo) => {
  const text = 'Words that repeat. '.repeat(500);
  const small = await compress(Buffer.from(text), encoding);
  expect(small.byteLength).toBeLessThan(1000);
  expect(undo(small).toString()).toBe(text);
});
