import { request } from 'node:http';
import { FetchRefused } from './fetch-refused.ts';
/** One GET or POST over one connection to one checked address; the connection is closed when the promise settles. */
export function exchange(target, address, options) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const { post } = options;
  const outgoing = request({
    method: post ? 'POST' : 'GET',
    path: target.url.pathname + target.url.search,
    setHost: false,
    headers: {
      ...furtherHeaders(post),
      host: target.url.host,
      accept: options.accept,
      'accept-encoding': 'identity',
      'user-agent': options.userAgent,
      connection: 'close',
      ...(post ? { 'content-type': post.type, 'content-length': Buffer.byteLength(post.text) } : {}),
    },
    createConnection: () =>
      options.connect({ address, port: target.port, secure: target.secure, hostname: target.hostname }),
  });
  const stop = () =>
    outgoing.destroy(new FetchRefused('aborted', 'the fetch was given up', { cause: options.signal.reason }));
  options.signal.addEventListener('abort', stop, { once: true });
  outgoing.on('response', (incoming) => {
    readBody(incoming, options.maxBytes).then(
      (body) => resolve(exchanged(incoming, body)),
      (error) => reject(error),
    );
  });
  outgoing.on('error', reject);
  outgoing.end(post?.text);
  if (options.signal.aborted) stop();
  return promise.finally(() => {
    options.signal.removeEventListener('abort', stop);
    outgoing.destroy();
  });
}
const ofTheConnection = new Set(['transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']);
function furtherHeaders(post) {
  const lowered = Object.entries(post?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(lowered.filter(([name]) => !ofTheConnection.has(name)));
}
function exchanged(incoming, body) {
  return {
    status: incoming.statusCode ?? 0,
    contentType: (incoming.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    location: incoming.headers.location,
    body,
  };
}
/** A redirect's body is not needed and is skipped; a compressed body could be a decompression bomb and is rejected. */
async function readBody(incoming, maxBytes) {
  const status = incoming.statusCode ?? 0;
  if (status >= 300 && status < 400) return Buffer.alloc(0);
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new FetchRefused('encoding', `content encoding ${encoding} was not asked for`);
  const chunks = [];
  let size = 0;
  // No encoding is set on the stream, so the chunks are buffers.
  const arriving = incoming;
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchRefused('size', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
