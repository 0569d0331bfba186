import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that takes a path off the address before it passes a request on. */
export interface StrippingProxy {
  readonly origin: string;
  close(): Promise<void>;
}

/** Other paths are answered 404 with `outside`, so that a link that leaves the path shows. */
export async function strippingProxy(path: string, target: () => string): Promise<StrippingProxy> {
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (url !== path && !url.startsWith(`${path}/`) && !url.startsWith(`${path}?`)) {
      outgoing.writeHead(404).end('outside');
      return;
    }
    const rest = url.slice(path.length);
    const { hostname, port } = new URL(target());
    const passed = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: rest.startsWith('/') ? rest : `/${rest}`,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
  };
}
