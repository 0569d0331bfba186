import { isIP } from 'node:net';
import { FetchRefused } from './fetch-refused.ts';
import { isPublicAddress } from './public-address.ts';
/** Parses a URL that somebody else chose, or throws FetchRefused. The URL parser normalises odd spellings of IPv4. */
export function outboundUrl(input, base) {
  const url = parse(input, base);
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw new FetchRefused('scheme', `scheme ${url.protocol} is not fetched`);
  if (url.username || url.password) throw new FetchRefused('credentials', 'a URL with credentials is not fetched');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (!allowedPorts.has(port)) throw new FetchRefused('port', `port ${port} is not fetched`);
  url.hash = '';
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(hostname)) {
    if (!isPublicAddress(hostname)) throw new FetchRefused('address', 'the address is not public');
    return { url, hostname, port, secure, address: hostname };
  }
  if (!isPublicName(hostname)) throw new FetchRefused('host', 'the host name is not public');
  return { url, hostname, port, secure };
}
const allowedPorts = new Set([80, 443, 8080]);
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
function isPublicName(hostname) {
  if (!hostname.includes('.') || hostname.length > 253) return false;
  return !insideSuffixes.some((suffix) => hostname.endsWith(`.${suffix}`));
}
function parse(input, base) {
  try {
    return new URL(input, base);
  } catch (cause) {
    throw new FetchRefused('url', 'not an absolute URL', { cause });
  }
}
