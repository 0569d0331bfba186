import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { listeningUrl } from './listening-url.ts';
import { refuseConnection } from './refuse-connection.ts';

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
