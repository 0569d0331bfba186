import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before a server that notes what is asked for. */
export interface CountingProxy {
  readonly url: string;
  /** Method and address of each request since the last call, without the values of cursors. */
  taken(): string[];
  /** How many bytes the answers since the last call had, as they were sent. */
  takenBytes(): number;
  close(): Promise<void>;
}

export async function countingProxy(target: string): Promise<CountingProxy> {
  const asked: string[] = [];
  let bytes = 0;
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.replace(/since=[^&]*/, 'since=…')}`);
    const onward = send({
      hostname,
      port,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, host: `${hostname}:${port}` },
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    taken: () => asked.splice(0),
    takenBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
