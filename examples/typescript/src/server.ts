import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { answer } from './answer.ts';
import { siteUrl } from './content.ts';

const { hostname, port } = new URL(siteUrl);
const { HOST = hostname, PORT = port || '80' } = process.env;
const mostBytes = 1_000_000;

class TooLarge extends Error {}

/** The `Request` that a message of `node:http` stands for. */
async function requestOf(message: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = message;
  const body = method === 'GET' || method === 'HEAD' ? null : await bodyOf(message);
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(new URL(url.replace(/^\/+/, '/'), siteUrl), { method, headers: pairs, body });
}

/** The body, as far as it may go; a sender that goes further is cut off. */
async function bodyOf(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const server = createServer(async (message, response) => {
  try {
    const { status, headers, body } = await answer(await requestOf(message), message.socket.remoteAddress ?? '');
    response.writeHead(status, Object.fromEntries(headers));
    if (body && message.method !== 'HEAD') Readable.fromWeb(body).pipe(response);
    else response.end();
  } catch (error) {
    if (error instanceof TooLarge) {
      // What follows is not read.
      response.writeHead(413, { connection: 'close' }).end('The request is too large.');
      return;
    }
    console.error(error);
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('The page cannot be shown now. Try again in a moment.');
  }
});

server.listen(Number(PORT), HOST, () => console.log(`The site is at ${siteUrl}/`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
