import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { networkInterfaces } from 'node:os';
import { type Duplex, duplexPair } from 'node:stream';

export type RequestListener = (message: IncomingMessage, response: ServerResponse) => void;

/** A server on `node:http`, created before its request handler, so that the handler can ask where it listens. */
export interface HttpServer {
  /** Passes every request from now on to the listener. */
  onRequest(listener: RequestListener): void;
  /** Starts to listen; returns the URL it listens on. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** The URL it listens on; null before it does. */
  url(): string | null;
  /** Opens a connection from within this process, served like one from the network. */
  connect(): Duplex;
  /** Whether `drain` or `close` was called. */
  isClosing(): boolean;
  /** Goes on answering, but ends each connection after its next response. */
  drain(): void;
  /** Closes idle connections at once and the others after their current response. */
  close(): Promise<void>;
}

const mostHeaderBytes = 32_768;
/** How long a connection without a request stays open. */
export const keepAliveMs = 65_000;
/** How much of a body is held before somebody reads it. A body in chunks of one byte is an object for each of them. */
const heldBytes = 16_384;

export function createHttpServer(): HttpServer {
  const server = createServer({
    maxHeaderSize: mostHeaderBytes,
    highWaterMark: heldBytes,
    // Reading the body has its own deadline, which depends on its type.
    requestTimeout: 0,
    headersTimeout: 15_000,
    keepAliveTimeout: keepAliveMs,
  });
  server.on('clientError', refuseConnection);
  /** Connections whose first request has not arrived completely. */
  const unused = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  let url: string | null = null;
  let isClosing = false;
  return {
    onRequest: (listener) => {
      server.on('request', (message, response) => {
        if (unused.size > 0) unused.delete(message.socket);
        if (isClosing) response.shouldKeepAlive = false;
        listener(message, response);
      });
    },
    async listen(at) {
      server.listen(at);
      // Rejects if the server cannot listen there.
      await once(server, 'listening');
      url = listeningUrl(server);
      return url;
    },
    url: () => url,
    isClosing: () => isClosing,
    connect: () => {
      const [near, far] = duplexPair();
      server.emit('connection', far);
      return near;
    },
    drain: () => {
      isClosing = true;
    },
    async close() {
      isClosing = true;
      // Connections that become idle from now on are closed at once.
      server.keepAliveTimeout = 1;
      const closed = stopListening(server);
      // The server counts them as active, and would wait for them forever.
      for (const socket of unused) socket.destroy();
      await closed;
    },
  };
}

async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  await closed;
}

/** The URL of a listening server; one that listens on all addresses is shown with one of this machine. */
export function listeningUrl(server: Server): string {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The server does not listen on a port.');
  const address = isEveryAddress(at.address) ? ownAddress() : at.address;
  return `http://${address.includes(':') ? `[${address}]` : address}:${at.port}`;
}

/** Listening on `::` includes IPv4 wherever the system has both. */
const isEveryAddress = (address: string): boolean => address === '0.0.0.0' || address === '::';

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((known) => known ?? []);
  const own = addresses.filter(({ family }) => family === 'IPv4');
  return (own.find(({ internal }) => internal) ?? own[0])?.address ?? '127.0.0.1';
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'rest_request_timeout',
    message: 'The headers did not arrive in time. Send the request again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'rest_headers_too_large',
    message: 'The headers are too large. Send fewer or shorter ones.',
  },
};

const notHttp: Refusal = { status: 400, code: 'rest_invalid_request', message: 'This is not a valid HTTP request.' };

/** Sends an error for a request that cannot be parsed, and closes the connection. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, message } = refusals[error.code ?? ''] ?? notHttp;
  if (socket.writable) {
    const body = JSON.stringify({ code, message, data: { status } });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=UTF-8',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
