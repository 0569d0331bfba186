import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SiteAnswer, SiteRequest } from './write-response.ts';

/** The figures a running server keeps of itself. */
export interface Figures {
  readonly note: (facts: { method: string; status: number; milliseconds: number }) => void;
  readonly count: (name: string, help: string) => Counter;
  readonly gauge: (name: string, help: string, read: () => number) => void;
  readonly text: () => Promise<string>;
  readonly type: string;
}

export function createFigures(): Figures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'platen_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  return {
    note: ({ method, status, milliseconds }) => {
      seconds.observe({ method: knownMethod(method), status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
    },
    count: (name, help) => new Counter({ name, help, registers: [registry] }),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    text: () => registry.metrics(),
    type: registry.contentType,
  };
}

/** Methods come from outside; an unbounded set of labels would grow without end. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'OTHER';
}

/** `/healthz` says the process lives, `/readyz` that its database answers, `/metrics` shows the figures. */
export function operationPages(parts: { ping: () => Promise<void>; figures: Figures; isClosing: () => boolean }) {
  const plain = (status: number, text: string): SiteAnswer => ({
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    type: 'text/plain; charset=UTF-8',
    payload: text,
  });
  return async (request: SiteRequest): Promise<SiteAnswer | null> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = request.url.split('?')[0];
    if (path === '/healthz') return plain(200, 'ok\n');
    if (path === '/readyz') {
      if (parts.isClosing()) return plain(503, 'closing\n');
      return parts.ping().then(
        () => plain(200, 'ready\n'),
        () => plain(503, 'the database does not answer\n'),
      );
    }
    if (path === '/metrics') return { ...plain(200, await parts.figures.text()), type: parts.figures.type };
    return null;
  };
}
