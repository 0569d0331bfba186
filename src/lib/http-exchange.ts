import { type IncomingMessage, request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import { FetchRefused, type OutboundUrl } from './outbound-url.ts';

/** The response of one hop, with its body read within the limit. */
export interface Exchanged {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | undefined;
  readonly body: Buffer;
}

/** What a POST sends. */
export interface OutboundPost {
  /** The media type, such as `application/json`. */
  readonly type: string;
  readonly text: string;
  /** Further headers, such as a signature; those that the connection itself needs cannot be set. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The limits and the request data of one hop. */
export interface ExchangeOptions {
  readonly connect: Connector;
  readonly accept: string;
  readonly userAgent: string;
  readonly maxBytes: number;
  /** Reads no more than about this much of the body, whatever its length. */
  readonly keepBytes?: number;
  readonly signal: AbortSignal;
  /** Without it the request is a GET. */
  readonly post?: OutboundPost;
  /** Without it the body is kept in memory. */
  readonly receive?: BodyReceiver;
}

/** Takes a body as it arrives. */
export type BodyReceiver = (chunks: AsyncIterable<Buffer>) => Promise<void>;

/** One GET or POST over one connection to one checked address; the connection is closed when the promise settles. */
export function exchange(target: OutboundUrl, address: string, options: ExchangeOptions): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
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
  const stop = () => {
    const given = new FetchRefused('aborted', 'the fetch was given up', { cause: options.signal.reason });
    // A request that is destroyed already tells of no error.
    reject(given);
    outgoing.destroy(given);
  };
  options.signal.addEventListener('abort', stop, { once: true });
  let isAnswered = false;
  outgoing.on('response', (incoming) => {
    isAnswered = true;
    readBody(incoming, options).then(
      (body) => resolve(exchanged(incoming, body)),
      (error: unknown) => reject(error),
    );
  });
  outgoing.on('error', reject);
  outgoing.on('upgrade', (_incoming, socket) => {
    socket.destroy();
    reject(new FetchRefused('connection', 'the host wanted another protocol'));
  });
  outgoing.on('close', () => {
    if (!isAnswered) reject(new FetchRefused('connection', 'the connection ended without an answer'));
  });
  outgoing.end(post?.text);
  if (options.signal.aborted) stop();
  return promise.finally(() => {
    options.signal.removeEventListener('abort', stop);
    outgoing.destroy();
  });
}

const ofTheConnection: ReadonlySet<string> = new Set(['transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']);

function furtherHeaders(post: OutboundPost | undefined): Readonly<Record<string, string>> {
  const lowered = Object.entries(post?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lowered.filter(([name]) => !ofTheConnection.has(name)));
}

function exchanged(incoming: IncomingMessage, body: Buffer): Exchanged {
  return {
    status: incoming.statusCode ?? 0,
    contentType: (incoming.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    location: incoming.headers.location,
    body,
  };
}

/** A redirect's body is not needed and is skipped; a compressed body could be a decompression bomb and is rejected. */
async function readBody(
  incoming: IncomingMessage,
  { maxBytes, keepBytes, receive }: Pick<ExchangeOptions, 'maxBytes' | 'keepBytes' | 'receive'>,
): Promise<Buffer> {
  const status = incoming.statusCode ?? 0;
  if (status >= 300 && status < 400) return Buffer.alloc(0);
  if (keepBytes !== undefined) return beginningOf(incoming, keepBytes);
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new FetchRefused('encoding', `content encoding ${encoding} was not asked for`);
  const chunks: Buffer[] = [];
  const keep: BodyReceiver = async (arriving) => {
    for await (const chunk of arriving) chunks.push(chunk);
  };
  await (receive && status === 200 ? receive : keep)(limited(incoming, maxBytes));
  return Buffer.concat(chunks);
}

/** The first bytes as they were sent, compressed or not; leaving the loop ends the connection. */
async function beginningOf(incoming: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/** No encoding is set on the stream, so the chunks are buffers. */
async function* limited(incoming: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchRefused('size', `the answer is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Where to connect: an IP address that was already checked, never a host name. */
export interface ConnectTarget {
  readonly address: string;
  readonly port: number;
  readonly secure: boolean;
  /** The host name that the certificate must match. */
  readonly hostname: string;
}

/**
 * Opens the connection for one request. Injected in tests; otherwise a plain socket or TLS, ignoring proxy settings.
 */
export type Connector = (target: ConnectTarget) => Duplex;

/** Connects straight to the pinned address and checks the certificate against the host name. */
export const socketConnector: Connector = ({ address, port, secure, hostname }) => {
  if (!secure) return connectTcp({ host: address, port });
  // Loaded by the first such connection: with the module, all certificates of the system are read.
  const { connect } = process.getBuiltinModule('node:tls');
  return connect({ host: address, port, servername: hostname, ALPNProtocols: ['http/1.1'] });
};
