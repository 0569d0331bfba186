import { FetchRefused } from '../fetch/fetch-refused.ts';
import type { Fetcher, FetchOptions } from '../fetch/fetcher.ts';

/** A request that the site wanted to make to another host. */
export interface OutboundCall {
  readonly url: string;
  readonly options: FetchOptions;
}

/** What another host is to answer. */
export interface OutboundAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
}

/** The outside world of a test site. No request leaves the process; one without an answer fails. */
export interface TestNetwork {
  /** Every call so far, answered or not, the oldest first. */
  readonly calls: readonly OutboundCall[];
  /** Answers calls to a URL, or to all that begin with it; a later answer wins. */
  answer(
    url: string,
    answer: OutboundAnswer | ((call: OutboundCall) => OutboundAnswer | Promise<OutboundAnswer>),
  ): void;
  /** Forgets calls and answers. */
  clear(): void;
}

type Answerer = (call: OutboundCall) => OutboundAnswer | Promise<OutboundAnswer>;

export function createTestNetwork(): TestNetwork & { readonly fetch: Fetcher } {
  const calls: OutboundCall[] = [];
  const answers: (readonly [prefix: string, answerer: Answerer])[] = [];
  return {
    calls,
    answer: (url, answer) => void answers.unshift([url, typeof answer === 'function' ? answer : () => answer]),
    clear() {
      calls.splice(0);
      answers.splice(0);
    },
    async fetch(url, options = {}) {
      const call = { url, options };
      calls.push(call);
      const answerer = answers.find(([prefix]) => url.startsWith(prefix))?.[1];
      if (!answerer) throw new FetchRefused('connection', `The test gave no answer for ${url}.`);
      const { status = 200, contentType = 'application/json', body = '' } = await answerer(call);
      const bytes = Buffer.from(body);
      if (!options.receive || status !== 200) return { status, url, contentType, body: bytes };
      await options.receive(inOnePiece(bytes));
      return { status, url, contentType, body: Buffer.alloc(0) };
    },
  };
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
