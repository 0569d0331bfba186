import { BlockList, isIPv4, isIPv6 } from 'node:net';
/** True only for a public internet address, which is what we may connect to; false for private and special ones. */
export function isPublicAddress(address) {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}
/** The special-purpose registry of IPv4 (RFC 6890 and its successors), multicast and the reserved range at the top. */
const specialIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);
/**
 * IPv6 uses an allow-list: only 2000::/3 is allocated as global unicast. Loopback, unique-local, link-local,
 * multicast, IPv4-mapped, IPv4-compatible and both NAT64 prefixes are outside of it.
 */
const globalUnicast = blockList('ipv6', [['2000::', 3]]);
/** Ranges inside 2000::/3 that are not ordinary hosts, or that embed an IPv4 address. */
const specialIpv6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);
function blockList(family, rows) {
  const list = new BlockList();
  for (const [network, prefix] of rows) list.addSubnet(network, prefix, family);
  return list;
}
