import type { SiteAnswer, SiteRequest } from './write-response.ts';

/** The figures a running server keeps of itself. */
export interface Figures {
  readonly note: (facts: AnswerFacts) => void;
  readonly gauge: (name: string, help: string, read: () => number) => void;
  readonly text: () => Promise<string>;
  readonly type: string;
}

export interface AnswerFacts {
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
}

const bucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Answers of one method and class of status; `within[i]` counts those no slower than the bucket. */
interface Tally {
  count: number;
  seconds: number;
  readonly within: number[];
}

/**
 * Counting is ours, because it happens on every request; the library that knows the format and the process's own
 * figures is loaded by the first who asks for them.
 */
export function createFigures(): Figures {
  /** By method, then by class of status. */
  const tallies = new Map<string, (Tally | undefined)[]>();
  const gauges: { name: string; help: string; read: () => number }[] = [];
  return {
    note: ({ method, status, milliseconds }) => {
      const tally = tallyOf(tallies, knownMethod(method), Math.floor(status / 100));
      const seconds = milliseconds / 1000;
      tally.count += 1;
      tally.seconds += seconds;
      for (let i = bucketsSeconds.length - 1; i >= 0 && seconds <= (bucketsSeconds[i] as number); i--) {
        tally.within[i] = (tally.within[i] as number) + 1;
      }
    },
    gauge: (name, help, read) => void gauges.push({ name, help, read }),
    text: async () => `${histogramText(tallies)}${gauges.map(gaugeText).join('')}${await processFigures()}`,
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

async function processFigures(): Promise<string> {
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
    for (const [i, bucket] of bucketsSeconds.entries())
      lines.push(`${name}_bucket{le="${bucket}",${labels}} ${within[i]}`);
    lines.push(
      `${name}_bucket{le="+Inf",${labels}} ${count}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${count}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function gaugeText({ name, help, read }: { name: string; help: string; read: () => number }): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${read()}\n`;
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
