import { isIPv4, isIPv6 } from 'node:net';

/** Anonymises an address but keeps its network: the last byte of IPv4 and the last 80 bits of IPv6 are removed. */
export function maskAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0');
  if (!isIPv6(address)) return '';
  const [head = '', tail] = address.split('::');
  const given = head.split(':').filter((group) => group !== '');
  const known = tail === undefined ? given : [...given, ...Array<string>(8).fill('0')];
  return `${known.slice(0, 3).join(':')}::`;
}
