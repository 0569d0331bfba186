import { BlockList, isIP } from 'node:net';
/** The client's address and scheme. Forwarded headers are used only from trusted proxies. */
export function remoteAddressReader(trusted) {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [network = '', bits] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(network, family);
    else proxies.addSubnet(network, Number(bits), family);
  }
  const isTrusted = (address) =>
    trusted.length > 0 && isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (message) => {
    const peer = plain(message.socket.remoteAddress ?? '');
    if (!isTrusted(peer)) return { address: peer, secure: 'encrypted' in message.socket };
    let address = peer;
    let hopsAway = 0;
    // The last hop that is not a trusted proxy is the client; everything before it can be forged.
    for (const hop of entriesOf(message.headers['x-forwarded-for']).reverse().map(plain)) {
      if (isIP(hop) === 0) break;
      address = hop;
      if (!isTrusted(hop)) break;
      hopsAway += 1;
    }
    // Each proxy appends the scheme it was asked with, so the client's is as far from the end as the client is.
    const schemes = entriesOf(message.headers['x-forwarded-proto']);
    const scheme = schemes.at(-1 - hopsAway) ?? schemes[0];
    return { address, secure: scheme?.toLowerCase() === 'https' };
  };
}
/** The entries of a header that proxies append to, the nearest proxy's last. */
function entriesOf(header) {
  return String(header ?? '')
    .split(',')
    .map((entry) => entry.trim());
}
/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plain(address) {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
