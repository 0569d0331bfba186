import { type Connector, socketConnector } from './connector.ts';
import { type BodyReceiver, type Exchanged, exchange, type OutboundPost } from './exchange.ts';
import { FetchRefused } from './fetch-refused.ts';
import { type OutboundUrl, outboundUrl } from './outbound-url.ts';
import { checkedAddress, type Resolver, systemResolver } from './resolver.ts';

/** The response to an outbound fetch: any status, within our limits. */
export interface FetchedAnswer {
  readonly status: number;
  /** The final URL after redirects. */
  readonly url: string;
  /** Media type in lower case without parameters; empty when none was sent. */
  readonly contentType: string;
  /** Empty where the call receives the body itself. */
  readonly body: Buffer;
}

/** Options of one call; limits can only be made stricter. */
export interface FetchOptions {
  readonly accept?: string;
  readonly maxBytes?: number;
  /** Reads only the first bytes of the body; a longer one is no error. */
  readonly keepBytes?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Takes the body of an answer with status 200 as it arrives, so that none of it stays in memory. */
  readonly receive?: BodyReceiver;
  /** Sends these fields as a POST; a POST never follows a redirect. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sends a text of another type as a POST. */
  readonly post?: OutboundPost;
}

/** The only way to reach other machines: fetches a URL that somebody else chose, or throws FetchRefused. */
export type Fetcher = (url: string, options?: FetchOptions) => Promise<FetchedAnswer>;

/** What a fetcher depends on; only resolver and connector are replaced in tests. */
export interface FetcherOptions {
  /** The `User-Agent` header. */
  readonly userAgent?: string;
  readonly resolve?: Resolver;
  readonly connect?: Connector;
  readonly maxRedirects?: number;
  /** Which hosts may be reached, redirects included; every public one if left out. */
  readonly mayReach?: (hostname: string) => boolean;
}

/**
 * Builds the guarded fetcher: each hop is parsed, resolved, checked and pinned again, and time and size are limited
 * over all hops together.
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { userAgent = 'Platen', resolve = systemResolver, connect = socketConnector, maxRedirects = 3 } = options;
  const mayReach = options.mayReach ?? (() => true);
  return async (
    url,
    { accept = '*/*', maxBytes = 262_144, timeoutMs = 5_000, signal, receive, keepBytes, ...sent } = {},
  ) => {
    const post = sent.post ?? (sent.form && formPost(sent.form));
    const deadline = AbortSignal.timeout(timeoutMs);
    const stop = signal ? AbortSignal.any([deadline, signal]) : deadline;
    const hop = async (target: OutboundUrl): Promise<Exchanged> => {
      if (!mayReach(target.url.hostname)) throw notDeclared(target.url.hostname);
      const address = await unlessAborted(checkedAddress(target, resolve), stop);
      return exchange(target, address, {
        connect,
        accept,
        userAgent,
        maxBytes,
        signal: stop,
        ...(post ? { post } : {}),
        ...(receive ? { receive } : {}),
        ...(keepBytes === undefined ? {} : { keepBytes }),
      });
    };
    try {
      return await follow(outboundUrl(url), hop, post ? 0 : maxRedirects);
    } catch (error) {
      throw asRefusal(error, deadline);
    }
  };
}

/** Another fetcher, such as that of a test, for calls to hosts that may be reached. */
export function limitFetcher(fetch: Fetcher, mayReach: (hostname: string) => boolean): Fetcher {
  return async (url, options) => {
    const { hostname } = outboundUrl(url).url;
    if (!mayReach(hostname)) throw notDeclared(hostname);
    return fetch(url, options);
  };
}

const notDeclared = (hostname: string) => new FetchRefused('host', `${hostname} is not a declared host`);

const formPost = (fields: Readonly<Record<string, string>>): OutboundPost => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
});

async function follow(
  start: OutboundUrl,
  hop: (target: OutboundUrl) => Promise<Exchanged>,
  maxRedirects: number,
): Promise<FetchedAnswer> {
  let target = start;
  for (let left = maxRedirects; ; left--) {
    const answer = await hop(target);
    if (!redirects.has(answer.status) || answer.location === undefined) {
      return { status: answer.status, url: target.url.href, contentType: answer.contentType, body: answer.body };
    }
    if (left === 0) throw new FetchRefused('redirects', `more redirects than the ${maxRedirects} that are followed`);
    target = outboundUrl(answer.location, target.url);
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A DNS lookup cannot be cancelled, but we can stop waiting for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new FetchRefused('aborted', 'the fetch was given up', { cause: signal.reason }));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

function asRefusal(error: unknown, deadline: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused && error.reason !== 'aborted') return error;
  if (deadline.aborted) return new FetchRefused('time', 'no answer in time', { cause: error });
  if (error instanceof FetchRefused) return error;
  return new FetchRefused('connection', 'the connection failed', { cause: error });
}
