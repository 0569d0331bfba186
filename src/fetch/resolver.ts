import { lookup } from 'node:dns/promises';
import { FetchRefused } from './fetch-refused.ts';
import type { OutboundUrl } from './outbound-url.ts';
import { isPublicAddress } from './public-address.ts';

/** Turns a host name into all its addresses. Injected in tests; the system's resolver otherwise. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** The system's own resolver, so that hosts files and search rules apply and are then checked like any other answer. */
export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map((entry) => entry.address);
};

/**
 * The one address to connect to. The name is resolved once and the answer used as it is: a name that answers
 * differently the second time is never asked a second time. One inside address among several refuses them all.
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
