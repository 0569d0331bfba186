import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** Smaller bodies gain nothing. */
const leastBytes = 1024;
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/;
/** Whether a body of this type and size is sent compressed to clients that accept it. */
export function isCompressible(type, bytes) {
  return bytes >= leastBytes && compressible.test(type);
}
const levels = {
  br: (payload) =>
    brotli(payload, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: payload.byteLength },
    }),
  zstd: (payload) => promisify(zlib.zstdCompress)(payload),
  gzip: (payload) => deflate(payload, { level: 6 }),
};
const brotli = promisify(zlib.brotliCompress);
/** Not every Node 22 has it; its types say that all have. */
const zstd = zlib.zstdCompress;
const deflate = promisify(zlib.gzip);
/** Compresses in the thread pool of the runtime. */
export function compress(payload, encoding) {
  return levels[encoding](payload);
}
/** In the order of preference where a client accepts several equally. */
const known = zstd === undefined ? ['br', 'gzip'] : ['br', 'zstd', 'gzip'];
/** Clients send few different values of the header; the longest-known are dropped first. */
const parsed = new Map();
const mostParsed = 200;
const longestHeader = 200;
/** The best encoding that an `Accept-Encoding` header allows; null to send the body as it is. */
export function acceptedEncoding(header) {
  if (header === undefined || header.length > longestHeader) return null;
  const before = parsed.get(header);
  if (before !== undefined) return before;
  const best = bestOf(header);
  if (parsed.size >= mostParsed) parsed.delete(parsed.keys().next().value ?? '');
  parsed.set(header, best);
  return best;
}
function bestOf(header) {
  const weights = new Map(header.split(',').map((part) => weighted(part)));
  const others = weights.get('*') ?? 0;
  let best = null;
  let most = 0;
  for (const encoding of known) {
    const weight = weights.get(encoding) ?? others;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
function weighted(part) {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const quality = parameters.find((text) => text.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}
