import type { RequestListener } from './http-server.ts';
import { type SiteAnswer, type SiteRequest, writeResponse } from './write-response.ts';

/** The metrics of a running server. */
export interface Metrics {
  /** Counts a response; what it returns counts another of the same method, status and time. */
  readonly note: (facts: AnswerFacts) => () => void;
  readonly gauge: (name: string, help: string, read: () => number | Promise<number>) => void;
  /** Adds metrics that are already in the text format. */
  readonly expose: (text: () => string) => void;
  readonly text: () => Promise<string>;
  readonly type: string;
}

export interface AnswerFacts {
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
}

const bucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/**
 * Responses of one method and status class. `within[i]` counts those that are no slower than bucket `i` and slower than
 * the one before; the slowest of all are only in the count.
 */
interface Tally {
  count: number;
  seconds: number;
  readonly within: number[];
}

/**
 * Requests are counted by our own code, because it runs on every request. `prom-client`, which provides the metrics of
 * the process, is loaded when the metrics are first requested.
 */
export function createMetrics(): Metrics {
  /** By method, then by status class. */
  const tallies = new Map<string, (Tally | undefined)[]>();
  const gauges: Gauge[] = [];
  const exposed: (() => string)[] = [];
  return {
    note: ({ method, status, milliseconds }) => {
      const tally = tallyOf(tallies, knownMethod(method), Math.floor(status / 100));
      const seconds = milliseconds / 1000;
      const bucket = bucketsSeconds.findIndex((most) => seconds <= most);
      const add = (): void => {
        tally.count += 1;
        tally.seconds += seconds;
        if (bucket >= 0) tally.within[bucket]! += 1;
      };
      add();
      return add;
    },
    gauge: (name, help, read) => void gauges.push({ name, help, read }),
    expose: (text) => void exposed.push(text),
    text: async () => {
      const read = await Promise.all(gauges.map(gaugeText));
      const own = [histogramText(tallies), ...read, ...exposed.map((text) => text())];
      return `${own.join('')}${await processMetrics()}`;
    },
    type: 'text/plain; version=0.0.4; charset=utf-8',
  };
}

function tallyOf(tallies: Map<string, (Tally | undefined)[]>, method: string, statusClass: number): Tally {
  const known = tallies.get(method)?.[statusClass];
  if (known) return known;
  const tally = { count: 0, seconds: 0, within: bucketsSeconds.map(() => 0) };
  const classes = tallies.get(method) ?? [];
  classes[statusClass] = tally;
  tallies.set(method, classes);
  return tally;
}

async function processMetrics(): Promise<string> {
  const { collectDefaultMetrics, register } = await import('prom-client');
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics();
  return register.metrics();
}

function histogramText(tallies: ReadonlyMap<string, readonly (Tally | undefined)[]>): string {
  const name = 'platen_request_seconds';
  const lines = [
    `# HELP ${name} Time from the first byte of a request to the end of its answer.`,
    `# TYPE ${name} histogram`,
  ];
  const labelled = [...tallies].flatMap(([method, classes]) =>
    classes.flatMap((tally, status) =>
      tally ? [{ labels: `method="${method}",status="${status}xx"`, ...tally }] : [],
    ),
  );
  for (const { labels, count, seconds, within } of labelled) {
    let sum = 0;
    for (const [i, bucket] of bucketsSeconds.entries()) {
      sum += within[i] ?? 0;
      lines.push(`${name}_bucket{le="${bucket}",${labels}} ${sum}`);
    }
    lines.push(
      `${name}_bucket{le="+Inf",${labels}} ${count}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${count}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** Nothing where it cannot be read in time, as when the database is away: the others are shown all the same. */
async function gaugeText({ name, help, read }: Gauge): Promise<string> {
  try {
    const value = await unlessLate(async () => read());
    return value === late ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
  } catch {
    return '';
  }
}

/** Who asks for a page about the server gives up after a second or two, and takes a server without an answer for dead. */
const longestMs = 800;
const late = Symbol('late');

function unlessLate<T>(work: () => Promise<T>): Promise<T | typeof late> {
  const { promise, resolve } = Promise.withResolvers<typeof late>();
  const timer = setTimeout(resolve, longestMs, late);
  return Promise.race([work(), promise]).finally(() => clearTimeout(timer));
}

/** Why the server is not ready; null if it is. While the database hangs, it is asked once, however many want to know. */
function readiness(ping: () => Promise<void>): () => Promise<string | null> {
  let asking: Promise<string | null> | null = null;
  const ask = () => {
    asking ??= ping()
      .then(
        () => null,
        () => 'the database does not answer',
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  return async () => {
    const why = await unlessLate(ask);
    return why === late ? 'the database did not answer in time' : why;
  };
}

/** Bounds the set of labels: clients can send any method name. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'OTHER';
}

const noMetrics =
  'Metrics are read on the same machine, or at the address in PLATEN_METRICS_LISTEN. From elsewhere, set PLATEN_METRICS_TOKEN and send it as a Bearer token.\n';

/** `/healthz`: the process is alive; `/readyz`: its database answers, said within a second; `/metrics`: Prometheus metrics. */
export function operationPages(options: {
  ping: () => Promise<void>;
  metrics: Metrics;
  mayReadMetrics: (request: SiteRequest) => boolean;
  isClosing: () => boolean;
}) {
  const plain = (status: number, text: string): SiteAnswer => ({
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    type: 'text/plain; charset=UTF-8',
    payload: text,
  });
  const unready = readiness(options.ping);
  return async (request: SiteRequest): Promise<SiteAnswer | null> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = request.url.split('?')[0];
    if (path === '/healthz') return plain(200, 'ok\n');
    if (path === '/readyz') {
      if (options.isClosing()) return plain(503, 'closing\n');
      const why = await unready();
      return why === null ? plain(200, 'ready\n') : plain(503, `not ready: ${why}\n`);
    }
    if (path === '/metrics') {
      if (!options.mayReadMetrics(request)) return plain(403, noMetrics);
      return { ...plain(200, await options.metrics.text()), type: options.metrics.type };
    }
    return null;
  };
}

/** Serves the operation pages at an address of their own, and nothing else. */
export function operationListener(pages: ReturnType<typeof operationPages>): RequestListener {
  return (message, response) => {
    const { method = 'GET', url = '/', headers } = message;
    // Nothing here depends on who asks: whoever reaches the address may read it.
    const request = { method, url, headers, message, remote: { address: '', secure: false }, id: '' };
    const nothing: SiteAnswer = { status: 404, headers: {}, type: 'text/plain; charset=UTF-8', payload: 'not found\n' };
    pages(request)
      .then((page) => writeResponse(message, response, page ?? nothing))
      .catch(() => response.destroy());
  };
}
