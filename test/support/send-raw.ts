import { connect, type Socket } from 'node:net';

/** A request as bytes on a connection of its own. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out, there is none. */
  readonly body?: Iterable<Buffer>;
  /** Announced; left out, the body is sent in chunks. */
  readonly length?: number;
  /** Bytes per chunk; left out, a piece is a chunk. */
  readonly chunkBytes?: number;
}

/** Sends a request and stops when the answer begins: its status, or that the server cut it off without one. */
export async function sendRaw(origin: string, request: RawRequest): Promise<number | 'cut off'> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const answered = new Promise<number | 'cut off'>((resolve) => {
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (status) resolve(Number(status));
    });
    socket.on('error', () => resolve('cut off'));
    socket.on('close', () => resolve('cut off'));
  });
  try {
    // Whoever is refused early does not go on to the end.
    await Promise.race([answered, write(socket, request)]);
    return await answered;
  } finally {
    socket.destroy();
  }
}

async function write(socket: Socket, request: RawRequest): Promise<void> {
  const { method, path, headers, body, length, chunkBytes } = request;
  const framing = !body ? {} : length === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length };
  const lines = Object.entries({ Host: 'site.test', Connection: 'close', ...headers, ...framing });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  for (const piece of body ?? []) {
    if (socket.destroyed) return;
    if (piece.length > 0 && !socket.write(length === undefined ? chunks(piece, chunkBytes) : piece))
      await drained(socket);
  }
  if (body && length === undefined) socket.write('0\r\n\r\n');
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });
}

function chunks(piece: Buffer, size = piece.length): Buffer {
  let text = '';
  for (let at = 0; at < piece.length; at += size) {
    const part = piece.toString('latin1', at, at + size);
    text += `${part.length.toString(16)}\r\n${part}\r\n`;
  }
  return Buffer.from(text, 'latin1');
}
