import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

export interface Sent {
  readonly method: string;
  /** Path and query as they go on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Longer than any deadline of the server itself, on a machine with twenty times as much to do as it can. */
const deadlineMs = 240_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request and waits for the whole answer; a string says why there is none. */
export function exchange(origin: string, sent: Sent): Promise<Got | string> {
  const { method, target, headers, body } = sent;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { agent, host: hostname, port, method, path: target, headers: { ...headers, ...length } };
    const req = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', (error) => end(`The answer broke off: ${error.message}`));
      answer.on('end', () => {
        const text = plainText(Buffer.concat(chunks), answer.headers['content-encoding']);
        const status = answer.statusCode ?? 0;
        end(text === null ? 'The answer is not in the encoding it names.' : { status, headers: answer.headers, text });
      });
    });
    const timer = setTimeout(() => {
      end(`There was no answer within ${deadlineMs / 1000} seconds.`);
      req.destroy();
    }, deadlineMs);
    const end = (outcome: Got | string | Promise<Got | string>) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    req.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection may end in the moment in which it is used again; a new one shows what the server makes of it.
      const isStale = req.reusedSocket && error.code === 'ECONNRESET';
      end(isStale ? exchange(origin, sent) : `The connection broke: ${error.message}`);
    });
    req.end(body);
  });
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** A body without its encoding; null if it is in another one. The answer to HEAD has none. */
function plainText(bytes: Buffer, encoding: string | undefined): string | null {
  if (encoding === undefined || bytes.length === 0) return bytes.toString('utf8');
  try {
    return decoders[encoding]?.(bytes).toString('utf8') ?? null;
  } catch {
    return null;
  }
}
