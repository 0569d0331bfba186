import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export interface RemoteAddress {
  readonly address: string;
  readonly secure: boolean;
}

/** Who is at the other end. What a proxy says of it is believed only from the proxies that were named. */
export function remoteAddressReader(trusted: readonly string[]): (message: IncomingMessage) => RemoteAddress {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [network, bits] = entry.split('/') as [string, string?];
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(network, family);
    else proxies.addSubnet(network, Number(bits), family);
  }
  const isTrusted = (address: string) =>
    trusted.length > 0 && isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (message) => {
    let address = plain(message.socket.remoteAddress ?? '');
    let secure = 'encrypted' in message.socket;
    if (!isTrusted(address)) return { address, secure };
    secure =
      String(message.headers['x-forwarded-proto'] ?? '')
        .split(',')[0]
        ?.trim() === 'https';
    const hops = String(message.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plain(hop.trim()));
    // The nearest hop that is not one of our own proxies is the last one somebody we trust has seen.
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) break;
      address = hop;
      if (!isTrusted(hop)) break;
    }
    return { address, secure };
  };
}

/** IPv4 written the IPv6 way is IPv4. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
