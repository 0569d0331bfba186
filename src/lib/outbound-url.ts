import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** A URL that passed every check that is possible before DNS resolution. */
export interface OutboundUrl {
  readonly url: URL;
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  /** The IP address, where the URL has one instead of a host name. */
  readonly address?: string;
  /** Whether whoever runs the server named its origin, so that it may be inside their network. */
  readonly isNamed: boolean;
}

/**
 * Parses a URL that somebody else chose, or throws FetchRefused. The URL parser normalises odd spellings of IPv4.
 *
 * @param named origins that whoever runs the server has named
 */
export function outboundUrl(input: string | URL, base?: URL, named: readonly string[] = []): OutboundUrl {
  const url = parse(input, base);
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw new FetchRefused('scheme', `scheme ${url.protocol} is not fetched`);
  if (url.username || url.password) throw new FetchRefused('credentials', 'a URL with credentials is not fetched');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const isNamed = named.includes(url.origin);
  if (!isNamed && !allowedPorts.has(port)) throw new FetchRefused('port', `port ${port} is not fetched`);
  url.hash = '';
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(hostname)) {
    if (!isNamed && !isPublicAddress(hostname)) throw new FetchRefused('address', 'the address is not public');
    return { url, hostname, port, secure, address: hostname, isNamed };
  }
  if (!isNamed && !isPublicName(hostname)) throw new FetchRefused('host', 'the host name is not public');
  return { url, hostname, port, secure, isNamed };
}

const allowedPorts: ReadonlySet<number> = new Set([80, 443, 8080]);

/** Host names that resolve inside the local network, whatever the public DNS says (RFC 6761, 6762, 8375, 9476). */
const insideSuffixes = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
  'alt',
];

function isPublicName(hostname: string): boolean {
  if (!hostname.includes('.') || hostname.length > 253) return false;
  return !insideSuffixes.some((suffix) => hostname.endsWith(`.${suffix}`));
}

function parse(input: string | URL, base: URL | undefined): URL {
  try {
    return new URL(input, base);
  } catch (cause) {
    throw new FetchRefused('url', 'not an absolute URL', { cause });
  }
}

/** True only for a public internet address, which is what we may connect to; false for private and special ones. */
export function isPublicAddress(address: string): boolean {
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

function blockList(family: 'ipv4' | 'ipv6', rows: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of rows) list.addSubnet(network, prefix, family);
  return list;
}

/** Why an outbound fetch was not made or not completed; for logs and tests, never shown to the caller. */
export type RefusalReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'host'
  | 'unresolved'
  | 'address'
  | 'redirects'
  | 'encoding'
  | 'size'
  | 'time'
  | 'aborted'
  | 'connection';

/** The only error an outbound fetch throws: a check failed, or the other side did not answer within the limits. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
