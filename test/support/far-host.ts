import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createFetcher, type Fetcher } from '../../src/lib/fetcher.ts';

/** The outside network of a test: every public name leads to one server of the test, through the whole guard. */
export interface FarHost {
  readonly fetch: Fetcher;
  readonly port: number;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  close(): void;
}

export interface FarHostOptions {
  /** Shortens every deadline. */
  readonly timeoutMs?: number;
}

export async function farHost(listener: RequestListener, { timeoutMs }: FarHostOptions = {}): Promise<FarHost> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const guarded = fetcherTo(port);
  return {
    port,
    asked,
    fetch: (url, options) => guarded(url, { ...options, ...(timeoutMs ? { timeoutMs } : {}) }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The guarded fetch, with a double of the network: names that begin with `inside` have an inside address. */
export function fetcherTo(port: number): Fetcher {
  return createFetcher({
    resolve: async (name) => [name.startsWith('inside') ? '10.0.0.7' : '93.184.216.34'],
    connect: () => connect({ host: '127.0.0.1', port }),
  });
}
