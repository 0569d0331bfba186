import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import type { SharedAnswers } from '../cache/shared-answers.ts';
import type { Config } from '../config/config.ts';
import type { CacheControl, Visit } from '../extension.ts';
import type { createHttpServer } from '../http/server.ts';

const userAgents = { desktop: 'Platen crawler', mobile: 'Platen crawler (Mobile)' } as const;
const visitTimeoutMs = 30_000;

/**
 * Visits for those who warm the cache. Where this process answers, they go through its own front without a network;
 * where workers answer, each keeps its own answers, so the address is asked for once per worker.
 */
export function createVisits(
  http: ReturnType<typeof createHttpServer>,
  shared: SharedAnswers | null,
  config: Config,
): CacheControl['visit'] {
  return async (url, device) => {
    const headers = { 'user-agent': userAgents[device] };
    const workers = config.workers === 0 ? availableParallelism() : config.workers;
    if (workers > 1) return visitWorkers({ url, headers }, workers, config);
    const asked = { method: 'GET', url, headers } as const;
    if (await shared?.holds(asked)) return { status: 200, cache: 'hit' };
    const { statusCode } = await http.inject(asked);
    return { status: statusCode, cache: (await shared?.holds(asked)) ? 'miss' : 'bypass' };
  };
}

type Asked = { readonly url: string; readonly headers: Record<string, string> };

/** Workers take connections in turn, so as many new ones as there are workers meet each of them once. */
async function visitWorkers(asked: Asked, workers: number, config: Config): Promise<Visit> {
  const visits: Visit[] = [];
  for (let n = 0; n < workers; n++) visits.push(await visitOverHttp(asked, config));
  const worst = visits.find((visit) => visit.cache === 'bypass') ?? visits.find((visit) => visit.cache === 'miss');
  return worst ?? (visits[0] as Visit);
}

function visitOverHttp({ url, headers }: Asked, { host, port }: Config): Promise<Visit> {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return new Promise((resolve) => {
    const refused = () => resolve({ status: 0, cache: 'bypass' });
    const options = { host: everywhere[host] ?? host, port, path: url, headers, agent: false, timeout: visitTimeoutMs };
    const asking = request(options, (answer) => {
      const said = answer.headers['x-cache'];
      answer.resume();
      answer.once('error', refused);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, cache: said === 'hit' || said === 'miss' ? said : 'bypass' }),
      );
    });
    asking.once('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.once('error', refused);
    asking.end();
  });
}
