import { isIPv4, isIPv6 } from 'node:net';

/** An address that still tells networks apart but no longer people: the last byte of IPv4, the last 80 bits of IPv6 go. */
export function maskAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0');
  if (!isIPv6(address)) return '';
  const [head = '', tail] = address.split('::');
  const given = head.split(':').filter((group) => group !== '');
  const known = tail === undefined ? given : [...given, ...Array<string>(8).fill('0')];
  return `${known.slice(0, 3).join(':')}::`;
}
