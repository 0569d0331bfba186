import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export interface RemoteAddress {
  readonly address: string;
  readonly secure: boolean;
}

/** The client's address and scheme. Forwarded headers are used only from trusted proxies. */
export function remoteAddressReader(trusted: readonly string[]): (message: IncomingMessage) => RemoteAddress {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [network = '', bits] = entry.split('/');
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
    // The last hop that is not a trusted proxy is the client; everything before it can be forged.
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) break;
      address = hop;
      if (!isTrusted(hop)) break;
    }
    return { address, secure };
  };
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
