import { socketConnector } from './connector.ts';
import { exchange } from './exchange.ts';
import { FetchRefused } from './fetch-refused.ts';
import { outboundUrl } from './outbound-url.ts';
import { checkedAddress, systemResolver } from './resolver.ts';
/**
 * Builds the guarded fetcher: each hop is parsed, resolved, checked and pinned again, and time and size are limited
 * over all hops together.
 */
export function createFetcher(options = {}) {
  const { userAgent = 'Platen', resolve = systemResolver, connect = socketConnector, maxRedirects = 3 } = options;
  const mayReach = options.mayReach ?? (() => true);
  return async (url, { accept = '*/*', maxBytes = 262144, timeoutMs = 5000, signal, ...sent } = {}) => {
    const post = sent.post ?? (sent.form && formPost(sent.form));
    const deadline = AbortSignal.timeout(timeoutMs);
    const stop = signal ? AbortSignal.any([deadline, signal]) : deadline;
    const hop = async (target) => {
      if (!mayReach(target.url.hostname)) throw notDeclared(target.url.hostname);
      const address = await unlessAborted(checkedAddress(target, resolve), stop);
      return exchange(target, address, {
        connect,
        accept,
        userAgent,
        maxBytes,
        signal: stop,
        ...(post ? { post } : {}),
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
export function limitFetcher(fetch, mayReach) {
  return async (url, options) => {
    const { hostname } = outboundUrl(url).url;
    if (!mayReach(hostname)) throw notDeclared(hostname);
    return fetch(url, options);
  };
}
const notDeclared = (hostname) => new FetchRefused('host', `${hostname} is not a declared host`);
const formPost = (fields) => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
});
async function follow(start, hop, maxRedirects) {
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
const redirects = new Set([301, 302, 303, 307, 308]);
/** A DNS lookup cannot be cancelled, but we can stop waiting for it. */
function unlessAborted(work, signal) {
  const { promise, reject } = Promise.withResolvers();
  const stop = () => reject(new FetchRefused('aborted', 'the fetch was given up', { cause: signal.reason }));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}
function asRefusal(error, deadline) {
  if (error instanceof FetchRefused && error.reason !== 'aborted') return error;
  if (deadline.aborted) return new FetchRefused('time', 'no answer in time', { cause: error });
  if (error instanceof FetchRefused) return error;
  return new FetchRefused('connection', 'the connection failed', { cause: error });
}
