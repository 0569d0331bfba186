import { lookup } from 'node:dns/promises';
import { FetchRefused } from './fetch-refused.ts';
import { isPublicAddress } from './public-address.ts';
/** The system's resolver, so that hosts files and search domains apply; its results are checked like any others. */
export const systemResolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map((entry) => entry.address);
};
/**
 * The one address to connect to. The name is resolved only once and that result is used, which prevents DNS
 * rebinding. One private address among several rejects the whole name.
 */
export async function checkedAddress(target, resolve) {
  if (target.address !== undefined) return target.address;
  const addresses = await resolve(target.hostname).catch((cause) => {
    throw new FetchRefused('unresolved', 'the host name does not resolve', { cause });
  });
  const [first] = addresses;
  if (first === undefined) throw new FetchRefused('unresolved', 'the host name has no address');
  if (!addresses.every(isPublicAddress)) throw new FetchRefused('address', 'the host name leads to an inside address');
  return first;
}
