import { FetchRefused } from './fetch-refused.ts';
import type { OutboundUrl } from './outbound-url.ts';
import { isPublicAddress } from './public-address.ts';

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
  if (!addresses.every(isPublicAddress)) throw new FetchRefused('address', 'the host name leads to an inside address');
  return first;
}
