import {
  type BodyReceiver,
  type Connector,
  type Exchanged,
  exchange,
  type OutboundPost,
  socketConnector,
} from './http-exchange.ts';
import { FetchRefused, isPublicAddress, type OutboundUrl, outboundUrl } from './outbound-url.ts';

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
  readonly maxRedirects?: number;
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
  /** Origins that whoever runs the server has named: they may be inside their network. */
  readonly named?: readonly string[];
}

/**
 * Builds the guarded fetcher: each hop is parsed, resolved, checked and pinned again, and time and size are limited
 * over all hops together.
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const {
    userAgent = 'Platen',
    resolve = systemResolver,
    connect = socketConnector,
    maxRedirects = 3,
    named = [],
  } = options;
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
      return await follow(
        outboundUrl(url, undefined, named),
        hop,
        post ? 0 : Math.min(maxRedirects, sent.maxRedirects ?? maxRedirects),
      );
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

/** Resolves a host name to all its addresses. Injected in tests; otherwise the system's resolver. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** The system's resolver, so that hosts files and search domains apply; its results are checked like any others. */
export const systemResolver: Resolver = async (hostname) => {
  const { lookup } = await import('node:dns/promises');
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map((entry) => entry.address);
};

/**
 * The one address to connect to. The name is resolved only once and that result is used, which prevents DNS
 * rebinding. One private address among several rejects the whole name.
 */
export async function checkedAddress(target: OutboundUrl, resolve: Resolver): Promise<string> {
  if (target.address !== undefined) return target.address;
  const addresses = await resolve(target.hostname).catch((cause: unknown) => {
    throw new FetchRefused('unresolved', 'the host name does not resolve', { cause });
  });
  const [first] = addresses;
  if (first === undefined) throw new FetchRefused('unresolved', 'the host name has no address');
  if (!target.isNamed && !addresses.every(isPublicAddress))
    throw new FetchRefused('address', 'the host name leads to an inside address');
  return first;
}
